"""The fragments inside a line of text: numbers, givens and formulas."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence

from markupsafe import Markup

from ..model import Formula, Fragment, Given, Lesson, Number
from .ingredients import Ingredients
from .templates import filled


def inline_fragments(lesson: Lesson, made: Ingredients) -> dict[str, Fragment]:
    """Token of a number, a given or a formula -> what the page shows in its place."""
    shown = (item for item in lesson.bindings if isinstance(item, Number | Given))
    numbers = {
        item.token: filled(
            "number.html", made.language, text=item.written, written=item.written, source=_id(item.token)
        )
        for item in shown
    }
    bound = formula_bindings(lesson)
    return numbers | {formula.token: _formula(formula, made, bound[formula.token]) for formula in lesson.formulas}


def _formula(formula: Formula, made: Ingredients, bound: Sequence[int]) -> Fragment:
    tex, language = formula.tex, made.language
    if made.is_draft and formula.token not in made.formulas:
        return filled("unread.html", language, written=tex, text=tex)
    html = Markup(made.formulas[formula.token])  # noqa: S704  KaTeX's own output, made at build time
    return filled("formula.html", language, html=html, display=formula.display, sources=bound, text=tex)


def formula_bindings(lesson: Lesson) -> dict[str, list[int]]:
    """Token of a formula -> the ids of the numbers inside it: those that follow it before the next formula."""
    starts = sorted(_id(formula.token) for formula in lesson.formulas)
    found: dict[int, list[int]] = {start: [] for start in starts}
    for number in sorted(_id(item.token) for item in lesson.bindings if item.place == "math"):
        found[starts[bisect(starts, number) - 1]].append(number)
    return {formula.token: found[_id(formula.token)] for formula in lesson.formulas}


def _id(token: str) -> int:
    return int(token[1:-1])
