"""What a cell printed: how much of it is kept, and the numerals it holds, with their places."""

from __future__ import annotations

import re

from .model import Numeral

LONGEST = 100_000
"""Bytes that are kept of what one cell prints, and of its errors."""

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
