"""What the build prints: how much of it is kept, the numerals it holds, and which of them could be another.

A value counts to 12 significant digits, since processors differ beyond them. One that lies half-way between two
printed numerals, as far as that can be told, may be printed either way.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from .model import Numeral

LONGEST = 100_000
"""Bytes that are kept of what one cell prints, and of its errors."""

SIGNIFICANT = 12
"""Digits of a value that count."""

MINUS = "\u2212"

CUT = "\n[…]\n"
"""What an output that was too long ends with; in no language, since a reader should never see it (AF214)."""

# A sign counts where it cannot be a subtraction or a hyphen; digits inside a name (d_k2, float64) are no numeral.
_NUMERAL = re.compile(r"(?:(?<![\w.)\]])[-\u2212])?(?<![\w.])[0-9]+(?:[.,][0-9]+)*(?:[eE][-+]?[0-9]+)?")


def numerals_of(text: str) -> tuple[Numeral, ...]:
    """Every numeral of ``text`` in order; lines and columns count from 1, columns in characters."""
    return tuple(
        Numeral(found[0], line, found.start() + 1)
        for line, content in enumerate(text.split("\n"), start=1)
        for found in _NUMERAL.finditer(content)
    )


def plain_numerals(text: str, decimal: str, thousands: str) -> tuple[str, ...]:
    r"""The numerals of a text, without the writing of its language: ``−1.048,50`` becomes ``-1048.50``.

    So are those of TeX: ``0{,}5``, ``1\,048``.
    """
    text = text.replace("{,}", decimal).replace("\\,", thousands).replace(MINUS, "-")
    if thousands:
        text = re.sub(rf"(?<=[0-9]){re.escape(thousands)}(?=[0-9]{{3}}(?![0-9]))", "", text)
    text = re.sub(rf"(?<=[0-9]){re.escape(decimal)}(?=[0-9])", ".", text)
    return tuple(without_sign_of_zero(numeral.text) for numeral in numerals_of(text))


def without_sign_of_zero(numeral: str) -> str:
    """The numeral; a printed zero without its sign, which says on which side of it a processor fell."""
    return numeral if numeral.strip("-+0.,") else numeral.lstrip("-" + MINUS)


# ── Half-way ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def blur(value: float) -> Fraction:
    """How far a value may be from what another processor computes: half a unit of its last digit that counts."""
    if isinstance(value, int) or not value:
        return Fraction(0)
    return Fraction(10) ** (Decimal(value).adjusted() - SIGNIFICANT + 1) / 2


def halves_of(value: float, spec: str) -> dict[str, str]:
    """The two numerals between which ``value`` lies when it is formatted by ``spec``, each by the other.

    Empty when there is only one. Raises ValueError for a ``spec`` that formats no float.
    """
    reach = float(blur(value))
    low, high = (without_sign_of_zero(format(end, spec).strip()) for end in (value - reach, value + reach))
    return {low: high, high: low} if low != high else {}
