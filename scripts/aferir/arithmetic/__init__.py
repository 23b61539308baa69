r"""Printed equalities: every chain of them in a formula whose sides are numeric is checked by interval arithmetic.

An integer is exact; beside ``\approx`` an integer that is a whole side is a rounded result, its last zeros included. A
decimal stands for everything that rounds to it, and so does a percentage. The two sides of ``=`` must have a number in
common; of ``<`` some number on the left must be less than one on the right. So ``-\ln 0.395 = 0.928`` holds although
a pocket calculator says 0.929: 0.395 may be anything from 0.3945 to 0.3955. A side that is not wholly numeric, that can
be read in two ways, or that leaves a domain (a logarithm of what may be zero) is left alone and counted.

Why no LaTeX library: `pylatexenc` gives macros and groups, and leaves operators, precedence and numbers to its caller;
SymPy's two parsers and `latex2sympy2_extended` bring SymPy, a hundred times the size of this package, and read other
numbers than a reader does. Of ``0{,}717/2{,}319 = 0{,}309`` they make 0, an error, and a set of four numbers; of
``98\,304`` two of the three make another number; of ``\ln 2 \cdot 3`` one makes the logarithm of 6 without a word; and
none keeps the last zero that says how far ``0.50`` was rounded. What is needed here is small, must know the numerals of
the course's languages, and must say "this I cannot read" rather than guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..errors import finding
from ..languages import Language, NumberMarks
from ..model import Finding, Formula, Lesson, Position
from .chains import Comparison, chains, comparisons

__all__ = ["Equalities", "equalities", "equality_findings"]

_SHOWN = 80
_LONGEST = 20_000
"""Characters of the longest formula that is read."""


@dataclass(frozen=True, slots=True)
class Equalities:
    """The relations printed in a lesson's formulas: how many were checked, how many could not be, what is false."""

    checked: int
    left_alone: int
    findings: tuple[Finding, ...] = ()


def equality_findings(lesson: Lesson, language: Language) -> tuple[Finding, ...]:
    """The printed equalities of a lesson that are false (AF602). Raises nothing, whatever the TeX."""
    return equalities(lesson, language).findings


def equalities(lesson: Lesson, language: Language) -> Equalities:
    """The printed equalities of a lesson, counted and checked. Raises nothing, whatever the TeX."""
    every = [(formula, item) for formula in lesson.formulas for item in _comparisons(formula.tex, language.marks)]
    checked = [(formula, comparison) for formula, comparison in every if comparison]
    false = [_false(lesson, formula, item) for formula, item in checked if not item.is_possible]
    return Equalities(len(checked), len(every) - len(checked), tuple(sorted(false)))


def _comparisons(tex: str, marks: NumberMarks) -> Iterator[Comparison | None]:
    """What became of each relation of a formula, None where it was left alone."""
    if len(tex) > _LONGEST:
        yield None
        return
    for chain in chains(tex, marks):
        yield from comparisons(chain, tex, marks)


def _false(lesson: Lesson, formula: Formula, comparison: Comparison) -> Finding:
    (start, left_end), (right_start, end) = comparison.left, comparison.right
    return finding(
        "AF602",
        lesson.path,
        _position(lesson, formula, start),
        written=_shown(formula.tex[start:end]),
        left=_shown(formula.tex[start:left_end]),
        left_value=comparison.left_value,
        right=_shown(formula.tex[right_start:end]),
        right_value=comparison.right_value,
    )


def _shown(tex: str) -> str:
    text = " ".join(tex.split())
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _position(lesson: Lesson, formula: Formula, offset: int) -> Position:
    """Where a character of a formula stands in the file; where the formula stands when that cannot be told.

    Bindings are no longer in the formula, so only what stands between the opening dollar sign, or a line's beginning,
    and the next binding on the line can be counted.
    """
    anchors = tuple(_anchors(lesson, formula))
    line_end = formula.tex.find("\n", offset) % (len(formula.tex) + 1)
    for at, position in anchors:
        if offset <= at <= line_end:
            return Position(position.line, position.column - (at - offset))
    if not formula.display and "\n" not in formula.tex[:offset] and not any(at < offset for at, _ in anchors):
        return Position(formula.position.line, formula.position.column + 1 + offset)
    return formula.position


def _anchors(lesson: Lesson, formula: Formula) -> Iterator[tuple[int, Position]]:
    """The bound numbers of a formula: where each begins in its TeX and in the file. Doubtful ones are left out."""
    end = min(_after(formula.position, (item.position for item in lesson.formulas)), default=None)
    bound = [
        item
        for item in sorted(lesson.bindings, key=lambda item: item.position)
        if item.place == "math" and item.position > formula.position and (end is None or item.position < end)
    ]
    at = 0
    for item in bound:
        if formula.tex.count(item.written) != sum(other.written == item.written for other in bound):
            return
        at = formula.tex.find(item.written, at)
        if at < 0:
            return
        yield at, item.position
        at += len(item.written)


def _after(position: Position, others: Iterable[Position]) -> Iterator[Position]:
    return (other for other in others if other > position)
