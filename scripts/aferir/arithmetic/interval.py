"""Interval arithmetic that never loses a number: rational ends, exact for + − · / and whole powers, outward elsewhere.

Roots, exponentials and logarithms are computed in `decimal`, whose `sqrt`, `exp` and `ln` are correctly rounded, and
widened by more than a unit of the fortieth digit on either side.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction

_DIGITS = 40
_SHOWN_DIGITS = 12
_LONGEST = 20_000
"""Bits of the largest numerator or denominator that is computed with."""
_LARGEST_EXPONENT = 2_000
_LARGEST_ROOT = 1_000


class NotNumericError(Exception):
    """What is printed has no value that could be checked: it is not wholly numeric, or lies outside a domain."""


@dataclass(frozen=True, slots=True)
class Interval:
    """All numbers from ``low`` to ``high``, both included. Operations raise NotNumericError outside their domain."""

    low: Fraction
    high: Fraction

    def __add__(self, other: Interval) -> Interval:
        return _bounded(self.low + other.low, self.high + other.high)

    def __neg__(self) -> Interval:
        return Interval(-self.high, -self.low)

    def __sub__(self, other: Interval) -> Interval:
        return self + -other

    def __mul__(self, other: Interval) -> Interval:
        ends = [one * two for one in (self.low, self.high) for two in (other.low, other.high)]
        return _bounded(min(ends), max(ends))

    def __truediv__(self, other: Interval) -> Interval:
        if other.low <= 0 <= other.high:
            raise NotNumericError("division by what may be zero")
        return self * Interval(1 / other.high, 1 / other.low)

    def __abs__(self) -> Interval:
        if self.low >= 0:
            return self
        return -self if self.high <= 0 else Interval(Fraction(0), max(-self.low, self.high))

    def __str__(self) -> str:
        """One number when it is exact and short, else both ends rounded outwards."""
        low, high = _short(self.low, ROUND_FLOOR), _short(self.high, ROUND_CEILING)
        return f"exactly {low}" if low == high else f"[{low}, {high}]"

    @property
    def is_exact(self) -> bool:
        """Whether it holds one number only."""
        return self.low == self.high


def exactly(number: Fraction | int) -> Interval:
    """The interval of one number."""
    return Interval(Fraction(number), Fraction(number))


def around(number: Fraction, unit: Fraction) -> Interval:
    """What rounds to ``number`` when its last digit is worth ``unit``; half-way values round either way."""
    return Interval(number - unit / 2, number + unit / 2)


def power(base: Interval, exponent: Interval) -> Interval:
    """``base`` to the ``exponent``: exact for whole exponents, of positive bases only for others."""
    if not exponent.is_exact or exponent.low.denominator != 1:
        return exponential(exponent * logarithm(base))
    whole = int(exponent.low)
    if whole < 0:
        return exactly(1) / power(base, exactly(-whole))
    if whole == 0 and base.low <= 0 <= base.high:
        raise NotNumericError("zero to the power of zero")
    if whole * max(_size(base.low), _size(base.high)) > _LONGEST:
        raise NotNumericError("a power with too many digits")
    ends = sorted((base.low**whole, base.high**whole))
    return Interval(Fraction(0) if whole % 2 == 0 and base.low < 0 < base.high else ends[0], ends[1])


def root(radicand: Interval, degree: Interval) -> Interval:
    """The non-negative root. The degree is a whole number from 1 on."""
    order = int(degree.low)
    if not degree.is_exact or order != degree.low or not 1 <= order <= _LARGEST_ROOT or radicand.low < 0:
        raise NotNumericError("a root outside its domain")
    return _rising(radicand, lambda number, context: _root(number, order, context))


def _root(number: Decimal, order: int, context: Context) -> Decimal:
    if not number:
        return number
    if order == 2:
        return context.sqrt(number)
    return context.exp(context.divide(context.ln(number), order))


def exponential(exponent: Interval) -> Interval:
    """``e`` to the ``exponent``."""
    if max(abs(exponent.low), abs(exponent.high)) > _LARGEST_EXPONENT:
        raise NotNumericError("an exponential with too many digits")
    return _rising(exponent, lambda number, context: context.exp(number))


def logarithm(number: Interval) -> Interval:
    """The natural logarithm."""
    if number.low <= 0:
        raise NotNumericError("a logarithm of what may be zero or negative")
    return _rising(number, lambda each, context: context.ln(each))


def _rising(argument: Interval, function: Callable[[Decimal, Context], Decimal]) -> Interval:
    """A rising function of an interval. Ten digits more than are kept swallow the errors inside ``function``."""
    kept, inner = Context(prec=_DIGITS), Context(prec=_DIGITS + 10)
    low = function(_decimal(argument.low, ROUND_FLOOR), inner)
    high = function(_decimal(argument.high, ROUND_CEILING), inner)
    return _bounded(
        Fraction(kept.next_minus(kept.next_minus(low))) if low else Fraction(0),
        Fraction(kept.next_plus(kept.next_plus(high))) if high else Fraction(0),
    )


def _decimal(number: Fraction, rounding: str, digits: int = _DIGITS + 10) -> Decimal:
    return Context(prec=digits, rounding=rounding).divide(Decimal(number.numerator), Decimal(number.denominator))


def _bounded(low: Fraction, high: Fraction) -> Interval:
    if max(_size(low), _size(high)) > _LONGEST:
        raise NotNumericError("a number with too many digits")
    return Interval(low, high)


def _size(number: Fraction) -> int:
    """Bits that a number takes."""
    return number.numerator.bit_length() + number.denominator.bit_length()


def _short(number: Fraction, rounding: str) -> str:
    whole = number.denominator == 1 and abs(number) < 10**30
    digits = _SHOWN_DIGITS if not whole else _DIGITS
    text = f"{_decimal(number, rounding, digits):f}" if _is_plain(number) else f"{_decimal(number, rounding, digits)}"
    return text.rstrip("0").rstrip(".") if "." in text and "E" not in text else text


def _is_plain(number: Fraction) -> bool:
    """Whether a number is written without a power of ten."""
    return number == 0 or Fraction(1, 10**6) < abs(number) < 10**30
