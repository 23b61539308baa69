"""Pages that show what is wrong with them: each finding at its place, and above the page what has no place in it.

For the eyes of an author in ``mkdocs serve``. A finding about a snippet stands at the cell or figure that shows it, one
about a challenge at its block, one about no page at all on the first page of each language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from .languages import language
from .markup import to_html
from .model import Failure, Finding, Lesson, Position, Results, Snippet
from .render import Ingredients, render_page
from .scan import scan

Note = tuple[Finding, Position | None]
"""A finding and where a page shows it; None for above the page."""


def notes_of(
    lessons: Sequence[Lesson],
    findings: Iterable[Finding],
    snippets: Mapping[str, Snippet],
    results: Mapping[str, Results],
) -> dict[str, list[Note]]:
    """By path of the page: what it shows. Every finding stands on one page at least, if there is any page."""
    notes: dict[str, list[Note]] = {lesson.path: [] for lesson in lessons}
    for finding in findings:
        shown = [
            (lesson.path, place)
            for lesson in lessons
            for place in _places(finding, lesson, snippets.get(lesson.snippet), results.get(lesson.path, Results()))
        ]
        for path, place in shown or [(lesson.path, None) for lesson in _first_pages(lessons, finding)]:
            notes[path].append((finding, place))
    return notes


def with_notes(
    lesson: Lesson, text: str, made: Ingredients, notes: Sequence[Note], *, is_lesson: bool
) -> tuple[Lesson, Ingredients]:
    """The lesson with a mark at each place, and what stands there. What Markdown does not carry goes above the page."""
    places = [place for _, place in notes if place]
    marked, _ = scan(text, lesson.path, language(lesson.language), lesson.slug, places)
    boxes: dict[str, list[Finding]] = {}
    above: list[Finding] = []
    for finding, place in notes:
        token = marked.marks.get(place) if place else None
        if token:
            boxes.setdefault(token, []).append(finding)
        else:
            above.append(finding)
    drafted = replace(made, boxes=boxes, is_draft=True)
    html, _ = to_html(render_page(marked, drafted, is_lesson=is_lesson))
    markdown = marked.markdown
    for token in [token for token, found in boxes.items() if not all(anchor(item) in html for item in found)]:
        above += boxes.pop(token)
        markdown = markdown.replace(token, "")
    return replace(marked, markdown=markdown), replace(drafted, boxes=boxes, above=tuple(sorted(above)))


def anchor(finding: Finding) -> str:
    """What marks the box of a finding in the HTML of its page."""
    return f'data-finding="{finding.code}-{finding.line}-{finding.column}"'


def _places(finding: Finding, lesson: Lesson, snippet: Snippet | None, results: Results) -> Iterator[Position | None]:
    """Where the page of ``lesson`` shows ``finding``; nothing when it is not about this page."""
    if finding.path == lesson.path:
        yield Position(finding.line, finding.column)
    elif lesson.snippet and finding.path.endswith(f"/lessons/{lesson.snippet}.py"):
        yield _place_of_code(finding, lesson, snippet, results) if snippet else None
    else:
        for block in lesson.blocks:
            if block.kind == "challenge" and f"/challenges/{block.argument}/" in finding.path:
                yield block.position


def _place_of_code(finding: Finding, lesson: Lesson, snippet: Snippet, results: Results) -> Position | None:
    cells = [cell.name for cell in snippet.cells if cell.line <= finding.line]
    for fence in lesson.fences:
        is_failed_figure = finding.code == "AF211" and isinstance(results.figures.get(fence.name), Failure)
        is_its_cell = fence.kind == "cell" and cells and fence.name == cells[-1]
        if is_its_cell or (fence.kind == "figure" and is_failed_figure):
            return fence.position
    return None


def _first_pages(lessons: Iterable[Lesson], finding: Finding) -> list[Lesson]:
    """The first page of the language that a path belongs to, of each language for a path of none."""
    first = [lesson for lesson in lessons if lesson.slug == "index"]
    return [lesson for lesson in first if f"/{lesson.language}/" in finding.path] or first
