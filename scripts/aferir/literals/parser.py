"""Text to literal: reads what `literals.ebnf` describes, strictly, and says why what it cannot read is wrong."""

from __future__ import annotations

import re

from ..languages import NumberMarks
from .faults import scalar_fault, shown
from .grammar import SUPERSCRIPTS, Grammar, grammar
from .tree import Literal, LiteralError, Omission, Part, Range, Scalar, Vector

DIGITS = "0123456789"
LONGEST = 400
"""Characters of the longest number that is read."""
_DEEPEST = 4
_LARGEST_EXPONENT = 400
_TAIL = 24
_RAISED = str.maketrans(SUPERSCRIPTS + "⁻", DIGITS + "-")
_MATRIX = re.compile(r"(\\begin\{([pb]?matrix)\}\s*)(.*?)(\s*(?:\\\\\s*)?\\end\{\2\})", re.DOTALL)
_ROW = re.compile(r"\s*\\\\(?:\[[^\]]*\])?\s*")
_COLUMN = re.compile(r"\s*&\s*")
_DASH = re.compile(r"(?<=[0-9%])(?:–|\\text\{(?:–|--)\})(?=\S)")


def parse_literal(text: str, marks: NumberMarks, *, math: bool = False) -> Literal:
    """The literal that ``text`` is, whole. Raises LiteralError with the reason, where, and what to write instead."""
    return parsed(text, 0, grammar(marks, math=math))


def parsed(text: str, offset: int, g: Grammar, depth: int = 0) -> Literal:
    """The literal that ``text`` is; ``offset`` is where it stands, for errors."""
    matrix = _MATRIX.fullmatch(text) if g.math else None
    if matrix:
        return _matrix(matrix, offset, g)
    brackets = g.brackets.fullmatch(text)
    if brackets:
        return _vector(text, brackets, offset, g, depth)
    dash = _DASH.search(text[:LONGEST])
    if dash:
        low, high = _scalar(text[: dash.start()], offset, g), _scalar(text[dash.end() :], offset + dash.end(), g)
        if not any(part.power or (part.tail and not part.is_percent) for part in (low, high)):
            return Range(low, dash[0], high)
    return _scalar(text, offset, g)


def _scalar(text: str, offset: int, g: Grammar) -> Scalar:
    if len(text) > LONGEST:
        raise LiteralError(f"it is longer than {LONGEST} characters", offset, written=shown(text))
    sign = g.sign.match(text)
    minus = sign[0] if sign else ""
    scalar = _unsigned(text[len(minus) :], minus, g)
    if scalar is None:
        raise special_fault(text, offset, g) or scalar_fault(text, offset, g)
    return scalar


def _unsigned(text: str, minus: str, g: Grammar) -> Scalar | None:
    """A power, a number with its tail, or an ordinal; None when it is neither."""
    number = g.number.match(text)
    power = g.power.fullmatch(text)
    if power:
        return Scalar(minus=minus, power=text, exponent=_exponent(power[1]), math=g.math)
    if not number:
        return None
    rest = text[number.end() :]
    parts = Scalar(
        integer="".join(character for character in number["integer"] if character in DIGITS),
        decimals=number["decimals"] or "",
        minus=minus,
        group=number["group"] or "",
        point=number["point"] or "",
        math=g.math,
    )
    return _with_rest(parts, text, rest, g)


def _with_rest(number: Scalar, text: str, rest: str, g: Grammar) -> Scalar | None:
    if not rest:
        return number
    if g.percent.fullmatch(rest):
        return _replaced(number, tail=rest)
    times = g.times.match(rest)
    power = g.power.fullmatch(rest, times.end()) if times else None
    if times and power:
        return _replaced(number, times=times[0], power=power[0], exponent=_exponent(power[1]))
    ordinal = g.ordinal.search(text) if g.ordinal else None
    plain_integer = not (number.decimals or number.minus)
    return _replaced(number, tail=rest) if ordinal and ordinal[0] == rest and plain_integer else None


def _replaced(number: Scalar, *, tail: str = "", times: str = "", power: str = "", exponent: int = 0) -> Scalar:
    kept = (number.integer, number.decimals, number.minus, number.group, number.point)
    return Scalar(*kept, tail, times, power, exponent, number.math)


def _exponent(raised: str) -> int:
    """The exponent of ``⁻³``, ``{-3}`` or ``3``; out of reach ones are cut, so that no value grows without bound."""
    exponent = int(raised.translate(_RAISED).strip("{}"))
    return max(-_LARGEST_EXPONENT, min(_LARGEST_EXPONENT, exponent))


def special_fault(text: str, offset: int, g: Grammar) -> LiteralError | None:
    """Mistakes that are not about the marks of one number."""
    if text[:1] in (".", ",") and text[1:2] in DIGITS:
        correct = f"0{g.decimal}{text[1:]}"
        return LiteralError(
            f"digits stand on both sides of a decimal mark, write {correct}", offset, correct, written=text
        )
    if g.power_end.search(text[-_TAIL:]):
        return LiteralError("only powers of ten are read as one number", offset, written=shown(text))
    if any(bracket in text for bracket in "()[]"):
        return LiteralError("its brackets do not match", offset, written=shown(text))
    return None


def _vector(text: str, brackets: re.Match[str], offset: int, g: Grammar, depth: int) -> Vector:
    opening, inside, closing = brackets.groups()
    if opening.strip()[-1] + closing.strip()[-1] not in ("[]", "()"):
        raise LiteralError("its brackets do not match", offset, written=shown(text))
    if depth == _DEEPEST:
        raise LiteralError(f"vectors hold vectors at most {_DEEPEST} deep", offset, written=shown(text))
    pieces = _split(inside, g.semicolon)
    parts, at = [], offset + len(opening)
    for piece in pieces[::2]:
        parts.append(_part(piece, at, g, depth + 1))
        at += len(piece) + 1
    vector = Vector(tuple(parts), (opening, *pieces[1::2], closing))
    _check_ellipses(vector, text, offset)
    return vector


def _split(text: str, separator: re.Pattern[str]) -> list[str]:
    """Parts and the separators between them, alternately; separators inside brackets do not count."""
    pieces, depth, last = [], 0, 0
    marks = re.compile(rf"[\[(]|[\])]|{separator.pattern}", re.ASCII)
    for mark in marks.finditer(text):
        if mark[0] in ("[", "("):
            depth += 1
        elif mark[0] in ("]", ")"):
            depth -= 1
        elif depth == 0:
            pieces += [text[last : mark.start()], mark[0]]
            last = mark.end()
    return [*pieces, text[last:]]


def _part(text: str, offset: int, g: Grammar, depth: int) -> Part:
    if g.ellipsis.fullmatch(text):
        return Omission(text)
    if not text:
        raise LiteralError("a number is missing beside “;”", offset, written=";")
    part = parsed(text, offset, g, depth)
    if isinstance(part, Range) or (isinstance(part, Scalar) and part.tail and not part.is_percent):
        raise LiteralError("ranges and ordinals cannot stand in a vector", offset, written=shown(text))
    return part


def _check_ellipses(vector: Vector, text: str, offset: int) -> None:
    ellipses = sum(isinstance(part, Omission) for part in vector.parts)
    if ellipses > 1:
        raise LiteralError("one “…” at most tells what is left out", offset, written=shown(text))
    if ellipses == len(vector.parts):
        raise LiteralError("it shows no number", offset, written=shown(text))


def _matrix(found: re.Match[str], offset: int, g: Grammar) -> Vector:
    opening, _, inside, closing = found.groups()
    rows = _pieces(_ROW, inside)
    cells = [_pieces(_COLUMN, row) for row in rows[::2]]
    if len(cells) == 1:
        return _line(cells[0], opening, closing, offset, g)
    if all(len(row) == 1 for row in cells):
        return _line([cells[0][0], *(piece for pair in _pairs(rows) for piece in pair)], opening, closing, offset, g)
    parts = tuple(_line(row, "", "", offset, g) if len(row) > 1 else _part(row[0], offset, g, 1) for row in cells)
    return Vector(parts, (opening, *rows[1::2], closing), matrix=True)


def _pieces(separator: re.Pattern[str], text: str) -> list[str]:
    """Parts and separators, alternately."""
    pieces, last = [], 0
    for mark in separator.finditer(text):
        pieces += [text[last : mark.start()], mark[0]]
        last = mark.end()
    return [*pieces, text[last:]]


def _pairs(pieces: list[str]) -> list[tuple[str, str]]:
    return list(zip(pieces[1::2], pieces[2::2], strict=True))


def _line(pieces: list[str], opening: str, closing: str, offset: int, g: Grammar) -> Vector:
    parts = tuple(_part(piece, offset, g, 1) for piece in pieces[::2])
    return Vector(parts, (opening, *pieces[1::2], closing), matrix=True)
