"""One page, read and judged alone, as an editor asks at each save.

It loads and reads as little as it can: the page, the outlines of its translations, what is known of its code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ..course import Source, chosen_languages, layout_findings, read_course, read_sources
from ..explorables import states_of
from ..languages import language
from ..model import Course, Finding, Lesson, Results
from ..readings import imports_of, outline, readings, snippet_of, source_keys
from ..scan import scan
from ..settings import Settings, challenge_folders
from ..stores import NoCache
from .common import Say, snippet_path
from .diagrams import drawn_diagrams
from .formulas import rendered_formulas
from .judging import Facts, judged, lost, parity
from .running import values_alone, work_of
from .static import broken_paths, static_findings


def check_page(settings: Settings, path: str, text: str, say: Say) -> tuple[Finding, ...]:
    """What ``check_course`` finds at ``path`` when ``text`` stands there.

    Reads that page and its translations, runs nothing whose value is known, and knows of challenges only the names.
    """
    course = read_course(settings)
    chosen = chosen_languages(course, settings.languages)
    sources, found = _page_and_translations(settings, course, chosen, path, text)
    own = sources.get(path)
    if own is None:
        return tuple(sorted(set(found)))
    lesson, own_findings = scan(own.text, path, language(own.language), own.slug)
    found += own_findings
    found += _page_findings(lesson, settings, course, found, say)
    store = readings(settings.cache_folder) if settings.use_cache else NoCache()
    alike_in_all = [lesson if item is own else outline(item, store) for item in sources.values() if item.is_lesson]
    found += [item for item in parity(alike_in_all, sources) if item.path == path and own.is_lesson]
    if settings.stale_translations == "fail":
        from .translating import refused_translations, translations_behind  # noqa: PLC0415 - see `aferir.build`

        found += refused_translations(settings, translations_behind(settings, course, [lesson], sources)[0])
    found += lost([lesson], settings, found)
    return tuple(sorted(set(found)))


def _page_and_translations(
    settings: Settings, course: Course, chosen: Sequence[str], path: str, text: str
) -> tuple[dict[str, Source], list[Finding]]:
    """The files of one slug by path, with ``text`` at ``path``, and what is wrong with that file before it is read."""
    slug = Path(path).stem
    alike = replace(course, lessons=tuple(name for name in course.lessons if name == slug))
    read = list(read_sources(settings, alike, chosen, {path: text}))
    sources = {item.path: item for item in read if isinstance(item, Source) and item.slug == slug}
    found = [item for item in layout_findings(settings, course, chosen) if item.path == path]
    return sources, [*found, *(item for item in read if isinstance(item, Finding) and item.path == path)]


def _page_findings(
    lesson: Lesson, settings: Settings, course: Course, besides: Sequence[Finding], say: Say
) -> list[Finding]:
    """What one page says against its code, its formulas and itself."""
    store = readings(settings.cache_folder) if settings.use_cache else NoCache()
    place = snippet_path(settings, lesson.snippet) if lesson.snippet else None
    shown = place.relative_to(settings.root).as_posix() if place else ""
    snippet = snippet_of(place, shown, course.languages, store) if place and place.exists() else None
    challenges = [folder.name for folder in challenge_folders(settings.snippets_folder / "challenges")]
    broken = broken_paths(besides)
    found = static_findings(lesson, settings, {lesson.snippet: snippet} if snippet else {}, challenges, broken)
    work = work_of(replace(lesson, fences=()), snippet, broken, settings)
    files = (place, *imports_of(place, settings.snippets_folder, store)) if place and work.cells else ()
    results = Results(values=values_alone(work, settings, files, say) if work.expressions else {})
    sources = (*source_keys(settings.bibliography_file, store), *course.sources)
    refused = rendered_formulas(settings, [lesson], {}, say).findings
    facts = Facts(lesson, results, language(lesson.language), sources, refused, states_of(lesson, results))
    found = [*found, *drawn_diagrams(settings, [lesson], say).findings]
    return [*found, *judged(facts, [*besides, *found])]
