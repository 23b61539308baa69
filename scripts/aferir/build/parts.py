"""What the passes hand to one another: a checked course, an edition, the parts of a site."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..course import Source
from ..glossary import Glossary
from ..languages import Language
from ..ledger import Kept, Produced
from ..model import ChallengeFiles, Content, Course, Finding, Lesson, Page, Results, Snippet
from ..references import Bibliography, Reference
from ..translations import Behind

if TYPE_CHECKING:
    from ..assets import AssetFolder
    from ..site import ContentFolder
    from ..statements import Statements


@dataclass(frozen=True, slots=True)
class Checked:
    """A course, read and executed: what every page will need, and everything found wrong."""

    course: Course
    languages: tuple[str, ...]
    spoken: Mapping[str, Language]
    """By code, with the course's own texts."""
    lessons: tuple[Lesson, ...]
    sources: Mapping[str, Source]
    """By path."""
    snippets: Mapping[str, Snippet]
    results: Mapping[str, Results]
    """By path of the lesson."""
    formulas: Mapping[str, Mapping[str, str]]
    """By path of the lesson: token -> HTML."""
    table_formulas: Mapping[str, str]
    """TeX -> HTML, for all tables."""
    diagrams: Mapping[str, Mapping[str, str]]
    """By path of the lesson: token -> SVG."""
    produced: tuple[Produced, ...]
    bibliography: Bibliography
    references: Mapping[str, tuple[Reference, ...]]
    """By path of the lesson: the sources it cites, in the order of its list."""
    glossary: Glossary
    ledger: Kept | None
    """The one that is committed; None when there is none, or none that can be read."""
    challenges: Mapping[str, ChallengeFiles]
    challenge_texts: tuple[Lesson, ...]
    """The texts of the challenges, read as lessons."""
    challenge_results: Mapping[str, Results]
    """By path of such a text."""
    statements: Statements
    behind: tuple[Behind, ...]
    """The sections of translations whose source has changed."""
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class NotebookPage:
    """The page of a lesson's notebook: its HTML, its headings (level, id, text), the files that it offers."""

    slug: str
    title: str
    html: str
    headings: tuple[tuple[int, str, str], ...]
    files: Mapping[str, Content]
    """By path in the edition: the notebook and the script."""


@dataclass(frozen=True, slots=True)
class Edition:
    """The course in one language: its pages by their path in the edition, in the order of the navigation."""

    language: Language
    title: str
    description: str
    copyright: str
    pages: Mapping[str, Page]
    files: Mapping[str, Content]
    sources: Mapping[str, str]
    """Path in the edition -> path of the source in the repository."""
    notebooks: Mapping[str, NotebookPage] = field(default_factory=dict)
    """By path in the edition."""


@dataclass(frozen=True, slots=True)
class SiteParts:
    """Everything that a finished site is made of, beside what MkDocs adds."""

    course: Course
    editions: tuple[Edition, ...]
    assets: Mapping[str, AssetFolder]
    modules: ContentFolder
    data: ContentFolder
    is_draft: bool
    """Whether its pages show findings: then nobody but their author may see them."""
