"""What execution is asked for, and what comes of it: outputs, drawings, tables, explorables, values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .content import Content
from .snippet import Cell


@dataclass(frozen=True, slots=True)
class Numeral:
    """A numeral in an output: its text and its place in it (1-based line, 1-based column)."""

    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of what a cell put out, by ``kind``: ``text`` (printed), ``errors``; or ``html``, ``markdown``, ``svg``.

    ``words`` says what is shown to whoever reads only text; ``places`` is what a drawing plots, as in a Drawing.
    """

    kind: str
    content: Content
    words: str = ""
    width: float = 0.0
    height: float = 0.0
    places: Mapping[str, str] = field(default_factory=dict)

    @property
    def data(self) -> str:
        """Its content as text, in memory as long as somebody works with it."""
        return self.content.text

    @property
    def is_shown(self) -> bool:
        """Whether it is more than text."""
        return self.kind not in ("text", "errors")


@dataclass(frozen=True, slots=True)
class Output:
    """What a cell printed (``text``), wrote to standard error, or showed; ``parts`` are all of these in order.

    ``halves`` holds, for each numeral that stands for a value half-way between two, the other one that may stand there.
    """

    cell: str
    text: str
    errors: str = ""
    numerals: tuple[Numeral, ...] = ()
    halves: Mapping[str, str] = field(default_factory=dict)
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Plotted:
    """What one part of a figure plots, as a table that can be read: its first column names the rows.

    Numbers are written as the language writes them. Of ``count`` rows every ``step``-th is there, and the last.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    count: int
    step: int = 1


@dataclass(frozen=True, slots=True)
class Drawing:
    """A figure as SVG text, for ``light`` and for ``dark``.

    ``places`` is what it plots and prints, coordinate -> numerals, for the ledger; ``halves`` as in an output;
    ``data`` is what it plots, for readers who ask for it.
    """

    name: str
    light: Content
    dark: Content
    width: float
    height: float
    places: Mapping[str, str] = field(default_factory=dict)
    halves: Mapping[str, str] = field(default_factory=dict)
    data: tuple[Plotted, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A produced table: its header and its rows, as the language writes them; ``halves`` as in an output."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    halves: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Control:
    """What a reader sets in an explorable: its name in the address, what it is called, and its options.

    ``kind`` is ``slider``, ``buttons`` or ``choose`` (set in a panel, by its rows or steps). ``options`` are key and
    label of each, ``initial`` is the key that holds at first.
    """

    name: str
    label: str
    kind: str
    options: tuple[tuple[str, str], ...]
    initial: str

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of its options, in order."""
        return tuple(key for key, _ in self.options)


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of an explorable: each different frame it shows, written for its language, once; None where it is absent.

    ``on`` names the controls that it depends on; ``at`` holds, for each combination of their options (the last control
    changes fastest), the number of the frame.
    """

    name: str
    kind: str
    on: tuple[str, ...]
    frames: tuple[Mapping[str, object] | None, ...]
    at: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Explorable:
    """All states of an explorable. ``places``: what they print, coordinate -> numerals; ``halves`` as in an output."""

    name: str
    controls: tuple[Control, ...]
    panels: tuple[Panel, ...]
    places: Mapping[str, str] = field(default_factory=dict)
    halves: Mapping[str, str] = field(default_factory=dict)


Scalar = bool | int | float | complex | str | None
"""What a value is made of."""


@dataclass(frozen=True, slots=True)
class Value:
    """The value of an expression, as plain data.

    ``kind`` is ``bool``, ``int``, ``float``, ``complex``, ``str``, ``none`` or, for anything that is no number or
    text, ``other`` (then ``data`` is its type's name). ``shape`` is ``()`` for a scalar; ``data`` is a scalar or
    nested tuples of scalars.
    """

    kind: str
    shape: tuple[int, ...]
    data: object


@dataclass(frozen=True, slots=True)
class Failure:
    """A cell, expression or figure that could not be had.

    ``kind`` is ``raised``, ``timeout``, ``memory``, ``died`` or ``syntax``. ``line`` is the line in the snippet's
    own file where it happened (0 when there is none).
    """

    kind: str
    message: str
    line: int = 0
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Work:
    """The unit of work: a snippet in one language, and what is wanted of it. Picklable."""

    snippet: str
    path: str
    cells: tuple[Cell, ...]
    language: str
    expressions: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    import_folder: str = ""
    cell_seconds: float = 20.0
    memory_megabytes: int = 4096
    fonts: tuple[str, ...] = ()
    decimal_mark: str = ","
    thousands_mark: str = "\u00a0"
    grouped_from: int = 5


@dataclass(frozen=True, slots=True)
class Results:
    """What came of a ``Work``; whatever failed has its ``Failure`` in place of its result.

    After a failing cell the later cells do not run: they are absent from ``outputs``, and ``values`` holds nothing.
    """

    outputs: Mapping[str, Output | Failure] = field(default_factory=dict)
    values: Mapping[str, Value | Failure] = field(default_factory=dict)
    figures: Mapping[str, Drawing | Failure] = field(default_factory=dict)
    tables: Mapping[str, Table | Failure] = field(default_factory=dict)
    states: Mapping[str, Explorable | Failure] = field(default_factory=dict)
    snapshot: bytes = b""
    """The namespace after the cells, for ``Engine.resume`` alone to read; empty when it cannot be kept."""
