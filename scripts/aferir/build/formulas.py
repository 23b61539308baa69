"""The formulas of lessons and of their tables, rendered by KaTeX in one go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from ..errors import finding
from ..memory import Memory
from ..model import Finding, Lesson, Position, Results
from ..settings import Settings
from ..tables import table_formulas
from ..tex import TexError, katex_version, kept_formulas, render_formulas
from .common import Say, answered


@dataclass(frozen=True, slots=True)
class Formulas:
    """HTML of formulas, and what TeX refuses."""

    by_lesson: Mapping[str, Mapping[str, str]]
    """Path of the lesson -> token -> HTML."""
    in_tables: Mapping[str, str]
    """TeX -> HTML."""
    findings: tuple[Finding, ...]


def rendered_formulas(
    settings: Settings,
    lessons: Sequence[Lesson],
    results: Mapping[str, Results],
    say: Say,
    memory: Memory | None = None,
) -> Formulas:
    """The HTML of the lessons' formulas by path and token, that of their tables' by TeX, and what TeX refuses.

    With the ``memory`` of an earlier call KaTeX's answers to the same questions are not read again.
    """
    written = [(lesson, formula.position, formula) for lesson in lessons for formula in lesson.formulas]
    in_tables = [(lesson, *item) for lesson in lessons for item in _in_tables(lesson, results)]
    if not written and not in_tables:
        return Formulas({}, {}, ())
    asked = [*((item.tex, item.display) for _, _, item in written), *((tex, False) for _, _, tex in in_tables)]
    ask = partial(_answers_of_katex, say=say)
    answers = (memory or Memory()).of(("formulas",), ask, asked, settings)
    places = [(lesson, position) for lesson, position, _ in (*written, *in_tables)]
    found = tuple(
        finding("AF601", lesson.path, position, message=answer.message)
        for (lesson, position), answer in zip(places, answers, strict=True)
        if isinstance(answer, TexError)
    )
    html: dict[str, dict[str, str]] = {}
    for (lesson, _, formula), answer in zip(written, answers, strict=False):
        if isinstance(answer, str):
            html.setdefault(lesson.path, {})[formula.token] = answer
    of_tables = zip(in_tables, answers[len(written) :], strict=True)
    return Formulas(html, {tex: answer for (_, _, tex), answer in of_tables if isinstance(answer, str)}, found)


def _in_tables(lesson: Lesson, results: Mapping[str, Results]) -> Iterable[tuple[Position, str]]:
    """The formulas of a lesson's tables, each at the fence of its table."""
    fences = {fence.name: fence.position for fence in lesson.fences if fence.kind == "table"}
    return ((fences[name], tex) for name, tex in table_formulas(results.get(lesson.path, Results())))


def _answers_of_katex(asked: Sequence[tuple[str, bool]], settings: Settings, say: Say) -> Sequence[str | TexError]:
    cache = settings.cache_folder

    def ask(remember: Callable[[str], None]) -> Sequence[str | TexError]:
        from ..assets import katex_package  # noqa: PLC0415 - see `aferir.build`

        folder = katex_package(cache, say)
        remember(katex_version(folder))
        return render_formulas(asked, folder, cache)

    return answered(settings, "katex", lambda version: kept_formulas(asked, version, cache), ask)
