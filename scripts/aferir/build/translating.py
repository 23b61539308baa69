"""What is behind its source, what is not translated yet, and what their pages say of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ..challenge_texts import scanned_texts, text_lessons
from ..course import Source, chosen_languages, read_course, read_sources
from ..errors import AferirError, hint
from ..languages import Language, language
from ..model import Course, Finding, Lesson, Page
from ..scan import scan
from ..settings import Settings
from ..translations import (
    Behind,
    State,
    accepted_state,
    behind_finding,
    is_challenge,
    keys_of,
    name_of,
    read_state,
    sections_behind,
    written_state,
)
from .parts import Checked


def translation_state(settings: Settings) -> tuple[State, tuple[Finding, ...]]:
    """What is known of the translations, and what is wrong with the file that says so; nothing when there is none."""
    file = settings.translations_file
    shown = f"{settings.lessons}/{file.name}"
    return read_state(file.read_bytes(), shown) if file.is_file() else ({}, ())


def translations_behind(
    settings: Settings, course: Course, lessons: Iterable[Lesson], sources: Mapping[str, Source], *, every: bool = False
) -> tuple[tuple[Behind, ...], tuple[Finding, ...]]:
    """The sections of these lessons that are behind their source, and what is wrong with the file of their state.

    Pages of ``docs/`` are among ``lessons``, and the texts of challenges, in every language. ``every``: all that have a
    source, behind or not. A course that keeps no such file hears nothing. What the source language has and is not there
    is read.
    """
    if not settings.translations_file.is_file() and settings.stale_translations == "note" and not every:
        return (), ()
    state, found = translation_state(settings)
    wanted = (*chosen_languages(course, settings.languages), course.source)
    told = [lesson for lesson in lessons if is_challenge(lesson) and lesson.language in wanted]
    own = [lesson for lesson in lessons if lesson.path in sources]
    originals = _originals(settings, course, own)
    texts = {path: source.text for path, source in sources.items()}
    texts |= {path: text for path, (text, _) in originals.items()}
    texts |= {item.path: (settings.root / item.path).read_text(encoding="utf-8") for item in told}
    both = [*own, *(lesson for _, lesson in originals.values()), *told]
    return sections_behind(both, texts, course.source, state, every=every), found


def _originals(settings: Settings, course: Course, lessons: Iterable[Lesson]) -> dict[str, tuple[str, Lesson]]:
    """By path: text and lesson of the sources that are not among ``lessons``."""
    lacking = {lesson.slug for lesson in lessons}
    lacking -= {lesson.slug for lesson in lessons if lesson.language == course.source}
    return {
        item.path: (item.text, scan(item.text, item.path, language(item.language), item.slug)[0])
        for item in (read_sources(settings, course, (course.source,)) if lacking else ())
        if isinstance(item, Source) and item.slug in lacking
    }


def refused_translations(settings: Settings, behind: Sequence[Behind]) -> list[Finding]:
    """AF406 for each section that is behind, where the course wants its build to stop at that."""
    return [behind_finding(item) for item in behind] if settings.stale_translations == "fail" else []


def held_against_source(
    settings: Settings, name: str, codes: Sequence[str], section: str
) -> tuple[str, tuple[Behind, ...]]:
    """The new text of the file of the state when those sections say what their source says, and which were behind.

    "" for ``name`` means every lesson, every page, and the texts of every challenge (``challenges/<id>``), "" for
    ``section`` every section; it is named by its title in either language.
    Raises AferirError for a lesson, a language or a section that is none.
    """
    course = read_course(settings)
    wanted = chosen_languages(course, codes)
    read = [item for item in read_sources(settings, course, course.all_languages) if isinstance(item, Source)]
    sources = {item.path: item for item in read}
    lessons = [scan(item.text, item.path, language(item.language), item.slug)[0] for item in sources.values()]
    told = _challenge_texts(settings, course)
    names = list(dict.fromkeys(name_of(item) for item in (*lessons, *told)))
    if name and name not in names:
        raise AferirError(f"this course has no lesson or page {name!r}{hint(name, names)}")
    every, _ = translations_behind(settings, course, [*lessons, *told], sources, every=True)
    chosen = [item for item in every if item.lesson.language in wanted and name in ("", name_of(item.lesson))]
    titles = [title for item in chosen for title in (item.title, item.part.title)]
    if section and section not in titles:
        raise AferirError(f"there is no section {section!r}{hint(section, titles)} in {name or 'the lessons'}")
    chosen = [item for item in chosen if section in ("", item.title, item.part.title)]
    state, _ = translation_state(settings)
    now = keys_of([*lessons, *told], course.source, course.all_languages)
    return written_state(accepted_state(state, chosen, now)), tuple(item for item in chosen if item.is_behind)


def _challenge_texts(settings: Settings, course: Course) -> tuple[Lesson, ...]:
    """The texts of the challenges that can be read, as lessons, in every language."""
    from ..challenges import load_challenges  # noqa: PLC0415 - see `aferir.build`

    shown = f"{settings.snippets}/challenges"
    read = load_challenges(settings.root / shown, shown, course.languages, course.begun)
    known = [challenge for challenge, _ in read.values() if challenge]
    return text_lessons(item for one in known for item in scanned_texts(one).values())


# ── What pages say ───────────────────────────────────────────────────────────────────────────────────────────────────


def with_translation_note(checked: Checked, page: Page) -> Page:
    """The page with a note above it that names its sections which are behind their source."""
    behind = [item for item in checked.behind if item.lesson.language == page.language]
    stale = {item.lesson.slug for item in behind if is_challenge(item.lesson)}
    if not any(item.lesson.path == page.path for item in behind) and not stale & set(page.challenges):
        return page
    own, source = checked.spoken[page.language], checked.spoken[checked.course.source]
    line = own.text(
        "Since this page was translated, its source ({language}) has changed in these sections:", language=source.name
    )
    begin = own.text("The beginning of the page")
    titles = [begin if item.is_first else item.title for item in behind if item.lesson.path == page.path]
    titles += [str(checked.challenges[name].texts[own.code]["title"]) for name in page.challenges if name in stale]
    note = _filled("behind.html", line=line, titles=dict.fromkeys(titles), links=_links([source], page.slug))
    return replace(page, notice=f"{page.notice}\n{note}".strip())


def page_to_come(checked: Checked, path: str, code: str, original: Page | None) -> Page:
    """The page of a lesson that a language which is only begun does not have yet: it says so, and where to read it.

    ``path`` is the file of the lesson in the source language, ``original`` its page, None where that is not built.
    """
    slug = Path(path).stem
    own, source = checked.spoken[code], checked.course.source
    line = own.text("This lesson is not translated into this language yet. You can read it in:")
    title = original.title if original else slug
    links = _links([checked.spoken[other] for other in checked.languages if other not in checked.course.begun], slug)
    return Page(
        path=path,
        slug=slug,
        language=code,
        title=title,
        description=own.text("Not yet translated"),
        markdown="",
        fragments={},
        is_lesson=False,
        title_html=_filled("foreign.html", text=title, code=source),
        lead_html=own.text("Not yet translated"),
        notice=_filled("to_come.html", line=line, links=links),
    )


def _links(languages: Iterable[Language], slug: str) -> list[dict[str, str]]:
    """Where a page stands in other languages, from that in one; a first page is its folder's own."""
    up, end = ("../", "") if slug == "index" else ("../../", f"{slug}/")
    return [{"code": own.code, "name": own.name, "href": f"{up}{own.code}/{end}"} for own in languages]


def _filled(template: str, **values: object) -> str:
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415 - see `aferir.build`

    loader = PackageLoader("aferir", "templates")
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    return environment.get_template(template).render(**values).strip()
