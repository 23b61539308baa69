"""A lesson as a notebook in its language: its prose, its code with the outputs of the build, and what it needs to run.

The cells stand where the lesson shows them, each after whatever it uses; code that the lesson does not show is there
as well, folded. ``formats`` writes what is made here as ``.ipynb`` and ``.py``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ..errors import finding
from ..languages import Language
from ..model import Cell, Drawing, Fence, Finding, Lesson, Output, Position, Snippet, Table
from .carried import Carried, CarriedError, Files, carried, own_imports
from .edits import without_remarks
from .prose import Text, parts
from .uses import Statement, Uses

__all__ = ["Entry", "Made", "Notebook", "companion", "notebook_findings"]

OPENING, HOUSE = "opening", "house"
"""Names of the entries that hold what a notebook carries with it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A cell of a notebook: text, or code with its output. ``is_aside``: code that the lesson does not show."""

    kind: str
    source: str
    name: str = ""
    is_aside: bool = False
    output: Output | None = None
    drawing: Drawing | None = None
    alt: str = ""
    token: str = ""
    """Of the fence that shows it on a page."""


@dataclass(frozen=True, slots=True)
class Notebook:
    """A notebook, before a format is chosen. Texts still hold the tokens of formulas and tables."""

    slug: str
    title: str
    language: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Made:
    """What the build made of a lesson, in its language."""

    cells: tuple[Cell, ...]
    """All of the snippet's, localised."""
    shown: frozenset[str]
    """Names of those that the lesson shows."""
    title: str
    lead: str
    course: str
    alts: Mapping[str, str]
    outputs: Mapping[str, Output] = field(default_factory=dict)
    drawings: Mapping[str, Drawing] = field(default_factory=dict)
    tables: Mapping[str, Table] = field(default_factory=dict)
    reference: Files = field(default_factory=dict)


def notebook_findings(snippet: Snippet, reference: Files) -> Iterator[Finding]:
    """AF222 where a notebook could not carry what the snippet takes from the reference."""
    try:
        _needed(snippet.cells, reference)
    except CarriedError as error:
        yield finding("AF222", snippet.path, Position(1, 1), reason=str(error))
    except SyntaxError:
        return  # another finding says so


def companion(lesson: Lesson, made: Made, own: Language, house: str) -> Notebook:
    """The notebook of a lesson. ``house`` is the code that draws its figures as the build did.

    Raises CarriedError where :func:`notebook_findings` finds something.
    """
    bare, needed = _needed(made.cells, made.reference)
    uses = Uses(bare)
    writer = _Writer(uses, {cell.name: cell for cell in bare}, made, own)
    fences = list(parts(lesson, own))
    entries = [Entry("text", _heading(made, own)), _opening(needed, own)]
    if any(isinstance(part, Fence) and part.kind == "figure" for part in fences):
        entries.append(Entry("code", house, HOUSE, is_aside=True))
    for part in fences:
        entries += [Entry("text", part.markdown)] if isinstance(part, Text) else writer.shown(part)
    return Notebook(lesson.slug, made.title, own.code, (*entries, *writer.rest()))


def _heading(made: Made, own: Language) -> str:
    about = own.text("Notebook of a lesson of {course}. It runs from top to bottom as it is.", course=made.course)
    return "\n\n".join(filter(None, (f"# {made.title}", made.lead, f"*{about}*")))


def _opening(needed: Carried, own: Language) -> Entry:
    """What runs first: imports, the language, the start of the random numbers, the reference functions."""
    imports = sorted({*needed.imports, "import random", "import numpy as np"})
    start = [f'language = "{own.code}"', "random.seed(0)", "np.random.seed(0)"]
    head = (
        f"# {own.text('What the lesson starts from: its language, random numbers, and the functions of its reference')}"
    )
    pieces = ["\n".join([head, *imports, "", *start]), *needed.definitions]
    return Entry("code", "\n\n\n".join(pieces), OPENING, is_aside=True)


def _needed(cells: Iterable[Cell], reference: Files) -> tuple[tuple[Cell, ...], Carried]:
    """The cells without their imports of the reference, and what these named."""
    bare: list[Cell] = []
    names: dict[str, str] = {}
    for cell in cells:
        source, own, modules = own_imports(cell.source)
        names |= own
        names |= dict(_reached(cell.source, modules)) if modules else {}
        bare.append(replace(cell, source=source.strip("\n")))
    needed = carried(names.values(), reference)
    aliases = [f"{own} = {full.rpartition('.')[2]}" for own, full in names.items() if own != full.rpartition(".")[2]]
    _refuse_redefinition(bare, needed)
    kept = tuple(without_remarks(text) for text in needed.definitions)
    return tuple(bare), Carried(needed.imports, (*kept, *aliases))


def _reached(source: str, modules: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What a cell takes from modules by their attributes, by its full name. ``modules``: as named here -> in full."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and (module := modules.get(ast.unparse(node.value))):
            yield node.attr, f"{module}.{node.attr}"


def _refuse_redefinition(cells: Iterable[Cell], needed: Carried) -> None:
    """A carried function must not come to call what the snippet gives the same name."""
    own = {name for cell in cells for item in Uses([cell]).statements for name in item.binds}
    given = {
        name for text in needed.definitions for item in Uses([Cell("", text, 1)]).statements for name in item.binds
    }
    for name in sorted(own & given):
        raise CarriedError(
            f"the snippet defines {name}, and a function of the reference that it uses needs its own {name}"
        )


class _Writer:
    """Writes the code of a notebook, each cell once. Remembers what it has written."""

    def __init__(self, uses: Uses, cells: Mapping[str, Cell], made: Made, own: Language) -> None:
        self.uses = uses
        self.cells = cells
        self.made = made
        self.own = own
        self.written: set[str] = set()
        self.moved: set[Statement] = set()

    def shown(self, fence: Fence) -> list[Entry]:
        """What stands in the place of a fence."""
        if fence.kind == "cell" and fence.name in self.cells:
            return self._with_needed(fence.name)
        if fence.kind == "figure" and fence.name in self.made.drawings:
            return self._figure(fence)
        if fence.kind == "diagram" or (fence.kind == "table" and fence.name in self.made.tables):
            return [Entry("text", fence.token, token=fence.token)]
        return []

    def rest(self) -> list[Entry]:
        """The cells that nothing so far needed: what the numbers of the text were checked with."""
        left = [entry for name in self.cells for entry in self._cell(name)]
        title = self.own.text("The rest of the code")
        text = self.own.text("These cells compute the other numbers that the text of the lesson was checked against.")
        return [Entry("text", f"## {title}\n\n{text}"), *left] if left else []

    def _with_needed(self, name: str) -> list[Entry]:
        return [entry for cell in (*self.uses.before(name), name) for entry in self._cell(cell)]

    def _cell(self, name: str) -> list[Entry]:
        if name in self.written:
            return []
        self.written.add(name)
        is_aside = name not in self.made.shown
        source = self._without_moved(name)
        source = without_remarks(source) if is_aside else source
        if not source.strip():
            return []
        return [Entry("code", source, name, is_aside, self.made.outputs.get(name))]

    def _without_moved(self, name: str) -> str:
        """A cell's source; what was moved to a figure is gone from it."""
        own = [item for item in self.uses.statements if item.cell == name]
        if not self.moved.intersection(own):
            return self.cells[name].source
        return "\n".join(item.text for item in own if item not in self.moved)

    def _figure(self, fence: Fence) -> list[Entry]:
        """The drawing function with the definitions that only drawing needs, below the cells that it needs."""
        own, names = self._drawing(f"figure_{fence.name}")
        before = [entry for cell in self.uses.for_names(names) for entry in self._cell(cell)]
        code = "\n\n\n".join(without_remarks(item.text) for item in own)
        call = f"show_figure(figure_{fence.name}, house)"
        entry = Entry(
            "code",
            f"{code}\n\n\n{call}".strip(),
            f"figure_{fence.name}",
            is_aside=True,
            drawing=self.made.drawings[fence.name],
            alt=self.made.alts[fence.name],
            token=fence.token,
        )
        return [*before, entry]

    def _drawing(self, function: str) -> tuple[list[Statement], set[str]]:
        """The statements that move to a figure, in order, and the names that they take from cells."""
        moved: set[Statement] = set()
        names: set[str] = set()
        pending = [function]
        while pending:
            name = pending.pop()
            found = self.uses.definition(name)
            is_free = found in self.uses.for_drawing and found.cell not in self.made.shown | self.written
            if found and is_free:
                if found not in moved | self.moved:
                    moved.add(found)
                    pending += found.uses
            else:
                names.add(name)
        self.moved |= moved
        return [item for item in self.uses.statements if item in moved], names
