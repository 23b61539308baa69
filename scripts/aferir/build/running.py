"""Lessons run: each with its snippet as one unit of work, several at once, or one alone for an editor."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ..cache import run_cached, values_cached
from ..languages import language
from ..memory import Memory
from ..model import Failure, Finding, Lesson, Results, Snippet, Value, Work
from ..settings import Settings
from ..shelf import with_drawings_laid
from ..snippets import imported_files, named_modules
from ..stores import NoCache, Store
from ..values import failure_findings, name_findings, wanted_expressions
from .common import Meanwhile, Say, kept, nothing
from .static import NO_SNIPPET

if TYPE_CHECKING:
    from ..execute.crew import Crew


def executed(  # noqa: PLR0913, PLR0917 - what a build knows by now
    settings: Settings,
    lessons: Sequence[Lesson],
    snippets: Mapping[str, Snippet],
    broken: Collection[str],
    say: Say,
    memory: Memory,
    meanwhile: Meanwhile = nothing,
) -> tuple[dict[str, Results], list[Finding]]:
    """What came of each lesson by its path, and the failures of cells, figures, tables and expressions.

    ``meanwhile`` is done, if anything must run, while the process that runs it starts.
    """
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - see `aferir.build`

    from ..execute.crew import crew_of  # noqa: PLC0415 - see `aferir.build`

    fonts = functools.cache(lambda: _fonts(settings, say))  # asked for each lesson that draws, and found whole once
    works = {lesson.path: work_of(lesson, snippets.get(lesson.snippet), broken, settings, fonts) for lesson in lessons}
    wanted = {path: work for path, work in works.items() if work.cells or work.expressions}
    # Read here and not in the threads: two of them must not be in Python's parser at once (SystemError in 3.11, 3.12).
    paths = {path: _files(path, settings, memory) for path in {work.path for work in wanted.values() if work.cells}}
    files = [paths.get(work.path, ()) for work in wanted.values()]
    with crew_of(settings, meanwhile) as crew, ThreadPoolExecutor(crew.width) as pool:
        cache = kept(settings, "outputs", say) if settings.use_cache else NoCache()
        run = partial(_remembered, crew=crew, cache=cache, memory=memory)
        results = dict(zip(wanted, pool.map(run, wanted, wanted.values(), files), strict=True))
    found = [item for path, work in wanted.items() for item in failure_findings(work, results[path])]
    return results, found


def _remembered(  # noqa: PLR0913 - two by name
    path: str, work: Work, files: Sequence[Path], *, crew: Crew, cache: Store, memory: Memory
) -> Results:
    """The results of a work whose text, with that of all it imports, is as it was; what failed runs again."""
    texts = [file.read_bytes() for file in files]

    def run(*_asked: object) -> Results:
        return with_drawings_laid(_run(work, files, crew=crew, cache=cache), memory.shelf)

    results = memory.of(("run", path), run, work, texts)
    every = (*results.outputs.values(), *results.values.values(), *results.figures.values(), *results.tables.values())
    if any(isinstance(item, Failure) for item in every):
        memory.forget(("run", path))
    return results


def _run(work: Work, files: Sequence[Path], *, crew: Crew, cache: Store) -> Results:
    if isinstance(cache, NoCache):
        return crew.run(work, files, keep=False)

    def run(asked: Work) -> Results:
        return crew.run(asked, files, keep=True)

    def resume(asked: Work, snapshot: bytes) -> Results | None:
        return crew.resume(asked, files, snapshot)

    return run_cached(work, cache, run, files, resume)


def _files(shown: str, settings: Settings, memory: Memory) -> tuple[Path, ...]:
    """The files that decide what the cells of a snippet do: itself and what it imports of the course."""

    def named(path: Path, folder: Path) -> tuple[tuple[str, ...], ...]:
        text = path.read_bytes() if path.is_file() else None
        return memory.of(("imports", path), lambda _text, *place: named_modules(*place), text, path, folder)

    path = settings.root / shown
    return (path, *imported_files(path, settings.snippets_folder, named))


def work_of(
    lesson: Lesson,
    snippet: Snippet | None,
    broken: Collection[str],
    settings: Settings,
    fonts: Callable[[], tuple[str, ...]] = tuple,
) -> Work:
    """All that running a lesson needs. ``broken``: lessons whose front matter has findings; ``fonts``: of figures."""
    wanted = {(fence.kind, fence.name): None for fence in lesson.fences} if snippet else {}
    drawn = tuple(name for kind, name in wanted if kind == "figure" and snippet and name in snippet.figures)
    tables = tuple(name for kind, name in wanted if kind == "table" and snippet and name in snippet.tables)
    states = tuple(name for kind, name in wanted if kind == "explorable" and snippet and name in snippet.states)
    marks = language(lesson.language).marks
    return Work(
        snippet=lesson.snippet,
        path=snippet.path if snippet else lesson.path,
        cells=snippet.cells if snippet else (),
        language=lesson.language,
        expressions=wanted_expressions(lesson) if _can_evaluate(lesson, snippet, broken) else (),
        figures=drawn,
        tables=tables,
        states=states,
        import_folder=str(settings.snippets_folder.resolve()),
        cell_seconds=settings.cell_seconds,
        memory_megabytes=settings.memory_megabytes,
        fonts=fonts() if drawn else (),
        decimal_mark=marks.decimal,
        thousands_mark=marks.thousands[0],
        grouped_from=marks.grouped_from,
    )


def _fonts(settings: Settings, say: Say) -> tuple[str, ...]:
    from ..assets import figure_fonts  # noqa: PLC0415 - see `aferir.build`

    return tuple(map(str, figure_fonts(settings.cache_folder, say)))


def _can_evaluate(lesson: Lesson, snippet: Snippet | None, broken: Collection[str]) -> bool:
    """Whether the names of a lesson's expressions can be known. If not, one finding has said so already."""
    if lesson.snippet:
        return snippet is not None
    return lesson.path not in broken and not name_findings(lesson, NO_SNIPPET)


def values_alone(work: Work, settings: Settings, files: Sequence[Path], say: Say) -> Mapping[str, Value | Failure]:
    """Values of the expressions of one lesson: kept ones, and where one is missing, by a process of its own."""
    run, resume = partial(_run_alone, settings=settings), partial(_resume_alone, settings=settings)
    if not settings.use_cache:
        return run(work).values
    return values_cached(work, kept(settings, "outputs", say), run, files, resume)


def _run_alone(work: Work, settings: Settings) -> Results:
    """One work in a process of its own, which loads only what the work needs."""
    from ..execute import Engine  # noqa: PLC0415 - see `aferir.build`

    with Engine(settings.cache_folder, fork=False) as engine:
        return engine.run(work, keep=settings.use_cache)


def _resume_alone(work: Work, snapshot: bytes, settings: Settings) -> Results | None:
    from ..execute import Engine  # noqa: PLC0415 - see `aferir.build`

    with Engine(settings.cache_folder, fork=False) as engine:
        return engine.resume(work, snapshot)
