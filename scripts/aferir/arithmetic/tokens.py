"""TeX as tokens: numerals whole, by the language's own grammar, and everything else command by command."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ..languages import NumberMarks
from ..literals import LiteralError, Scalar, parse_literal
from ..literals.grammar import grammar

OPENING = frozenset("([{") | {r"\begin", r"\{", r"\lbrace", r"\langle"}
CLOSING = frozenset(")]}") | {r"\end", r"\}", r"\rbrace", r"\rangle"}
LONGEST_NUMERAL = 400
_SILENT = frozenset(
    {
        *(r"\,", r"\;", r"\:", r"\!", r"\ ", r"\>", "~", r"\displaystyle", r"\textstyle", r"\nonumber", r"\notag"),
        *(r"\left", r"\right", r"\bigl", r"\bigr", r"\Bigl", r"\Bigr", r"\biggl", r"\biggr", r"\Biggl", r"\Biggr"),
        *(r"\big", r"\Big", r"\bigg", r"\Bigg", r"\boxed", r"\mathbf", r"\boldsymbol"),
    }
)
_SAME = {
    r"\lvert": "|",
    r"\rvert": "|",
    r"\vert": "|",
    r"\lbrack": "[",
    r"\rbrack": "]",
    r"\lparen": "(",
    r"\rparen": ")",
    "−": "-",
    "·": r"\cdot",
    "×": r"\times",
    "*": r"\cdot",
    r"\div": "/",
    "÷": "/",
    r"\dfrac": r"\frac",
    r"\tfrac": r"\frac",
    r"\cfrac": r"\frac",
    r"\mathrm{e}": "e",
    "≈": r"\approx",
    r"\lt": "<",
    r"\gt": ">",
    r"\leq": r"\le",
    r"\leqslant": r"\le",
    "≤": r"\le",
    r"\geq": r"\ge",
    r"\geqslant": r"\ge",
    "≥": r"\ge",
    r"\qquad": r"\quad",
    r"\newline": r"\\",
    r"\cr": r"\\",
}


@dataclass(frozen=True, slots=True)
class Token:
    r"""A piece of TeX. ``text`` is its one spelling (``\le`` for ``\leq``); ``start`` and ``end`` are its place."""

    text: str
    start: int
    end: int
    is_numeral: bool = False


def tokens(tex: str, marks: NumberMarks, start: int, end: int) -> tuple[Token, ...]:
    """The tokens of a part of a formula; spaces and what only sets sizes and colours are left out."""
    return tuple(token for token in _tokens(tex, marks, start, end) if token.text not in _SILENT)


def _tokens(tex: str, marks: NumberMarks, start: int, end: int) -> Iterator[Token]:
    for found in _pattern(marks).finditer(tex, start, end):
        if not (found["unread"] or found[0].isspace()):
            text = r"\\" if found["row"] else found[0]
            yield Token(_SAME.get(text, text), found.start(), found.end(), bool(found["numeral"]))


@lru_cache(maxsize=32)
def _pattern(marks: NumberMarks) -> re.Pattern[str]:
    joiners = "|".join(map(re.escape, grammar(marks, math=True).joiners))
    numeral = rf"(?P<numeral>[0-9]+(?:(?:{joiners})[0-9]+)*)"
    row = r"(?P<row>\\\\\*?(?:\s*\[[^\]\\{}]{0,12}\])?)"
    unread = r"(?P<unread>\\(?:tag|label|textcolor|color|mark)\*?\s*\{[^{}]*\})"
    return re.compile(
        rf"\s+|{unread}|{numeral}|{row}|\\mathrm\{{e\}}|\\(?:left|right)\s*\.|\\[A-Za-z]+|\\.|.", re.ASCII | re.DOTALL
    )


def scalar(text: str, marks: NumberMarks) -> Scalar | None:
    """The one number that ``text`` is, or None. Long integers without their groups are numbers here as well."""
    plain = re.fullmatch(rf"(-?)\s*([0-9]+)(?:{re.escape(grammar(marks, math=True).decimal)}([0-9]+))?", text, re.ASCII)
    if plain and len(text) <= LONGEST_NUMERAL:
        return Scalar(integer=plain[2], decimals=plain[3] or "", minus=plain[1], math=True)
    try:
        literal = parse_literal(text, marks, math=True)
    except LiteralError:
        return None
    return literal if isinstance(literal, Scalar) else None
