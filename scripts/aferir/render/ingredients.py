"""What a page is made of: everything that the stages before the rendering have computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..glossary import Glossary
from ..languages import Language
from ..model import Cell, Drawing, Explorable, Finding, Output, Table, TermLink
from ..references import Reference


@dataclass(frozen=True, slots=True)
class LessonLink:
    """One line of the list of lessons: where it leads, what it says, how long it takes."""

    href: str
    title: str
    description: str
    facts: str
    slug: str = ""
    quiz_mark: str = ""
    challenges: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A smaller challenge that a page offers inside another one: its id, and its statement as HTML."""

    id: str
    statement: str


@dataclass(frozen=True, slots=True)
class Ingredients:
    """What a lesson's tokens become: everything that the stages before made of it."""

    language: Language
    cells: Mapping[str, Cell] = field(default_factory=dict)
    """By name, their sources localised as the reader sees and runs them."""
    outputs: Mapping[str, Output] = field(default_factory=dict)
    drawings: Mapping[str, Drawing] = field(default_factory=dict)
    tables: Mapping[str, Table] = field(default_factory=dict)
    explorables: Mapping[str, Explorable] = field(default_factory=dict)
    table_formulas: Mapping[str, str] = field(default_factory=dict)
    """TeX -> KaTeX's HTML."""
    formulas: Mapping[str, str] = field(default_factory=dict)
    """Token of a formula -> KaTeX's HTML."""
    diagrams: Mapping[str, str] = field(default_factory=dict)
    """Token of a fence -> SVG."""
    starters: Mapping[str, str] = field(default_factory=dict)
    """Challenge -> the code its editor starts with."""
    references: Sequence[Reference] = ()
    """The sources that the page cites, in the order of its list."""
    glossary: Glossary = field(default_factory=dict)
    terms: tuple[TermLink, ...] = ()
    language_names: Mapping[str, str] = field(default_factory=dict)
    steps: Mapping[str, Sequence[Step]] = field(default_factory=dict)
    """Challenge -> its smaller steps."""
    lessons: Sequence[LessonLink] = ()
    words_per_minute: int = 140
    boxes: Mapping[str, Sequence[Finding]] = field(default_factory=dict)
    """Token of a mark -> what is wrong there."""
    above: Sequence[Finding] = ()
    """What is wrong and has no place in the text."""
    is_draft: bool = False
    """What a token needs may lack, and leaves nothing: a page that only its author sees, with its findings."""
    question_marks: Mapping[str, str] = field(default_factory=dict)
    """``quiz.question`` -> what changes with the question's source, in any language."""
