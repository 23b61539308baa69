"""snippets/ -> Snippet: a percent script as cells, the names each assigns, its functions by prefix. Nothing is run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import finding
from ..model import Cell, Finding, Position, Snippet
from ..names import bound_names
from .comments import comment_findings, localised, own_line_comments
from .imports import imported_files, named_modules
from .lint import faults

__all__ = ["functions_of", "imported_files", "load_snippets", "localised", "named_modules", "read_snippet"]

SETUP = "setup"
"""The cell of what stands before the first marker."""

_MARKER = re.compile(r"#\s*%%\s*(.*?)\s*$")
_NAME = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class _Marker:
    """``# %% name``; ``column`` is where the name begins, ``written`` the comment itself."""

    line: int
    column: int
    name: str
    written: str


def load_snippets(
    folder: Path, shown_folder: str, languages: Sequence[str]
) -> dict[str, tuple[Snippet | None, tuple[Finding, ...]]]:
    """Every snippet of a folder by name, as :func:`read_snippet` reads it."""
    paths = sorted(folder.glob("*.py"))
    return {path.stem: read_snippet(path, f"{shown_folder}/{path.name}", languages) for path in paths}


def read_snippet(
    path: Path, shown_path: str, languages: Sequence[str], begun: Sequence[str] = ()
) -> tuple[Snippet | None, tuple[Finding, ...]]:
    """The snippet in ``path`` and what is wrong with it, in order of place; None when it is not Python.

    ``shown_path`` is how findings and tracebacks name it; comments may lack the languages of ``begun``.
    """
    try:
        return _read(path, shown_path, languages, begun)
    except (SyntaxError, ValueError, OSError) as error:
        return None, (_not_python(shown_path, error),)
    except (MemoryError, RecursionError):  # what Python's own parser says of depth
        message = "this file nests an expression too deeply for Python to read it"
        return None, (finding("AF210", shown_path, Position(1, 1), message=message),)


def functions_of(source: str) -> dict[str, str]:
    """The functions at the top level of Python code, by name, each with its own lines. Raises SyntaxError."""
    lines = source.split("\n")
    found = (node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef))
    return {node.name: "\n".join(lines[_first_line(node) - 1 : node.end_lineno]) for node in found}


def _read(
    path: Path, shown_path: str, languages: Sequence[str], begun: Sequence[str]
) -> tuple[Snippet, tuple[Finding, ...]]:
    source = path.read_text(encoding="utf-8-sig")
    tree = ast.parse(source)
    markers = [*_markers(source)]
    found = [
        *_marker_findings(markers, tree, shown_path),
        *comment_findings(source, shown_path, languages, begun),
        *(finding("AF212", shown_path, _place(source, node), reason=reason) for node, reason in faults(tree)),
    ]
    return _snippet(path.stem, shown_path, source, tree, markers), tuple(sorted(set(found)))


def _not_python(shown_path: str, error: SyntaxError | ValueError | OSError) -> Finding:
    if isinstance(error, SyntaxError):
        place = Position(error.lineno or 1, max(error.offset or 1, 1))
        return finding("AF210", shown_path, place, message=error.msg)
    reason = f"this file cannot be read: {error.strerror}" if isinstance(error, OSError) else str(error)
    message = "this file is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else reason
    return finding("AF210", shown_path, Position(1, 1), message=message)


def _snippet(name: str, shown_path: str, source: str, tree: ast.Module, markers: Sequence[_Marker]) -> Snippet:
    starts = _starts(tree, markers)
    defined = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    return Snippet(
        name,
        shown_path,
        tuple(_cells(source, starts, markers)),
        figures=_with_prefix("figure_", defined),
        tables=_with_prefix("table_", defined),
        states=_with_prefix("states_", defined),
        assigned=_assigned(tree, starts),
    )


def _with_prefix(prefix: str, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.removeprefix(prefix) for name in names if name.startswith(prefix)))


# ── Cells ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _markers(source: str) -> Iterator[_Marker]:
    for comment in own_line_comments(source):
        found = _MARKER.match(comment.text)
        if found and not comment.indent:
            yield _Marker(comment.line, found.start(1) + 1, found[1], comment.text)


def _starts(tree: ast.Module, markers: Sequence[_Marker]) -> list[tuple[int, str]]:
    """Line and name of each cell, in order. A name that cannot be used is replaced: its finding is enough."""
    starts = [(1, SETUP)] if _has_header(tree, markers) else []
    for marker in markers:
        taken = {name for _, name in starts}
        usable = _NAME.fullmatch(marker.name) and marker.name not in taken
        starts.append((marker.line + 1, marker.name if usable else f"at_line_{marker.line}"))
    return starts


def _has_header(tree: ast.Module, markers: Sequence[_Marker]) -> bool:
    """Whether code, and not only a docstring, stands before the first marker."""
    body = tree.body[1:] if ast.get_docstring(tree, clean=False) is not None else tree.body
    return any(not markers or node.lineno < markers[0].line for node in body)


def _cells(source: str, starts: Sequence[tuple[int, str]], markers: Sequence[_Marker]) -> Iterator[Cell]:
    lines = source.split("\n")
    ends = [marker.line - 1 for marker in markers] + [len(lines)]
    for (line, name), end in zip(starts, ends[len(ends) - len(starts) :], strict=True):
        filled = [number for number in range(line, end + 1) if lines[number - 1].strip()]
        first, last = (filled[0], filled[-1]) if filled else (line, line - 1)
        yield Cell(name, "\n".join(lines[first - 1 : last]), first)


def _marker_findings(markers: Sequence[_Marker], tree: ast.Module, shown_path: str) -> Iterator[Finding]:
    seen = {SETUP: 1} if _has_header(tree, markers) else {}
    for marker in markers:
        reason = _fault(marker, seen, tree)
        if reason:
            yield finding("AF209", shown_path, Position(marker.line, marker.column), reason=reason)
        seen.setdefault(marker.name, marker.line)


def _fault(marker: _Marker, seen: Mapping[str, int], tree: ast.Module) -> str:
    """What is wrong with a marker, "" when nothing is."""
    if not marker.name:
        return "a cell needs a name, for example # %% heads"
    if not _NAME.fullmatch(marker.name):
        return f"“{marker.name}” cannot name a cell: small letters a to z, digits and _, a letter first"
    if not marker.written.startswith("# %% "):
        return f"a cell begins with “# %% {marker.name}”, here stands “{marker.written}”"
    if marker.name in seen:
        return f"there is already a cell “{marker.name}”: it begins on line {seen[marker.name]}"
    around = next((node for node in tree.body if _first_line(node) < marker.line <= (node.end_lineno or 0)), None)
    return f"cell “{marker.name}” begins inside the statement of line {_first_line(around)}" if around else ""


def _first_line(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _place(source: str, node: ast.AST) -> Position:
    """The position of a node; Python counts its columns in bytes."""
    line, offset = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
    before = source.split("\n")[line - 1].encode()[:offset]
    return Position(line, len(before.decode(errors="ignore")) + 1)


# ── Names ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _assigned(tree: ast.Module, starts: Sequence[tuple[int, str]]) -> dict[str, tuple[str, ...]]:
    """Name at module level -> the cells that assign it, in order."""
    cells: dict[str, dict[str, None]] = {}
    for statement in tree.body:
        cell = next((name for line, name in reversed(starts) if line <= statement.lineno), SETUP)
        for name in bound_names(statement):
            cells.setdefault(name, {})[cell] = None
    return {name: tuple(found) for name, found in cells.items()}
