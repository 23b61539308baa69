"""What the scanner finds in a Markdown file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal as OneOf

from .position import START, Position

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
    snippet_position: Position = START
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
