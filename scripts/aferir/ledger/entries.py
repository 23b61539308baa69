"""What a ledger holds, and whether what is kept still says what a build gives."""

from __future__ import annotations

from collections.abc import Mapping

from ..printed import without_sign_of_zero

Entry = str | Mapping[str, str]
"""The numerals of a place, spaces between them; one text per language where these differ."""
Ledger = Mapping[str, Mapping[str, Mapping[str, Entry]]]
"""Lesson -> kind and name -> coordinate -> entry."""


def is_same(old: str, new: str, halves: Mapping[str, str]) -> bool:
    """Whether two texts of a place say the same; ``halves`` are the neighbours of the new half-way numerals."""
    before, after = old.split(" "), new.split(" ")
    pairs = zip(before, after, strict=False)
    return len(before) == len(after) and all(without_sign_of_zero(a) in (b, halves.get(b)) for a, b in pairs)
