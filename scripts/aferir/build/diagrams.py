"""The diagrams of lessons, drawn in one go."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..diagrams import DiagramError, graphviz_version, kept_diagrams, render_diagrams
from ..errors import AferirError, finding
from ..model import Finding, Lesson, Option
from ..scan.fences import Fault, option_of
from ..settings import Settings
from .common import Say, answered


@dataclass(frozen=True, slots=True)
class Diagrams:
    """SVG by the lesson's path and the fence's token, and what Graphviz, or a page, refuses."""

    by_lesson: Mapping[str, Mapping[str, str]]
    findings: tuple[Finding, ...]


def drawn_diagrams(settings: Settings, lessons: Sequence[Lesson], say: Say) -> Diagrams:
    """The drawings of all diagrams of the lessons."""
    asked = [
        (lesson, fence.token, fence.body) for lesson in lessons for fence in lesson.fences if fence.kind == "diagram"
    ]
    written = [(lesson, token, body) for lesson, token, body in asked if body]
    made: dict[str, dict[str, str]] = {}
    found = []
    answers = _answers_of_graphviz([body.text for _, _, body in written], settings, say)
    for (lesson, token, body), answer in zip(written, answers, strict=True):
        if isinstance(answer, DiagramError):
            found.append(_refused(lesson, body, answer))
        else:
            made.setdefault(lesson.path, {})[token] = answer
    return Diagrams(made, tuple(found))


def diagram_fence(source: str, settings: Settings, say: Say = lambda _note: None) -> str:
    """The HTML of a diagram on a page that is no lesson: what stands in its fence, written as in a lesson.

    Raises AferirError when it cannot be drawn.
    """
    from ..render import diagram_html  # noqa: PLC0415 - see `aferir.build`

    head, _, graph = source.partition("\n\n")
    options = dict(_option(line) for line in head.splitlines())
    if "alt" not in options or not graph.strip():
        raise AferirError("a diagram needs alt: and its text, an empty line, and its graph")
    (answer,) = _answers_of_graphviz([graph], settings, say)
    if isinstance(answer, DiagramError):
        raise AferirError(f"line {answer.line} of the graph: {answer.message}")
    return diagram_html(options["alt"], options.get("caption", ""), answer)


def _option(line: str) -> tuple[str, str]:
    found = option_of("diagram", line, ())
    if isinstance(found, Fault):
        raise AferirError(found.details["reason"])
    key, start = found
    return key, line[start:].strip()


def _refused(lesson: Lesson, body: Option, error: DiagramError) -> Finding:
    line = min(body.position.line + error.line - 1, body.position.line + body.text.count("\n"))
    return finding("AF603", lesson.path, replace(body.position, line=line, column=1), message=error.message)


def _answers_of_graphviz(graphs: Sequence[str], settings: Settings, say: Say) -> Sequence[str | DiagramError]:
    if not graphs:
        return ()
    cache = settings.cache_folder

    def ask(remember: Callable[[str], None]) -> Sequence[str | DiagramError]:
        from ..assets import graphviz_package  # noqa: PLC0415 - see `aferir.build`

        folder = graphviz_package(cache, say)
        remember(graphviz_version(folder))
        return render_diagrams(graphs, folder, cache)

    return answered(settings, "graphviz", lambda version: kept_diagrams(graphs, version, cache), ask)
