"""A course, and a lesson ready to be shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .content import Content


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
    files: Mapping[str, Content] = field(default_factory=dict)
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
