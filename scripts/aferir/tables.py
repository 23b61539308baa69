"""Produced tables: what an entry is made of. Its text is plain, but for `` `code` `` and ``$math$``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal as OneOf

from .model import Results, Table

_SPECIAL = re.compile(r"`(?P<code>[^`]+)`|\$(?P<math>[^$]+)\$")


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of an entry: what it is, and its text without the marks around it."""

    kind: OneOf["text", "code", "math"]
    text: str


def pieces(entry: str) -> tuple[Piece, ...]:
    """The parts of an entry, in order; a mark without its partner is text."""
    found: list[Piece] = []
    at = 0
    for special in _SPECIAL.finditer(entry):
        found.append(Piece("text", entry[at : special.start()]))
        found.append(Piece("code", special["code"]) if special["code"] else Piece("math", special["math"]))
        at = special.end()
    found.append(Piece("text", entry[at:]))
    return tuple(piece for piece in found if piece.text)


def table_formulas(results: Results) -> tuple[tuple[str, str], ...]:
    """Name of a table and TeX of each formula in it, in order."""
    tables = (table for table in results.tables.values() if isinstance(table, Table))
    return tuple((table.name, piece.text) for table in tables for piece in _all(table) if piece.kind == "math")


def _all(table: Table) -> Iterable[Piece]:
    entries = (*table.columns, *(entry for row in table.rows for entry in row))
    return (piece for entry in entries for piece in pieces(entry))
