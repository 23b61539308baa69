"""What a literal is made of: the tree that is read, compared and written. Every part knows how it was written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal as OneOf


@dataclass(frozen=True, slots=True)
class Scalar:
    """One number: ``−2,5 · 10⁻³``, ``1.048.576``, ``33 %``, ``3.º``.

    All fields but ``exponent`` and ``math`` are text as written: ``minus``, ``integer`` (digits only), ``group`` (the
    mark between groups), ``point`` (the decimal mark), ``decimals``, ``tail`` (percent sign or ordinal mark, with its
    space), ``times`` and ``power`` (``" · "``, ``"10⁻³"``).
    """

    integer: str = ""
    decimals: str = ""
    minus: str = ""
    group: str = ""
    point: str = ""
    tail: str = ""
    times: str = ""
    power: str = ""
    exponent: int = 0
    math: bool = False

    @property
    def is_percent(self) -> bool:
        """Whether a percent sign ends it."""
        return self.tail.endswith("%")

    @property
    def is_exact(self) -> bool:
        """Whether nothing in it was rounded: an integer, an ordinal, a bare power of ten."""
        return not (self.decimals or self.times or self.is_percent)

    @property
    def unit(self) -> Fraction:
        """What one step of the last printed digit is worth."""
        return Fraction(10) ** (self.exponent - len(self.decimals) - (2 if self.is_percent else 0))

    @property
    def value(self) -> Fraction:
        """The number, exactly as printed."""
        size = int(self.integer + self.decimals or "1") * self.unit
        return -size if self.minus else size

    def __str__(self) -> str:
        number = grouped(self.integer, self.group) + self.point + self.decimals
        return self.minus + number + self.times + self.power + self.tail


@dataclass(frozen=True, slots=True)
class Omission:
    """Parts of a vector that are left out (one or more)."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Range:
    """``0,3–0,5``: two numbers. A percent sign after the second counts for both."""

    low: Scalar
    dash: str
    high: Scalar

    @property
    def full_low(self) -> Scalar:
        """The first number, with the percent sign that stands after the second only."""
        return replace(self.low, tail=self.high.tail) if self.high.is_percent else self.low

    def __str__(self) -> str:
        return f"{self.low}{self.dash}{self.high}"


@dataclass(frozen=True, slots=True)
class Vector:
    """``[−0,37; 0,59]``: parts, and in ``gaps`` the text before, between and after them (one more than parts).

    ``matrix`` marks a TeX matrix environment: one row or one column of it also stands for a two-dimensional value.
    """

    parts: tuple[Part, ...]
    gaps: tuple[str, ...]
    matrix: bool = False

    @property
    def left_out(self) -> int | None:
        """Index of the ellipsis among the parts, or None."""
        return next((index for index, part in enumerate(self.parts) if isinstance(part, Omission)), None)

    def __str__(self) -> str:
        between = zip(map(str, self.parts), self.gaps[1:], strict=True)
        return self.gaps[0] + "".join(part + gap for part, gap in between)


Part = Scalar | Omission | Vector
Literal = Scalar | Range | Vector


class LiteralError(ValueError):
    """Text that is no literal.

    ``code`` is the finding's: AF101 (there is none), AF103 (a plain space in it) or AF104 (malformed). ``offset`` is
    where it begins, ``written`` what stands there, ``reason`` what is wrong, ``correct`` what to write ("" if unsure).
    """

    def __init__(
        self, reason: str, offset: int, correct: str = "", *, written: str = "", code: LiteralCode = "AF104"
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.offset = offset
        self.correct = correct
        self.written = written
        self.code = code


LiteralCode = OneOf["AF101", "AF103", "AF104"]


def grouped(digits: str, mark: str) -> str:
    """``digits`` in groups of three from the right, joined by ``mark`` ("" joins without groups)."""
    first = len(digits) % 3 or 3
    return mark.join([digits[:first], *(digits[at : at + 3] for at in range(first, len(digits), 3))])
