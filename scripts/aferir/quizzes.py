"""Numeric answers against one another and against the code, and what a question's published source is known by."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

from .errors import finding
from .languages import NumberMarks
from .literals import LiteralError, Scalar, parse_literal
from .model import Answer, Finding, Lesson, Number, Question, Results, Value

_DIGITS = 12
_MARK_DIGITS = 12


# ── Numeric answers ──────────────────────────────────────────────────────────────────────────────────────────────────


def answer_literal(answer: Answer, lesson: Lesson, marks: NumberMarks) -> Scalar | None:
    """The number that a numeric answer prints; None when it cannot be read, which the scanner has said."""
    number = _number(answer, lesson)
    try:
        literal = parse_literal(number.written, marks) if number else None
    except LiteralError:
        return None
    return literal if isinstance(literal, Scalar) else None


def _number(answer: Answer, lesson: Lesson) -> Number | None:
    numbers = (item for item in lesson.bindings if isinstance(item, Number))
    return next((item for item in numbers if item.token == answer.number), None)


def tolerance(question: Question) -> Fraction:
    """How far from the right number an answer may lie: the margin, or half a unit of the last decimal asked for."""
    if question.decimals:
        return Fraction(1, 2 * 10 ** int(question.decimals))
    return Fraction(question.margin or 0)


def plain_decimal(value: Fraction) -> str:
    """A number of finitely many decimals in plain point notation: ``-0.309``. Raises ValueError for any other."""
    places = 0
    while (value * 10**places).denominator != 1:
        places += 1
        if places > 800:
            raise ValueError(f"{value} has no end")
    digits = str(abs(int(value * 10**places))).zfill(places + 1)
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{text}" if value < 0 else text


def quiz_findings(
    lesson: Lesson, results: Results, marks: NumberMarks, besides: Iterable[Finding] = ()
) -> tuple[Finding, ...]:
    """Foreseen numbers that cannot be told apart (AF913), and answers that the code's value would miss (AF914).

    A number that ``besides`` has a finding for is left out: what is wrong with it has been said.
    """
    taken = {(item.line, item.column) for item in besides if item.path == lesson.path}
    found: list[Finding] = []
    for question in lesson.questions:
        numbers = [item for item in _numbers(question, lesson, marks) if _place(item[1]) not in taken]
        found += _apart_findings(question, lesson, numbers)
        found += _missed_findings(question, lesson, results, numbers)
    return tuple(found)


_Read = tuple[Answer, Number, Scalar]


def _numbers(question: Question, lesson: Lesson, marks: NumberMarks) -> Iterator[_Read]:
    for answer in question.answers:
        number, literal = _number(answer, lesson), answer_literal(answer, lesson, marks)
        if number and literal:
            yield answer, number, literal


def _place(number: Number) -> tuple[int, int]:
    return number.position.line, number.position.column


def _apart_findings(question: Question, lesson: Lesson, numbers: list[_Read]) -> Iterator[Finding]:
    allowed = tolerance(question)
    for first, second in combinations(numbers, 2):
        if abs(first[2].value - second[2].value) > allowed:
            continue
        # At the wrong one, whichever comes first; of two wrong ones at the second.
        here, there = (first, second) if second[0].is_right else (second, first)
        is_wrong = not there[0].is_right
        yield finding(
            "AF913",
            lesson.path,
            here[1].position,
            written=here[1].written,
            how="no further than the margin" if allowed else "no distance at all",
            other=("the foreseen number " if is_wrong else "the right answer ") + there[1].written,
            line=there[1].position.line,
            why="one explanation would do for both" if is_wrong else "whoever answers it would be told they are right",
        )


def _missed_findings(question: Question, lesson: Lesson, results: Results, numbers: list[_Read]) -> Iterator[Finding]:
    for answer, number, literal in numbers:
        value = results.values.get(number.expression)
        if not answer.is_right or not isinstance(value, Value):
            continue
        details = {"written": number.written, "expression": number.expression, "value": value.data}
        places = len(literal.decimals) + (2 if literal.is_percent else 0)
        if question.decimals and int(question.decimals) != places:
            advice = f"it is asked to {question.decimals} decimals: write it with so many"
        elif not question.decimals and _distance(literal, value) > tolerance(question):
            advice = f"write decimals: {places} as the first line of the question, or a margin that reaches it"
        else:
            continue
        yield finding("AF914", lesson.path, number.position, **details, advice=advice)


def _distance(literal: Scalar, value: Value) -> Fraction:
    """How far the value lies from what is printed, without the digits in which processors differ."""
    data = value.data
    if isinstance(data, float):
        return abs(literal.value - Fraction(Decimal(f"{data:.{_DIGITS}g}")))
    return abs(literal.value - data) if isinstance(data, int) else Fraction(0)


# ── What a question is known by ──────────────────────────────────────────────────────────────────────────────────────


def question_marks(lessons: Iterable[Lesson]) -> dict[str, str]:
    """``quiz.question`` -> what changes when its source does in any of these languages of one lesson.

    Languages share the readers' answers, so the mark is one for all.
    """
    sources: dict[str, list[str]] = {}
    for lesson in sorted(lessons, key=lambda item: item.language):
        for question in lesson.questions:
            sources.setdefault(f"{question.quiz}.{question.name}", []).append(question.source)
    return {name: source_mark(texts) for name, texts in sources.items()}


def quiz_mark(marks: Mapping[str, str]) -> str:
    """What changes when any of the questions does; "" when there is none."""
    return source_mark(f"{name} {mark}" for name, mark in sorted(marks.items())) if marks else ""


def source_mark(texts: Iterable[str]) -> str:
    """A short mark of some texts."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:_MARK_DIGITS]
