"""What is wrong with a lesson before anything runs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial

from ..cache import numpy_names
from ..errors import finding, hint
from ..ledger import PRODUCING
from ..model import Finding, Lesson, Position, Snippet
from ..settings import Settings
from ..values import name_findings
from .common import kept, shown_as_written, snippet_path

NO_SNIPPET = Snippet("", "", ())
_BROKEN = ("AF107", "AF108")


def broken_paths(found: Iterable[Finding]) -> frozenset[str]:
    """Lessons whose front matter has findings: what they do not name is not missing."""
    return frozenset(item.path for item in found if item.code in _BROKEN)


def static_findings(
    lesson: Lesson,
    settings: Settings,
    snippets: Mapping[str, Snippet],
    challenges: Collection[str],
    broken: Collection[str],
) -> list[Finding]:
    """What is wrong with a lesson before anything runs. ``broken``: lessons whose front matter has findings."""
    found = [*_block_findings(lesson, challenges), *_repeated(lesson)]
    snippet = snippets.get(lesson.snippet)
    if snippet:
        known = partial(numpy_names, kept(settings, "outputs")) if settings.use_cache else None
        return [*found, *_fence_findings(lesson, snippet), *name_findings(lesson, snippet, known)]
    if lesson.snippet and not snippet_path(settings, lesson.snippet).exists():
        folder = f"{settings.snippets}/lessons"
        names = [path.stem for path in (settings.snippets_folder / "lessons").glob("*.py")]
        close = hint(lesson.snippet, names)
        details = {"name": lesson.snippet, "hint": close, "folder": folder}
        return [*found, finding("AF201", lesson.path, lesson.snippet_position, **details)]
    return [*found, *(_no_snippet(lesson) if not lesson.snippet and lesson.path not in broken else ())]


def _no_snippet(lesson: Lesson) -> Iterable[Finding]:
    for fault in name_findings(lesson, NO_SNIPPET)[:1]:
        place = Position(fault.line, fault.column)
        needing = next(shown_as_written(item) for item in (*lesson.bindings, *lesson.keys) if item.position == place)
        yield finding("AF213", lesson.path, place, what=needing)
    for fence in lesson.fences:
        if fence.kind in PRODUCING:
            yield finding("AF213", lesson.path, fence.position, what=f"the fence “{fence.kind} {fence.name}”")


def _fence_findings(lesson: Lesson, snippet: Snippet) -> Iterable[Finding]:
    cells = [cell.name for cell in snippet.cells]
    known = {
        "cell": (cells, "AF202"),
        "figure": (list(snippet.figures), "AF203"),
        "table": (list(snippet.tables), "AF215"),
        "explorable": (list(snippet.states), "AF231"),
    }
    for fence in lesson.fences:
        names, code = known.get(fence.kind, ([fence.name], ""))
        if fence.name not in names:
            details = {"snippet": snippet.name, "name": fence.name, "hint": hint(fence.name, names)}
            yield finding(code, lesson.path, fence.position, **details, known=", ".join(names) or "none")


def _repeated(lesson: Lesson) -> Iterable[Finding]:
    """Whatever a page shows twice, of that which addresses lead to and by which a reader's work is kept."""
    first: dict[tuple[str, str], int] = {}
    fences = [(item.kind, item.name, item.position) for item in lesson.fences if item.kind in (*PRODUCING, "diagram")]
    blocks = [(item.kind, item.argument, item.position) for item in lesson.blocks if item.kind == "challenge"]
    for kind, name, place in (*fences, *blocks):
        line = first.setdefault((kind, name), place.line)
        if line != place.line:
            reason = f"{kind} “{name}” is shown twice: a page shows it once, as line {line} does"
            yield finding("AF113" if kind == "challenge" else "AF110", lesson.path, place, reason=reason)


def _block_findings(lesson: Lesson, challenges: Collection[str]) -> Iterable[Finding]:
    for block in lesson.blocks:
        if block.kind == "challenge" and block.argument not in challenges:
            details = {"name": block.argument, "hint": hint(block.argument, challenges)}
            yield finding("AF204", lesson.path, block.position, **details, known=", ".join(challenges) or "none")
