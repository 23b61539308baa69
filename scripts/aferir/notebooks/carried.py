"""The reference functions that a snippet uses, as code that needs no module: what a notebook carries with it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ..names import bound_names
from .edits import Edit, edited, span

_PACKAGE = "reference"

Files = Mapping[str, str]
"""Module (``reference.softmax``) -> its source, localised."""


class CarriedError(ValueError):
    """Two modules give different things one name: the notebook could hold only one of them."""


@dataclass(frozen=True, slots=True)
class Carried:
    """What a notebook begins with: imports from outside, and definitions, in an order that runs."""

    imports: tuple[str, ...]
    definitions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Piece:
    module: str
    names: frozenset[str]
    uses: frozenset[str]
    text: str


def own_imports(source: str) -> tuple[str, dict[str, str], dict[str, str]]:
    """``source`` without its imports of the reference, the names they gave it, and the modules.

    Names: own name -> ``module.name``. Modules: own name -> module; ``module.name`` in the text becomes ``name``.
    """
    tree = ast.parse(source)
    names: dict[str, str] = {}
    modules: dict[str, str] = {}
    gone: list[Edit] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and _is_ours(node.module or "") and not node.level:
            gone.append((*span(source, node, whole_line=True), ""))
            for alias in node.names:
                target = modules if node.module == _PACKAGE else names
                target[alias.asname or alias.name] = f"{node.module}.{alias.name}"
        elif isinstance(node, ast.Import) and any(_is_ours(alias.name) for alias in node.names):
            gone.append((*span(source, node, whole_line=True), _others(node)))
            modules |= {alias.asname or alias.name: alias.name for alias in node.names if _is_ours(alias.name)}
    gone += [
        (*span(source, node), node.attr)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in modules
    ]
    return edited(source, gone), names, modules


def _is_ours(module: str) -> bool:
    return module.split(".", maxsplit=1)[0] == _PACKAGE


def _others(node: ast.Import) -> str:
    rest = [alias for alias in node.names if not _is_ours(alias.name)]
    return ast.unparse(ast.Import(rest)) + "\n" if rest else ""


def carried(wanted: Iterable[str], files: Files) -> Carried:
    """What defines ``wanted`` (``reference.softmax.softmax``) and all that it uses in turn.

    Raises CarriedError when one name would stand for two things.
    """
    pieces, aliases, imports = _pieces(files)
    chosen: dict[str, list[_Piece]] = {}
    order: list[_Piece] = []

    def take(full: str) -> None:
        if full in chosen:
            return
        module, _, name = full.rpartition(".")
        found = [piece for piece in pieces.get(module, ()) if name in piece.names]
        if full in aliases:
            take(aliases[full])
            found = _renamed(full, aliases[full])
        chosen[full] = found
        for piece in found:
            for used in sorted(piece.uses):
                take(f"{module}.{used}")
        order.extend(piece for piece in found if piece not in order)

    for full in wanted:
        take(full)
    _refuse_clashes(order)
    modules = {piece.module for piece in order}
    used = {name for piece in order for name in piece.uses}
    texts = dict.fromkeys(text for module in sorted(modules) for name, text in imports[module] if name in used)
    return Carried(tuple(texts), tuple(piece.text for piece in order))


def _renamed(full: str, other: str) -> list[_Piece]:
    """What gives the definition of ``other`` the name that a module calls it by, where the two differ."""
    module, _, name = full.rpartition(".")
    theirs = other.rpartition(".")[2]
    return [_Piece(module, frozenset({name}), frozenset(), f"{name} = {theirs}")] if name != theirs else []


def _refuse_clashes(pieces: Iterable[_Piece]) -> None:
    owners: dict[str, str] = {}
    for piece in pieces:
        for name in piece.names:
            if owners.setdefault(name, piece.module) != piece.module:
                raise CarriedError(f"{owners[name]} and {piece.module} both define {name}, and this lesson uses both")


def _pieces(files: Files) -> tuple[dict[str, list[_Piece]], dict[str, str], dict[str, list[tuple[str, str]]]]:
    """By module: its definitions, and its imports from outside by the name they give; and what is another's name."""
    pieces: dict[str, list[_Piece]] = {}
    aliases: dict[str, str] = {}
    imports: dict[str, list[tuple[str, str]]] = {}
    for module, source in files.items():
        bare, names, _ = own_imports(source)
        aliases |= {f"{module}.{own}": full for own, full in names.items()}
        _, _, modules = own_imports(source)
        found = list(_statements(bare))
        imports[module] = [item for node, _ in found for item in _outside(node)]
        pieces[module] = [
            _Piece(module, frozenset(bound_names(node)), _used(node), text)
            for node, text in found
            if not isinstance(node, ast.Import | ast.ImportFrom) and bound_names(node)
        ]
        aliases |= _through(source, module, modules)
    return pieces, aliases, imports


def _through(source: str, module: str, modules: Mapping[str, str]) -> dict[str, str]:
    """Names that ``source`` reaches through a module (``tables.TOKENS``), as if they had been imported."""
    nodes = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute))
    reached = ((modules.get(ast.unparse(node.value), ""), node.attr) for node in nodes)
    return {f"{module}.{name}": f"{owner}.{name}" for owner, name in reached if owner}


def _statements(source: str) -> Iterator[tuple[ast.stmt, str]]:
    lines, end = source.split("\n"), 0
    for node in ast.parse(source).body:
        first = min([node.lineno, *(item.lineno for item in getattr(node, "decorator_list", ()))])
        above = first - 1
        while above > end and lines[above - 1].startswith("#"):
            above -= 1
        last = node.end_lineno or first
        yield node, "\n".join(lines[above:last])
        end = last


def _outside(node: ast.stmt) -> Iterator[tuple[str, str]]:
    """Each name that an import of something else gives, and the import that gives it."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.asname or alias.name.split(".")[0], ast.unparse(ast.Import([alias]))
    elif isinstance(node, ast.ImportFrom) and node.module != "__future__":
        for alias in node.names:
            yield alias.asname or alias.name, ast.unparse(ast.ImportFrom(node.module, [alias], 0))


def _used(node: ast.AST) -> frozenset[str]:
    return frozenset(item.id for item in ast.walk(node) if isinstance(item, ast.Name))
