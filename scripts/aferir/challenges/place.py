"""Where a challenge lies, and where in it a name is defined."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..errors import finding
from ..model import Finding, Position


@dataclass(frozen=True, slots=True)
class Place:
    """Where a challenge lies: its folder, and that folder as findings name it."""

    folder: Path
    shown: str

    @property
    def id(self) -> str:
        """The name of its folder."""
        return self.folder.name

    def unreadable(self, file: str, reason: str, line: int = 1) -> Finding:
        """AF501 at a line of one of its files."""
        return finding("AF501", f"{self.shown}/{file}", Position(line, 1), reason=reason)


def functions_of(source: str) -> dict[str, ast.FunctionDef]:
    """The functions at the top of a module by their names."""
    return {node.name: node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}


def defined_lines(source: str) -> dict[str, int]:
    """The line of each name that a module defines: by ``def``, ``class``, import or assignment."""
    lines = {}
    for node in ast.parse(source).body:
        for name in _names_defined(node):
            lines[name] = node.lineno
    return lines


def _names_defined(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Assign(targets=targets):
            yield from (part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name), value=value) if value:
            yield name
        case ast.Import(names=imported) | ast.ImportFrom(names=imported):
            yield from (item.asname or item.name.partition(".")[0] for item in imported)
