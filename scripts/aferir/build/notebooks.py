"""The notebook of each lesson of one language: made from what the build computed, and rendered as a page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from .. import notebooks
from ..languages import Language
from ..memory import Memory
from ..model import Drawing, Finding, Lesson, Output, Page, Results, Snippet, Table
from ..notebooks import Made, Notebook, companion, notebook_findings
from ..notebooks.edits import without_remarks
from ..notebooks.formats import as_ipynb, as_page, as_script, house_code, pictures, texts_of
from ..settings import Settings
from ..shelf import Shelf, all_laid
from ..snippets import localised
from .common import kept, reference_files
from .data import shown_cells
from .parts import Checked, NotebookPage

if TYPE_CHECKING:
    from ..render import Ingredients

FOLDER = "notebooks"
"""Where notebooks lie in an edition."""


def reference_modules(settings: Settings) -> dict[str, str]:
    """The course's reference functions: module -> source."""
    files = reference_files(settings)
    return {path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): text for path, text in files.items()}


def uncarried(settings: Settings, snippets: Mapping[str, Snippet], memory: Memory) -> list[Finding]:
    """AF222 for each snippet of which no notebook can be made."""
    modules = reference_modules(settings)
    found = (
        memory.of(("uncarried", name), lambda *asked: tuple(notebook_findings(*asked)), snippet, modules)
        for name, snippet in snippets.items()
    )
    return [item for items in found for item in items]


def notebook_pages(
    checked: Checked, settings: Settings, pages: Mapping[str, Page], made: Mapping[str, Ingredients], shelf: Shelf
) -> dict[str, NotebookPage]:
    """The notebooks of one language's lessons, by path; none for a course with findings, or that wants none."""
    if checked.findings or not settings.notebooks:
        return {}
    from ..notebook_pages import rendered  # noqa: PLC0415 - see `aferir.build`
    from ..render import notebook_fragments  # noqa: PLC0415 - see `aferir.build`

    by_path = {lesson.path: lesson for lesson in checked.lessons}
    lessons = {slug: by_path[page.path] for slug, page in pages.items() if by_path[page.path].snippet}
    books = {slug: _notebook(checked, lesson, pages[slug], settings) for slug, lesson in lessons.items()}
    documents = {slug: as_page(book, _labels(book, checked.spoken[book.language])) for slug, book in books.items()}
    found: dict[str, NotebookPage] = {}
    for slug, page in rendered(documents, kept(settings, "notebooks")).items():
        lesson = lessons[slug]
        shown = notebook_fragments(lesson, made[slug], pages[slug])
        plain = {formula.token: formula.tex for formula in lesson.formulas}
        html, headings = page.filled(shown), page.contents(plain)
        results = checked.results.get(lesson.path, Results())
        files = _files(books[slug], lesson, results, pages[slug], checked.diagrams.get(lesson.path, {}))
        found[f"{FOLDER}/{slug}.md"] = NotebookPage(slug, pages[slug].title, html, headings, all_laid(files, shelf))
    return found


def _files(book: Notebook, lesson: Lesson, results: Results, page: Page, diagrams: Mapping[str, str]) -> dict[str, str]:
    tables = {name: item for name, item in results.tables.items() if isinstance(item, Table)}
    alts = {token: page.fragments[token].text for token in diagrams}
    texts = texts_of(lesson, tables, alts)
    return {
        f"{FOLDER}/{book.slug}.ipynb": as_ipynb(book, {**texts, **pictures(alts, diagrams)}).decode(),
        f"{FOLDER}/{book.slug}.py": as_script(book, texts),
    }


def _labels(book: Notebook, own: Language) -> dict[str, object]:
    """What the page of a notebook says besides it: above folded code, and of each cell to whoever hears it."""
    names = [entry.name for entry in book.entries if entry.kind == "code"]
    return {
        "aside": own.text("Code that the lesson does not show"),
        "code": [own.text("Code of cell {name}", name=name) for name in names],
        "output": [own.text("Output of cell {name}", name=name) for name in names],
    }


def _notebook(checked: Checked, lesson: Lesson, page: Page, settings: Settings) -> Notebook:
    code, course = lesson.language, checked.course
    results = checked.results.get(lesson.path, Results())
    modules = {name: localised(text, code, course.languages) for name, text in reference_modules(settings).items()}
    made = Made(
        cells=shown_cells(checked.snippets[lesson.snippet], code, course),
        shown=frozenset(fence.name for fence in lesson.fences if fence.kind == "cell"),
        title=page.title,
        lead=page.description,
        course=course.titles.get(code, course.titles[course.source]),
        alts={fence.name: page.fragments[fence.token].text for fence in lesson.fences if fence.kind == "figure"},
        outputs={name: item for name, item in results.outputs.items() if isinstance(item, Output)},
        drawings={name: item for name, item in results.figures.items() if isinstance(item, Drawing)},
        tables={name: item for name, item in results.tables.items() if isinstance(item, Table)},
        reference=modules,
    )
    return companion(lesson, made, checked.spoken[code], _house(checked.spoken[code]))


def _house(own: Language) -> str:
    """The code that draws figures, for one language, in the light theme."""
    from ..execute.palette import LIGHT  # noqa: PLC0415 - the palette alone, without Matplotlib

    source = Path(notebooks.__file__).with_name("house.py").read_text(encoding="utf-8")
    values: dict[str, object] = {
        "decimal": own.marks.decimal,
        "thousands": own.marks.thousands[0],
        "grouped_from": own.marks.grouped_from,
        **{name: getattr(LIGHT, name) for name in ("paper", "ink", "muted", "grid", "accent", "heads")},
        "steps": LIGHT.shares,
    }
    return house_code(without_remarks(source), own.code, values)
