"""One number against one value: whether they agree, and the number with the digits of the value."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from ..languages import NumberMarks
from ..printed import SIGNIFICANT, blur
from .grammar import SUPERSCRIPTS, Grammar, grammar
from .tree import Scalar

_RAISED = str.maketrans("0123456789-", SUPERSCRIPTS + "⁻")
_TINY = Fraction(1, 10**6)


def agrees(scalar: Scalar, item: object) -> bool:
    """Whether ``scalar`` is what is printed of ``item``, a number."""
    assert isinstance(item, (int, float))
    value = Fraction(item)
    rounding = 0 if scalar.is_exact else scalar.unit / 2
    return abs(scalar.value - value) <= rounding + blur(item)


def rewritten_number(scalar: Scalar, item: object, marks: NumberMarks) -> Scalar:
    """``scalar`` with the digits of ``item``; itself when it agrees already, as a half-way value may."""
    if agrees(scalar, item):
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
