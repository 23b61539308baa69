"""The pages of a checked course, by language, and the folders its site is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from ..errors import RULES
from ..explorables import explorables_of
from ..glossary import term_links
from ..languages import Language, language
from ..memory import Memory
from ..model import ChallengeFiles, Drawing, Lesson, Output, Page, Results, Table, TermLink
from ..quizzes import question_marks
from ..settings import Settings
from ..snippets import localised
from .common import Say
from .data import course_data, shown_cells
from .notebooks import notebook_pages
from .parts import Checked, Edition, SiteParts
from .translating import page_to_come, with_translation_note

if TYPE_CHECKING:
    from ..render import Ingredients, LessonLink, Step
    from ..site import ContentFolder


def load_rooms() -> None:
    """Load what `build_site` enters, before it is asked."""
    from .. import render, site  # noqa: PLC0415, F401 - see `aferir.build`
    from ..assets import pyodide_dist  # noqa: PLC0415, F401 - see `aferir.build`


def build_site(checked: Checked, settings: Settings, say: Say, memory: Memory | None = None) -> SiteParts:
    """Pages and folders of a course. Where it has findings, its pages show them: for its author's eyes only.

    With the ``memory`` of an earlier call only what has changed since is made.
    """
    from ..assets import asset_folders, page_program  # noqa: PLC0415 - see `aferir.build`
    from ..assets.pyodide_dist import drawing_bytes, runtime_bytes  # noqa: PLC0415 - see `aferir.build`
    from ..site import module_folder, published_sizes  # noqa: PLC0415 - see `aferir.build`

    memory = memory or Memory()
    made = editions(checked, settings, memory)
    data = course_data(checked, settings, memory)
    characters = "".join(sorted(_characters(checked, data)))
    assets = memory.of(
        ("assets",),
        lambda folder, text: asset_folders(folder, characters=text, say=say),
        settings.cache_folder,
        characters,
    )
    siblings = {name: assets[name].folder_name for name in ("pyodide", "drawing", "editor")}
    runtime = published_sizes(assets["pyodide"].path, runtime_bytes(assets["pyodide"].path))
    files = {"pyodide": runtime, "drawing": drawing_bytes(assets["drawing"].path)}
    program = page_program(settings.cache_folder, say=say)
    spoken = [checked.spoken[code] for code in checked.languages]
    modules = module_folder(program, siblings, files, settings.browser_seconds, spoken)
    return SiteParts(checked.course, made, assets, modules, data, bool(checked.findings))


def _characters(checked: Checked, data: ContentFolder) -> set[str]:
    """Every character that a page may show, for the subset of the fonts."""
    texts = [source.text for source in checked.sources.values()]
    texts += [raw.decode() for raw in data.files.values()]
    texts += [str(text) for code in checked.languages for text in checked.spoken[code].catalogue.texts.items()]
    texts += checked.course.titles.values()
    texts += [str(rule) for rule in RULES.values()]
    return set().union(*texts)


def editions(checked: Checked, settings: Settings, memory: Memory | None = None) -> tuple[Edition, ...]:
    """The course in each language of this build."""
    memory = memory or Memory()
    made: list[Edition] = []
    for code in checked.languages:
        originals = next((item.pages for item in made if item.language.code == checked.course.source), {})
        made.append(_edition(checked, code, settings, originals, memory))
    return tuple(made)


def _edition(checked: Checked, code: str, settings: Settings, originals: Mapping[str, Page], memory: Memory) -> Edition:
    """``originals`` are the pages of the source language, if they are made."""
    from ..render import render_page  # noqa: PLC0415 - see `aferir.build`

    own = {lesson.slug: lesson for lesson in checked.lessons if lesson.language == code}
    order = [slug for slug in ("index", *checked.course.lessons) if slug in own]
    order += sorted(set(own) - set(order))
    starters = {
        name: localised(item.starter, code, checked.course.all_languages) for name, item in checked.challenges.items()
    }
    made = {slug: _ingredients(checked, own[slug], settings, starters, memory) for slug in order}
    if checked.findings:
        own, made = _drafted(checked, own, made)
    lessons = {
        slug: memory.of(("page", own[slug].path), render_page, own[slug], made[slug])
        for slug in order
        if checked.sources[own[slug].path].is_lesson
    }
    lessons = _all_lessons(checked, code, lessons, originals, settings)
    links = tuple(_link(page, checked.spoken[code]) for page in lessons.values())
    others = {
        slug: memory.of(
            ("page", own[slug].path), render_page, own[slug], replace(made[slug], lessons=links), is_lesson=False
        )
        for slug in order
        if slug not in lessons
    }
    others = {slug: with_translation_note(checked, page) for slug, page in others.items()}
    pages = {f"{slug}.md": page for slug, page in _in_order(others, lessons).items()}
    translated = {slug: page for slug, page in lessons.items() if slug in own}
    books = notebook_pages(checked, settings, translated, made, memory.shelf)
    files = [*(page.files for page in pages.values()), *(book.files for book in books.values())]
    return Edition(
        language=checked.spoken[code],
        title=checked.course.titles.get(code, checked.course.titles[checked.course.source]),
        description=pages["index.md"].description if "index.md" in pages else "",
        copyright=checked.course.copyright.get(code, ""),
        pages=pages,
        files={path: data for own_files in files for path, data in own_files.items()},
        sources={name: page.path for name, page in pages.items()},
        notebooks=books,
    )


def _all_lessons(
    checked: Checked, code: str, made: Mapping[str, Page], originals: Mapping[str, Page], settings: Settings
) -> dict[str, Page]:
    """Every lesson of the course in order: as it is translated, or a page that says that it is not."""
    begun, folder = code in checked.course.begun, f"{settings.lessons}/{checked.course.source}"
    slugs = [slug for slug in checked.course.lessons if slug in made or begun]
    return {
        slug: with_translation_note(checked, made[slug])
        if slug in made
        else page_to_come(checked, f"{folder}/{slug}.md", code, originals.get(f"{slug}.md"))
        for slug in slugs
    }


def _in_order(others: Mapping[str, Page], lessons: Mapping[str, Page]) -> dict[str, Page]:
    """The first page, the lessons, and whatever else there is."""
    first = {slug: page for slug, page in others.items() if slug == "index"}
    return {**first, **lessons, **others}


def _drafted(
    checked: Checked, own: Mapping[str, Lesson], made: Mapping[str, Ingredients]
) -> tuple[dict[str, Lesson], dict[str, Ingredients]]:
    """The lessons of one language and what they are made of, by slug, with what is wrong where it is wrong."""
    from ..drafts import notes_of, with_notes  # noqa: PLC0415 - see `aferir.build`

    notes = notes_of(checked.lessons, checked.findings, checked.snippets, checked.results)
    both = {
        slug: with_notes(
            lesson,
            checked.sources[lesson.path].text,
            made[slug],
            notes[lesson.path],
            is_lesson=checked.sources[lesson.path].is_lesson,
        )
        for slug, lesson in own.items()
    }
    return {slug: lesson for slug, (lesson, _) in both.items()}, {
        slug: own_made for slug, (_, own_made) in both.items()
    }


def _link(page: Page, own: Language) -> LessonLink:
    from ..render import LessonLink  # noqa: PLC0415 - see `aferir.build`

    facts = own.plural("{count} minute of reading", "{count} minutes of reading", page.reading_minutes)
    if not page.is_lesson:  # its description says that it is not translated
        facts = ""
    return LessonLink(f"{page.slug}/", page.title, page.description, facts, page.slug, page.quiz_mark, page.challenges)


def _ingredients(
    checked: Checked, lesson: Lesson, settings: Settings, starters: Mapping[str, str], memory: Memory
) -> Ingredients:
    from ..render import Ingredients  # noqa: PLC0415 - see `aferir.build`

    snippet = checked.snippets.get(lesson.snippet)
    results = checked.results.get(lesson.path, Results())
    return Ingredients(
        language=checked.spoken[lesson.language],
        cells={
            cell.name: cell
            for cell in memory.of(("cells", lesson.path), shown_cells, snippet, lesson.language, checked.course)
        },
        outputs={name: item for name, item in results.outputs.items() if isinstance(item, Output)},
        drawings={name: item for name, item in results.figures.items() if isinstance(item, Drawing)},
        tables={name: item for name, item in results.tables.items() if isinstance(item, Table)},
        explorables={item.name: item for item in explorables_of(lesson, results)},
        table_formulas=checked.table_formulas,
        references=checked.references[lesson.path],
        formulas=checked.formulas.get(lesson.path, {}),
        diagrams=checked.diagrams.get(lesson.path, {}),
        starters=starters,
        glossary=checked.glossary if lesson.language in checked.course.languages else {},
        terms=_term_links(checked, lesson.language),
        language_names={code: language(code).name for code in ("en", *checked.course.all_languages)},
        steps={name: _steps(checked, item, lesson.language) for name, item in checked.challenges.items()},
        words_per_minute=settings.words_per_minute,
        question_marks=question_marks(item for item in checked.lessons if item.slug == lesson.slug),
    )


def _term_links(checked: Checked, code: str) -> tuple[TermLink, ...]:
    """What links terms to the page of their language that holds the glossary; nothing when there is none."""
    pages = [lesson for lesson in checked.lessons if lesson.language == code]
    slug = next((page.slug for page in pages for fence in page.fences if fence.kind == "glossary"), "")
    return term_links(checked.glossary, code, f"../{slug}/") if slug and code in checked.course.languages else ()


def _steps(checked: Checked, challenge: ChallengeFiles, code: str) -> tuple[Step, ...]:
    """The smaller challenges that a page offers with ``challenge``."""
    from ..render import Step  # noqa: PLC0415 - see `aferir.build`

    stated = ((name, checked.statements[name].get(code)) for name in challenge.steps)
    return tuple(Step(name, statement) for name, statement in stated if statement)
