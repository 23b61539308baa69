"""Literals against values: is what is printed what the code gives, and what should be printed.

A value counts to 12 significant digits; processors differ beyond them. A value half-way between two printed neighbours
may be printed either way. A literal that rounds nothing (an integer, an ordinal, 10⁶) must be equal.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from typing import Literal as OneOf

from ..languages import NumberMarks
from ..model import Value
from ..printed import SIGNIFICANT, blur
from .grammar import SUPERSCRIPTS, Grammar, grammar
from .tree import Literal, Omission, Range, Scalar, Vector

_RAISED = str.maketrans("0123456789-", SUPERSCRIPTS + "⁻")
_TINY = Fraction(1, 10**6)
_HUGE = 10**60
_ENDLESS = re.compile(r"\d[\d.,{}\\\u00a0\u202f]{60,}")
_BEGINNING = 20


@dataclass(frozen=True, slots=True)
class Mismatch:
    """How a literal and a value disagree: the finding's code, and the details that its message asks for.

    ``details`` lacks ``written`` and ``expression``, which the caller knows. AF301 has ``value`` and ``correct``,
    AF304 ``wrote`` and ``has``, AF305 ``value``.
    """

    code: OneOf["AF301", "AF304", "AF305"]
    details: Mapping[str, str] = field(default_factory=dict)

    @property
    def correct(self) -> str:
        """The literal as it should be written, endless numbers cut; "" when it cannot be written."""
        return self.details.get("correct", "")


def compare(literal: Literal, value: Value, marks: NumberMarks) -> Mismatch | None:
    """How ``literal`` disagrees with ``value``, or None when it does not."""
    fault = _shape_fault(literal, value) or _kind_fault(literal, value.data, "")
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
    if _shape_fault(literal, value) or _kind_fault(literal, value.data, ""):
        raise ValueError(f"{literal} cannot be written for a value of shape {value.shape}")
    return str(_rewritten(literal, value.data, marks))


# ── Shapes and kinds ─────────────────────────────────────────────────────────────────────────────────────────────────


def _shape_fault(literal: Literal, value: Value) -> Mismatch | None:
    if value.kind == "other":
        return Mismatch("AF305", {"value": f"of type {value.data}"})
    if isinstance(literal, Scalar):
        many = isinstance(value.data, tuple)
        return Mismatch("AF305", {"value": f"an array of shape {value.shape}"}) if many else None
    if not isinstance(value.data, tuple) and not _is_number(value.data):
        return Mismatch("AF305", {"value": _named(value.data)})
    fits = _fits_range(value.data) if isinstance(literal, Range) else _fits(literal, value.data)
    return None if fits else Mismatch("AF304", {"wrote": _extent(literal), "has": _shape(value)})


def _is_number(data: object) -> bool:
    return isinstance(data, (int, float)) and not isinstance(data, bool)


def _fits_range(data: object) -> bool:
    return isinstance(data, tuple) and len(data) == 2 and not any(isinstance(item, tuple) for item in data)


def _fits(part: Literal, data: object) -> bool:
    if not isinstance(part, Vector):
        return not isinstance(data, tuple)
    data = _line(part, data)
    if not isinstance(data, tuple):
        return False
    shown = len(part.parts)
    enough = len(data) == shown if part.left_out is None else len(data) >= shown
    return enough and all(_fits(item, data[at]) for at, item in _placed(part, len(data)))


def _line(vector: Vector, data: object) -> object:
    """A row or a column of two dimensions as one of a single dimension, where a TeX matrix shows it so."""
    flat = vector.matrix and not any(isinstance(part, Vector) for part in vector.parts)
    if not flat or not isinstance(data, tuple) or not all(isinstance(item, tuple) for item in data):
        return data
    if len(data) == 1:
        return data[0]
    return tuple(item[0] for item in data) if all(len(item) == 1 for item in data) else data


def _placed(vector: Vector, length: int) -> list[tuple[int, Scalar | Vector]]:
    """Each part that is shown, with its index in a value of ``length`` items."""
    hidden = length - len(vector.parts)
    gap = len(vector.parts) if vector.left_out is None else vector.left_out
    return [
        (at if at < gap else at + hidden, part)
        for at, part in enumerate(vector.parts)
        if not isinstance(part, Omission)
    ]


def _extent(literal: Literal) -> str:
    if not isinstance(literal, Vector):
        return "2 numbers"
    rows = [part for part in literal.parts if not isinstance(part, Omission)]
    more = "" if literal.left_out is None else " and “…”"
    inner = {len(part.parts) for part in rows if isinstance(part, Vector)}
    return (f"{len(rows)} × {inner.pop()} numbers" if len(inner) == 1 else _counted(len(rows))) + more


def _shape(value: Value) -> str:
    if not value.shape:
        return "one number"
    return _counted(value.shape[0]) if len(value.shape) == 1 else " × ".join(map(str, value.shape)) + " numbers"


def _counted(count: int) -> str:
    return f"{count} number" + ("" if count == 1 else "s")


def _kind_fault(literal: Literal, data: object, place: str) -> Mismatch | None:
    """The first item of a value that is no finite number."""
    for item, where in _items(literal, data, place):
        if not _is_finite(item):
            return Mismatch("AF305", {"value": _named(item) + where})
    return None


def _is_finite(item: object) -> bool:
    """Whether it is a finite number. Every integer is, also one that no float can hold."""
    return math.isfinite(item) if isinstance(item, float) else _is_number(item)


def _items(literal: Literal, data: object, place: str) -> list[tuple[object, str]]:
    return [(item, f" at {where}" if where else "") for _, item, where in _pairs(literal, data, place)]


def _pairs(literal: Literal, data: object, place: str) -> list[tuple[Scalar, object, str]]:
    """Each number shown, the item of the value it stands for, and that item's index as Python writes it."""
    if isinstance(literal, Scalar):
        return [(literal, data, place)]
    items = _line(literal, data) if isinstance(literal, Vector) else data
    assert isinstance(items, tuple)
    if isinstance(literal, Range):
        return [(literal.full_low, items[0], "[0]"), (literal.high, items[1], "[1]")]
    placed = _placed(literal, len(items))
    return [pair for at, part in placed for pair in _pairs(part, items[at], f"{place}[{at}]")]


def _named(data: object) -> str:
    """A value that is no number, in words."""
    if isinstance(data, float):
        return "not a number (nan)" if math.isnan(data) else f"infinite ({data})"
    if isinstance(data, bool):
        return f"the truth value {data}"
    if isinstance(data, complex):
        return f"the complex number {data}"
    return "None" if data is None else f"the text “{data}”"


# ── Numbers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _first_wrong(literal: Literal, data: object, place: str) -> str:
    """The first item that its literal does not print rightly, as a text; "" when all agree."""
    for scalar, item, where in _pairs(literal, data, place):
        if not _agrees(scalar, item):
            return _digits(scalar, item) + (f" at {where}" if where else "")
    return ""


def _agrees(scalar: Scalar, item: object) -> bool:
    assert isinstance(item, (int, float))
    value = Fraction(item)
    rounding = 0 if scalar.is_exact else scalar.unit / 2
    return abs(scalar.value - value) <= rounding + blur(item)


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
        return _number(literal, data, marks)
    if isinstance(literal, Range):
        assert isinstance(data, tuple)
        low = replace(_number(literal.full_low, data[0], marks), tail=literal.low.tail)
        return replace(literal, low=low, high=_number(literal.high, data[1], marks))
    items = _line(literal, data)
    assert isinstance(items, tuple)
    new = {id(part): _rewritten(part, items[at], marks) for at, part in _placed(literal, len(items))}
    parts = tuple(part if isinstance(part, Omission) else new[id(part)] for part in literal.parts)
    return replace(literal, parts=parts)  # type: ignore[arg-type]


def _number(scalar: Scalar, item: object, marks: NumberMarks) -> Scalar:
    """``scalar`` with the digits of ``item``; itself when it agrees already, as a half-way value may."""
    if _agrees(scalar, item):
        return scalar
    g = grammar(marks, math=scalar.math)
    value = _steady(item, scalar.unit)
    if scalar.is_exact and not _is_whole(value, item):
        return _with_decimals(scalar, value, g)
    if scalar.power and not scalar.times:
        return _with_digits(replace(scalar, power="", exponent=0), value, g)
    return _with_digits(scalar, value, g)


def _steady(item: object, unit: Fraction) -> Fraction:
    """A value without the digits in which processors differ, unless the literal prints more digits than that."""
    assert isinstance(item, (int, float, Fraction))
    exact = Fraction(item)
    if not isinstance(item, float) or abs(exact) >= unit * 10**SIGNIFICANT:
        return exact
    return Fraction(Decimal(f"{item:.{SIGNIFICANT}g}"))


def _is_whole(value: Fraction, item: object) -> bool:
    return value.denominator == 1 or (isinstance(item, float) and item.is_integer())


def _with_digits(scalar: Scalar, value: Fraction, g: Grammar) -> Scalar:
    """``scalar`` with the digits of ``value`` at the precision it already has."""
    steps = _nearest(abs(value) / scalar.unit)
    places = len(scalar.decimals)
    digits = str(steps).zfill(places + 1)
    integer, decimals = (digits[:-places], digits[-places:]) if places else (digits, "")
    needed = len(integer) >= g.grouped_from
    kept = scalar.group if needed or len(integer) == g.grouped_from - 1 else ""
    return replace(
        scalar,
        integer=integer,
        decimals=decimals,
        minus=(scalar.minus or g.minus) if value < 0 and steps else "",
        group=kept or (g.group if needed else ""),
    )


def _nearest(number: Fraction) -> int:
    return int((number + Fraction(1, 2)) // 1)


def _with_decimals(scalar: Scalar, value: Fraction, g: Grammar) -> Scalar:
    """An integer that turns out not to be one: with three decimals, or three digits when it is small."""
    plain = replace(scalar, tail="", times="", power="", exponent=0, point=g.decimal)
    if abs(value) < _TINY:
        return _scientific(plain, value, g)
    places = 3
    while abs(value) * 10**places < 100:
        places += 1
    digits = f"{_nearest(abs(value) * 10**places):0{places}d}"[-places:].rstrip("0") or "0"
    return _with_digits(replace(plain, decimals=digits), value, g)


def _scientific(scalar: Scalar, value: Fraction, g: Grammar) -> Scalar:
    mantissa, exponent = f"{Decimal(float(abs(value))):.2e}".split("e")
    power = int(exponent)
    times, text = (r" \cdot ", f"10^{{{power}}}") if g.math else (" · ", "10" + str(power).translate(_RAISED))
    integer, decimals = mantissa.split(".")
    minus = g.minus if value < 0 else ""
    return replace(scalar, integer=integer, decimals=decimals, minus=minus, times=times, power=text, exponent=power)
