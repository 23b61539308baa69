"""The nouns of Aferir, as frozen dataclasses. Nothing here computes; every stage takes and returns these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal as OneOf

Scalar = bool | int | float | complex | str | None
"""What a value is made of."""


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in a text file: line and column, both counted from 1, columns in characters (not bytes)."""

    line: int
    column: int


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """Something wrong in a lesson: where, which rule (``AF101``), what was found and a correct example."""

    path: str
    line: int
    column: int
    code: str
    problem: str
    example: str = ""
    detail: str = field(default="", compare=False)
    """Python's traceback with the author's own lines, where code raised."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.code} {self.problem}"


# ── What the scanner finds ───────────────────────────────────────────────────────────────────────────────────────────

Place = OneOf["text", "heading", "math", "title", "option"]
"""Where a binding stands: running text, a heading, a formula, the front matter, or a line of a fence (alt, caption)."""


@dataclass(frozen=True, slots=True)
class Number:
    """``written{=expression}``: a literal (scalar, vector or matrix) that must equal an expression.

    ``position`` is the first character of the literal, so that an editor's cursor lands on what must change.
    ``written`` is the literal as it stands in the file, brackets included; in math it is TeX (``0{,}591``).
    """

    token: str
    position: Position
    written: str
    expression: str
    place: Place = "text"


@dataclass(frozen=True, slots=True)
class Word:
    """``[written]{=expression}`` where the bracket holds words: the text must equal the value, read as a string."""

    token: str
    position: Position
    written: str
    expression: str
    place: Place = "text"


@dataclass(frozen=True, slots=True)
class Claim:
    """``[statement]{!expression}``: a statement that holds exactly when the expression is true."""

    token: str
    position: Position
    written: str
    expression: str
    place: Place = "text"


@dataclass(frozen=True, slots=True)
class Given:
    """``written{@key}``: a number from outside, with the key of its source."""

    token: str
    position: Position
    written: str
    key: str
    place: Place = "text"


Binding = Number | Word | Claim | Given


@dataclass(frozen=True, slots=True)
class Formula:
    """A span of TeX, its bindings already taken out (their literals stay in ``tex``)."""

    token: str
    position: Position
    tex: str
    display: bool


@dataclass(frozen=True, slots=True)
class Option:
    """One ``key: rest of line`` of a fence. ``text`` may hold binding tokens."""

    text: str
    position: Position


@dataclass(frozen=True, slots=True)
class Fence:
    """A fence that names a thing: ```` ```cell heads ````."""

    token: str
    position: Position
    kind: str
    name: str
    options: Mapping[str, Option] = field(default_factory=dict)
    body: Option | None = None
    """What stands below its options, as it is, for the kinds that have it."""


@dataclass(frozen=True, slots=True)
class Block:
    """``/// kind | argument`` … ``///``: a block that holds Markdown."""

    token: str
    position: Position
    kind: str
    argument: str


@dataclass(frozen=True, slots=True)
class Answer:
    """One item of a question: an option behind its box, a number, ``true`` or ``false``, or a step.

    ``expression`` is what the box is bound to (``[x]{!expression}``), "" for a bare one; ``number`` is the token of the
    number that a numeric item holds; ``text`` is its first paragraph as it stands in the file.
    """

    token: str
    position: Position
    is_right: bool
    expression: str = ""
    number: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """``/// question | kind name`` in a quiz. Its ``token`` is that of its block.

    ``margin`` and ``decimals`` are the settings of a numeric question as written ("" when absent). ``source`` is what
    stands in the file from its opening to its closing line.
    """

    token: str
    position: Position
    kind: str
    name: str
    quiz: str
    answers: tuple[Answer, ...] = ()
    margin: str = ""
    decimals: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """``* [ ] …`` in a project: something the reader ticks when it is done."""

    token: str
    position: Position
    project: str
    """Token of the project's block."""


@dataclass(frozen=True, slots=True)
class StateLink:
    """``[text](#name:control=key;…)``: a link that sets the state of the page's explorable ``name``.

    ``settings`` is what stands behind the colon, as written.
    """

    name: str
    settings: str
    position: Position


@dataclass(frozen=True, slots=True)
class Passage:
    """What a reader sees of one paragraph, heading, table cell, option or formula that holds digits.

    ``text`` is as long as what stands in the file: bindings with their literals, words, code, formulas (each has its
    own passage), addresses and comments are blotted out by ``BLOT``. ``starts`` is where each of its lines begins.
    """

    text: str
    place: Place
    starts: tuple[Position, ...]


BLOT = "\ue000"
"""Stands in a passage for each character that belongs to something else."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it up to the next heading, as the multiset that parity compares.

    ``contents`` holds one canonical string per binding, fence, block and question, in order of appearance:
    ``number d // h``, ``word token[0]``, ``claim ok``, ``given key``, ``fence cell heads``,
    ``block challenge multi_head``.
    """

    title: str
    level: int
    position: Position
    contents: tuple[tuple[str, Position], ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """One Markdown file, read. ``markdown`` is its body with a token for every binding, formula and engine fence.

    Pages that are no lessons (home, about) are read into the same shape, with ``snippet`` empty.
    """

    path: str
    slug: str
    language: str
    title: str
    description: str
    snippet: str
    markdown: str
    bindings: tuple[Binding, ...] = ()
    formulas: tuple[Formula, ...] = ()
    fences: tuple[Fence, ...] = ()
    blocks: tuple[Block, ...] = ()
    sections: tuple[Section, ...] = ()
    meta: Mapping[str, object] = field(default_factory=dict)
    plain_code_fences: int = 0
    snippet_position: Position = Position(1, 1)
    passages: tuple[Passage, ...] = ()
    marks: Mapping[Position, str] = field(default_factory=dict)
    """Places that were asked for -> the token that stands there in ``markdown``."""
    questions: tuple[Question, ...] = ()
    tasks: tuple[Task, ...] = ()
    state_links: tuple[StateLink, ...] = ()

    @property
    def keys(self) -> tuple[Answer, ...]:
        """The answers whose box is bound to an expression."""
        return tuple(answer for question in self.questions for answer in question.answers if answer.expression)


# ── Snippets ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Cell:
    """A named part of a snippet. ``source`` is the author's own text, ``line`` its first line in the file."""

    name: str
    source: str
    line: int


@dataclass(frozen=True, slots=True)
class Snippet:
    """``snippets/lessons/<name>.py``: its cells in order, and the names of its functions by prefix."""

    name: str
    path: str
    cells: tuple[Cell, ...]
    figures: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    assigned: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Name at module level -> the cells that assign it, in order."""


@dataclass(frozen=True, slots=True)
class Equivalent:
    """A mutant of a solution that does the same: its operator, the line as the mutant has it, and why it does."""

    operator: str
    line: str
    reason: str


@dataclass(frozen=True, slots=True)
class ChallengeFiles:
    """``snippets/challenges/<id>/``: the sources of a challenge and its texts per language.

    ``steps`` are the ids of smaller challenges that lead to this one; ``written`` the texts as their files have them.
    """

    id: str
    folder: str
    starter: str
    solution: str
    checks: str
    misconceptions: str
    texts: Mapping[str, Mapping[str, object]]
    steps: tuple[str, ...] = ()
    equivalent: tuple[Equivalent, ...] = ()
    written: Mapping[str, str] = field(default_factory=dict)


# ── Execution ────────────────────────────────────────────────────────────────────────────────────────────────────────


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
    data: str
    words: str = ""
    width: float = 0.0
    height: float = 0.0
    places: Mapping[str, str] = field(default_factory=dict)

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
    """A figure drawn once per theme: SVG text for ``light`` and ``dark``.

    ``places`` is what it plots and prints, coordinate -> numerals, for the ledger; ``halves`` as in an output;
    ``data`` is what it plots, for readers who ask for it.
    """

    name: str
    light: str
    dark: str
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


# ── Course and page ──────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Course:
    """``lessons/course.yml``: identity, titles per language, languages in order, lessons in order.

    ``begun`` are languages that are still being translated: a lesson that they lack is no finding, its page says so.
    ``source`` is the language that the others are translated from.
    """

    id: str
    titles: Mapping[str, str]
    languages: tuple[str, ...]
    lessons: tuple[str, ...]
    sources: tuple[str, ...] = ()
    copyright: Mapping[str, str] = field(default_factory=dict)
    begun: tuple[str, ...] = ()
    source: str = ""

    @property
    def all_languages(self) -> tuple[str, ...]:
        """Those that are whole, then those that are begun."""
        return (*self.languages, *self.begun)


@dataclass(frozen=True, slots=True)
class Fragment:
    """What stands in the place of a token: ``html`` in the page, ``text`` where only text can stand (alt, title)."""

    html: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class TermLink:
    """A term of the glossary: the forms it takes in a text, and the address that its first mention leads to."""

    key: str
    forms: tuple[str, ...]
    href: str


@dataclass(frozen=True, slots=True)
class QuestionFrame:
    """What surrounds the text of a question on its page, in the page's language.

    ``shown`` is the order in which its answers stand on the page (indices); ``answers`` holds the attributes of each
    answer by its token, in the author's order, and ``labels`` what is said of each (“Right”, a number, “True”).
    ``options`` are texts that replace the items of a true-false question.
    """

    kind: str
    attributes: Mapping[str, str]
    note: str
    summary: str
    printed: str
    answers: Mapping[str, Mapping[str, str]]
    labels: tuple[str, ...]
    shown: tuple[int, ...]
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """A lesson ready for Markdown: its body with tokens, the fragment of each token, and what the templates show."""

    path: str
    slug: str
    language: str
    title: str
    description: str
    markdown: str
    fragments: Mapping[str, Fragment]
    wrappers: Mapping[str, str] = field(default_factory=dict)
    """Token of a word or claim -> the CSS class of the span that holds its text."""
    block_attributes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Token of a block -> the attributes of its section."""
    tails: Mapping[str, Fragment] = field(default_factory=dict)
    """Token of a block -> what closes it, below its text (the work area of a challenge)."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """Files that the page needs beside it (figures), by path relative to the language's root."""
    reading_minutes: int = 0
    checked_numbers: int = 0
    checked_claims: int = 0
    is_lesson: bool = True
    title_html: str = ""
    """The title with its bindings, as it heads the page; ``title`` is the same as text."""
    lead_html: str = ""
    terms: tuple[TermLink, ...] = ()
    """The terms whose first mention is linked."""
    notice: str = ""
    """HTML that stands above the page: what is wrong with it, where ``serve`` shows it all the same."""
    questions: Mapping[str, QuestionFrame] = field(default_factory=dict)
    """By token of the question's block."""
    task_lists: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Token of a project -> the attributes of its list of tasks."""
    tasks: frozenset[str] = frozenset()
    """Tokens of the tasks, which stand before their text."""
    quiz_mark: str = ""
    """Changes when a question of the page changes, in any language; "" without a question."""
    challenges: tuple[str, ...] = ()
    explorables: tuple[str, ...] = ()
