"""Literals against values: is what is printed what the code gives, and what should be printed.

A value counts to 12 significant digits; processors differ beyond them. A value half-way between two printed neighbours
may be printed either way. A literal that rounds nothing (an integer, an ordinal, 10⁶) must be equal.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from ..languages import NumberMarks
from ..model import Value
from .digits import agrees, rewritten_number
from .shapes import Mismatch, kind_fault, line_of, pairs, placed, shape_fault
from .tree import Literal, Omission, Range, Scalar

_HUGE = 10**60
_ENDLESS = re.compile(r"\d[\d.,{}\\\u00a0\u202f]{60,}")
_BEGINNING = 20


def compare(literal: Literal, value: Value, marks: NumberMarks) -> Mismatch | None:
    """How ``literal`` disagrees with ``value``, or None when it does not."""
    fault = shape_fault(literal, value) or kind_fault(literal, value.data, "")
    if fault:
        return fault
    wrong = _first_wrong(literal, value.data, "")
    if not wrong:
        return None
    return Mismatch("AF301", {"value": wrong, "correct": _readable(write(literal, value, marks))})


def _readable(text: str) -> str:
    """A literal whose endless numbers show only how they begin: nobody would print them."""
    return _ENDLESS.sub(lambda number: number[0][:_BEGINNING] + "…", text)


def write(literal: Literal, value: Value, marks: NumberMarks) -> str:
    """``literal`` rewritten to agree with ``value``, in the same style and precision.

    Raises ValueError when the value has another shape or is no finite number.
    """
    if shape_fault(literal, value) or kind_fault(literal, value.data, ""):
        raise ValueError(f"{literal} cannot be written for a value of shape {value.shape}")
    return str(_rewritten(literal, value.data, marks))


def _first_wrong(literal: Literal, data: object, place: str) -> str:
    """The first item that its literal does not print rightly, as a text; "" when all agree."""
    for scalar, item, where in pairs(literal, data, place):
        if not agrees(scalar, item):
            return _digits(scalar, item) + (f" at {where}" if where else "")
    return ""


def _digits(scalar: Scalar, item: object) -> str:
    """A value with two digits more than are printed, cut and not rounded, so that what is wrong can be seen."""
    if isinstance(item, int):
        return str(item) if abs(item) < _HUGE else f"an integer of about {int(item.bit_length() * 0.30103) + 1} digits"
    text = repr(item)
    whole, _, decimals = text.partition(".")
    if "e" in text or not decimals:
        return text
    wanted = max(0, -_order(scalar.unit)) + 2
    return f"{whole}.{decimals[:wanted]}…" if len(decimals) > wanted else text


def _order(unit: Fraction) -> int:
    """The power of ten that ``unit`` is."""
    return len(str(unit.numerator)) - len(str(unit.denominator))


def _rewritten(literal: Literal, data: object, marks: NumberMarks) -> Literal:
    if isinstance(literal, Scalar):
        return rewritten_number(literal, data, marks)
    if isinstance(literal, Range):
        assert isinstance(data, tuple)
        low = replace(rewritten_number(literal.full_low, data[0], marks), tail=literal.low.tail)
        return replace(literal, low=low, high=rewritten_number(literal.high, data[1], marks))
    items = line_of(literal, data)
    assert isinstance(items, tuple)
    new = {id(part): _rewritten(part, items[at], marks) for at, part in placed(literal, len(items))}
    parts = tuple(part if isinstance(part, Omission) else new[id(part)] for part in literal.parts)
    return replace(literal, parts=parts)  # type: ignore[arg-type]
