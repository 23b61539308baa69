"""Which statements of a snippet need which others: what a cell uses and changes, as far as its text tells.

A cell that comes to stand elsewhere than in its file must come after whatever it uses, and nothing that it changes may
come before what used it first. Generators of random numbers change whenever they are used.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..model import Cell
from ..names import bound_names

_CHANGING = frozenset(
    {"add", "append", "clear", "discard", "extend", "fill", "insert", "pop", "popitem", "put", "remove", "resize"}
    | {"reverse", "setdefault", "shuffle", "sort", "step", "update"}
)
"""Methods that change the object they belong to."""
_COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
_GENERATORS = frozenset({"default_rng", "Generator", "RandomState", "Random", "iter"})
_LEGACY = "<the global generators of random numbers>"
_OWN_GENERATOR = frozenset({"default_rng", "Generator", "PCG64", "SeedSequence"})


@dataclass(frozen=True)
class Statement:
    """A statement at module level: its tree, its text, and the cell it stands in."""

    cell: str
    node: ast.stmt
    text: str

    @cached_property
    def binds(self) -> frozenset[str]:
        """The names it assigns."""
        return frozenset(bound_names(self.node))

    @cached_property
    def uses(self) -> frozenset[str]:
        """The names it takes from outside, those in bodies of functions included."""
        return frozenset(_free(self.node) | ({_LEGACY} if _draws_globally(self.node) else set()))

    @cached_property
    def changes(self) -> frozenset[str]:
        """The names whose objects it changes in place."""
        return frozenset(_changed(self.node)) | (self.uses & {_LEGACY})

    @property
    def is_definition(self) -> bool:
        """Whether it may stand anywhere before its first use: a function, a class, or data without a call."""
        if isinstance(self.node, ast.FunctionDef | ast.ClassDef):
            return not self.node.decorator_list
        is_data = isinstance(self.node, ast.Assign) and bool(self.binds)
        return is_data and not any(isinstance(node, ast.Call) for node in ast.walk(self.node))


def statements(cells: Iterable[Cell]) -> tuple[Statement, ...]:
    """The statements of some cells, in order; comments above a statement belong to it."""
    return tuple(statement for cell in cells for statement in _of_cell(cell))


def _of_cell(cell: Cell) -> Iterator[Statement]:
    lines, end = cell.source.split("\n"), 0
    body = ast.parse(cell.source).body
    for number, node in enumerate(body):
        last = len(lines) if number == len(body) - 1 else node.end_lineno or 0
        if number + 1 < len(body) and body[number + 1].lineno == last:  # a; b
            last = (node.end_lineno or 0) - 1
        text = "\n".join(lines[end:last]).strip("\n")
        yield Statement(cell.name, node, text)
        end = max(last, end)


def _free(node: ast.AST) -> set[str]:
    """The names that a tree takes from outside: neither arguments nor variables of functions and comprehensions."""
    if isinstance(node, ast.Name):
        return {node.id} if isinstance(node.ctx, ast.Load) else set()
    inner = {name for child in ast.iter_child_nodes(node) for name in _free(child)}
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        return inner | {node.target.id}
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | _COMPREHENSIONS):
        return inner - _own(node)
    return inner


def _own(node: ast.AST) -> set[str]:
    names = {item.id for item in ast.walk(node) if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store)}
    named = {item.name for item in ast.walk(node) if isinstance(item, ast.FunctionDef | ast.ClassDef)}
    return names | named | {item.arg for item in ast.walk(node) if isinstance(item, ast.arg)}


def _draws_globally(node: ast.AST) -> bool:
    """Whether it draws from ``random`` or from NumPy's old global generator."""
    for item in ast.walk(node):
        if isinstance(item, ast.Attribute):
            base = item.value
            if isinstance(base, ast.Name) and base.id == "random":
                return True
            if isinstance(base, ast.Attribute) and base.attr == "random" and item.attr not in _OWN_GENERATOR:
                return True
    return False


def _changed(node: ast.AST) -> Iterator[str]:
    for item in ast.walk(node):
        if isinstance(item, ast.AugAssign):
            yield from _root(item.target)
        elif isinstance(item, ast.Subscript | ast.Attribute) and isinstance(item.ctx, ast.Store | ast.Del):
            yield from _root(item)
        elif isinstance(item, ast.Call) and isinstance(item.func, ast.Attribute) and item.func.attr in _CHANGING:
            yield from _root(item.func.value)


def _root(node: ast.AST) -> Iterator[str]:
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id


class Uses:
    """What the cells of a snippet, and single functions of it, need of one another."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self.statements = statements(cells)
        self.order = [cell.name for cell in cells]
        self._by_name: dict[str, list[Statement]] = {}
        for statement in self.statements:
            for name in statement.binds:
                self._by_name.setdefault(name, []).append(statement)
        self._generators = {
            name
            for statement in self.statements
            for name in statement.binds
            if isinstance(statement.node, ast.Assign) and _makes_generator(statement.node.value)
        }
        own = {name: [item for item in self.statements if item.cell == name] for name in self.order}
        self._uses = {name: self._exposed(items) for name, items in own.items()}
        taken = frozenset().union(*self._uses.values())  # what no cell takes from another, each may bind as it likes
        self._writes = {name: self._written(items) & taken for name, items in own.items()}
        self._binders = {name: {item.cell for item in items} for name, items in self._by_name.items()}

    def _exposed(self, items: Iterable[Statement]) -> frozenset[str]:
        """What a cell takes from elsewhere: what it uses before it has bound it."""
        bound: set[str] = set()
        found: set[str] = set()
        for item in items:
            found |= self.reached([item]) - bound
            bound |= item.binds - (item.binds & item.changes)
        return frozenset(found)

    def reached(self, items: Iterable[Statement]) -> frozenset[str]:
        """The names that some statements use, and those that the functions they name use in turn."""
        found: set[str] = set()
        pending = [name for item in items for name in item.uses]
        while pending:
            name = pending.pop()
            if name not in found:
                found.add(name)
                pending += [inner for item in self._functions(name) for inner in item.uses]
        return frozenset(found)

    def _functions(self, name: str) -> list[Statement]:
        return [item for item in self._by_name.get(name, ()) if isinstance(item.node, ast.FunctionDef | ast.ClassDef)]

    def _written(self, items: Sequence[Statement]) -> frozenset[str]:
        reached = self.reached(items)
        inside = [statement for name in reached for statement in self._functions(name)]
        changed = {name for item in (*items, *inside) for name in item.changes}
        drawn = reached & self._generators
        return frozenset({name for item in items for name in item.binds} | changed | drawn)

    def before(self, cell: str) -> tuple[str, ...]:
        """The cells that must have run before ``cell``, in the order of the file."""
        needed: set[str] = set()
        pending = [cell]
        while pending:
            new = set(self._directly_before(pending.pop())) - needed
            needed |= new
            pending += new
        return tuple(name for name in self.order if name in needed)

    def _directly_before(self, cell: str) -> Iterator[str]:
        at = self.order.index(cell)
        for other in self.order[:at]:
            touched = self._uses[other] | self._writes[other]
            if self._uses[cell] & self._writes[other] or self._writes[cell] & touched:
                yield other

    def for_names(self, names: Iterable[str]) -> tuple[str, ...]:
        """The cells that must have run for some names to have their last values, in the order of the file."""
        wanted = set(names)
        direct = [cell for cell in self.order if self._writes[cell] & wanted or self._binds(cell) & wanted]
        needed = {*direct, *(other for cell in direct for other in self.before(cell))}
        return tuple(name for name in self.order if name in needed)

    def _binds(self, cell: str) -> set[str]:
        return {name for name, cells in self._binders.items() if cell in cells}

    def definition(self, name: str) -> Statement | None:
        """The one statement that binds a name, when it may stand anywhere before its first use."""
        found = self._by_name.get(name, [])
        return found[0] if len(found) == 1 and found[0].is_definition else None

    @cached_property
    def for_drawing(self) -> frozenset[Statement]:
        """The definitions that nothing but the drawing functions uses, these included."""
        kept = {item for item in self.statements if item.is_definition and self._is_single(item)}
        while True:
            others = {name for item in self.statements if item not in kept for name in item.uses}
            fewer = {item for item in kept if not item.binds & others}
            if fewer == kept:
                return frozenset(self._reached_from_figures(kept))
            kept = fewer

    def _is_single(self, item: Statement) -> bool:
        return all(len(self._by_name[name]) == 1 for name in item.binds)

    def _reached_from_figures(self, kept: set[Statement]) -> Iterator[Statement]:
        figures = [item for item in kept if any(name.startswith("figure_") for name in item.binds)]
        reached = self.reached(figures)
        used_besides = {name for item in kept if item not in figures and not item.binds & reached for name in item.uses}
        yield from (item for item in kept if item in figures or item.binds & reached - used_besides)


def _makes_generator(value: ast.expr) -> bool:
    called = value.func if isinstance(value, ast.Call) else None
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    return name in _GENERATORS
