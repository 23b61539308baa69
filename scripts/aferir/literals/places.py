"""Where the literal begins that ends at a given place: digits, marks, sign, brackets and what stands before them."""

from __future__ import annotations

import re

from ..languages import MINUS, NumberMarks
from .faults import shown
from .grammar import SPACES, SUPERSCRIPTS, Grammar, grammar
from .parser import DIGITS, LONGEST, parsed, special_fault
from .tree import Literal, LiteralError

_TAIL = 24
"""Characters that a percent sign, an ordinal mark, a power or a dash may take, with room to spare."""
_NUMERIC = re.compile(rf"[0-9.,;…\s{SPACES}'’%+{MINUS}\-–·×⁻{SUPERSCRIPTS}ºª()\[\]*_/\\{{}}^&]+")
_OPERATORS = re.compile(
    r"(?:cdot|times|div|pm|mp|ast|star|circ|approx|sim|simeq|equiv|propto|leq?|geq?|neq?|lt|gt|ll|gg|in|to|mapsto|iff|"
    r"(?:long|Long)?(?:left|right|Right)arrow|implies|land|lor|q?quad|ln|log|exp|sin|cos|tanh?|left|[bB]igg?l?|mid|"
    r"middle|colon|[lc]?dots|(?:display|text)style)"
)
"""TeX commands after which a minus is a sign, not a subtraction."""
_PARTED_SIGN = re.compile(rf"{MINUS}[*_ {SPACES}]+\Z|-[*_]+\Z|\\-\Z")
_TEX_SPACES = (r"\,", r"\;", r"\:", r"\!", r"\ ", "~", r"\quad", r"\qquad")


def is_numeric(text: str) -> bool:
    """Whether the inside of a bracket is meant as numbers: digits, marks and nothing that belongs to words."""
    return bool(_NUMERIC.fullmatch(text)) and any(character in DIGITS for character in text)


def literal_before(
    text: str, end: int, marks: NumberMarks, *, math: bool = False, start: int = 0
) -> tuple[int, Literal]:
    """Where the literal begins that ends exactly at ``end``, and the literal. It begins at ``start`` or later.

    Raises LiteralError, its ``offset`` counted in ``text``: code AF101 when nothing there looks like a literal.
    """
    g = grammar(marks, math=math)
    first = _matrix_start(text, end, start) if math else None
    if first is None and end > start and text[end - 1] in "])":
        first = _bracket_start(text, end, start, g)
    if first is None:
        first = _scalar_start(text, end, start, g)
        first = _range_start(text, first, start, g)
        _check_before(text, first, end, g)
    return first, parsed(text[first:end], first, g)


def _nothing(end: int) -> LiteralError:
    return LiteralError("nothing stands before it", end, code="AF101")


def _matrix_start(text: str, end: int, start: int) -> int | None:
    closing = re.search(r"\\end\{([pb]?matrix)\}\Z", text[max(start, end - _TAIL) : end])
    begins = text.rfind(f"\\begin{{{closing[1]}}}", start, end) if closing else -1
    return None if begins < 0 else begins


def _bracket_start(text: str, end: int, start: int, g: Grammar) -> int:
    """Start of the bracket that closes just before ``end``."""
    depth = 0
    for at in range(end - 1, start - 1, -1):
        if text[at] in "])":
            depth += 1
        elif text[at] in "[(":
            depth -= 1
            if depth == 0:
                return _checked_bracket(text, at, end, start, g)
    raise _nothing(end)


def _checked_bracket(text: str, at: int, end: int, start: int, g: Grammar) -> int:
    inside = text[at + 1 : end - 1]
    size = re.search(r"\\(?:left|[bB]igg?l?)\s*\Z", text[max(start, at - _TAIL) : at]) if g.math else None
    if not g.math and not is_numeric(inside):
        reason = "a bracket that is checked as a vector holds numbers joined by “;”"
        raise LiteralError(reason, at, written=shown(text[at:end]))
    return at - len(size[0]) if size else at


def _scalar_start(text: str, end: int, start: int, g: Grammar) -> int:
    """Start of the attempt at one number that ends at ``end``, its sign included."""
    at = _ended(g.percent_end, text, end, start)
    at = _ended(g.ordinal_end, text, at, start) if at == end and g.ordinal_end else at
    power = _ended(g.power_end, text, at, start)
    at = _power_start(text, power, start, g) if power < at else _digits_start(text, at, start, g)
    if at == end or not any(character in DIGITS for character in text[at:end]):
        raise _nothing(end)
    at = _spaced_start(text, at, end, start, g)
    return _signed_start(text, at, start, g)


def _ended(pattern: re.Pattern[str], text: str, end: int, start: int) -> int:
    """Where the match of ``pattern`` begins that ends at ``end``, or ``end`` itself."""
    window = max(start, end - _TAIL)
    found = pattern.search(text[window:end])
    return window + found.start() if found else end


def _power_start(text: str, digit: int, start: int, g: Grammar) -> int:
    """Start of a power whose base ends with the digit at ``digit``, with the number it is multiplied by."""
    base = _digits_start(text, digit + 1, start, g)
    factor = _ended(g.times_end, text, base, start) if text[base : digit + 1] == "10" else base
    return _digits_start(text, factor, start, g) if factor < base else base


def _digits_start(text: str, end: int, start: int, g: Grammar) -> int:
    """Start of the longest run of digits, and of marks between digits, that ends at ``end``."""
    at = end
    while True:
        run = at
        while at > start and text[at - 1] in DIGITS:
            at -= 1
        if at == run:
            return at
        joiner = next((mark for mark in g.joiners if text.endswith(mark, start, at)), "")
        before = at - len(joiner) - 1
        if not joiner or before < start or text[before] not in DIGITS:
            return at
        at = before + 1


def _spaced_start(text: str, at: int, end: int, start: int, g: Grammar) -> int:
    """Start of a number with a plain space inside that ends as this one does, or ``at``."""
    digits_end = at + len(text[at:end].rstrip("%ºª. \u00a0\u202f\\,~"))
    window = max(start, at - 2 * _TAIL)
    found = g.plain_space.search(text[window:digits_end])
    return window + found.start() if found and window + found.start() < at else at


def _signed_start(text: str, at: int, start: int, g: Grammar) -> int:
    sign = at
    while g.math and sign > start and text[sign - 1] == " ":
        sign -= 1
    if sign <= start or text[sign - 1] not in (MINUS, "-"):
        return at
    before = _is_tex_operand(text, sign - 1) if g.math else _is_operand(text, sign - 1)
    return at if before else sign - 1


def _is_operand(text: str, end: int) -> bool:
    """Whether a minus at ``end`` subtracts: something is there to subtract from."""
    return end > 0 and (text[end - 1].isalnum() or text[end - 1] in "_)]}²³" + SUPERSCRIPTS)


def _is_tex_operand(text: str, end: int) -> bool:
    before = text[max(0, end - LONGEST) : end].rstrip()
    while before.endswith(_TEX_SPACES):
        before = re.sub(r"(?:\\[,;:! ]|~|\\q?quad)\Z", "", before).rstrip()
    command = re.search(r"\\([A-Za-z]+)\Z", before)
    if command:
        return not _OPERATORS.fullmatch(command[1])
    if re.search(r"\\(?:begin|text)\{[^{}]*\}\Z", before):
        return False
    return bool(before) and (before[-1].isalnum() or before[-1] in ")]}'!")


def _range_start(text: str, high: int, start: int, g: Grammar) -> int:
    """Start of a range whose second number begins at ``high``, or ``high`` when it is no range."""
    dash = _ended(g.dash_end, text, high, start)
    if dash == high or dash <= start or text[dash - 1] not in DIGITS + "%":
        return high
    try:
        return _scalar_start(text, dash, start, g)
    except LiteralError:
        return high


def _check_before(text: str, first: int, end: int, g: Grammar) -> None:
    """What stands directly before a literal may show that it is none."""
    before = text[first - 1] if first else " "
    if g.math or text[first] in (MINUS, "-"):
        return
    _check_sign(text, first, end)
    bare = text[:first].rstrip("_")[-1:] if before == "_" else before
    if bare.isalpha():
        word = re.search(r"\w*\Z", text[max(0, first - _TAIL) : first])
        reason = f"it is part of “{word[0] if word else ''}{text[first:end]}”, put a space or a bracket between"
        raise LiteralError(reason, first, written=shown(text[first:end]))
    if before == "–" and not text[max(0, first - 2) : first - 1].strip("([\n >|*_"):
        correct = MINUS + text[first:end]
        reason = f"a dash is no minus sign (U+2212), write {correct}"
        raise LiteralError(reason, first - 1, correct, written=shown("–" + text[first:end]))
    if before in (".", ",") and not text[max(0, first - 2) : first - 1].strip("([\n >|*_"):
        raise special_fault(text[first - 1 : end], first - 1, g) or _nothing(end)


def _check_sign(text: str, first: int, end: int) -> None:
    """A minus sign that is parted from its number would be read with it, but not checked."""
    window = max(0, first - _TAIL)
    sign = _PARTED_SIGN.search(text[window:first])
    if not sign:
        return
    at = window + sign.start()
    before = at
    while before and text[before - 1] == " " and sign[0].endswith(" "):
        before -= 1
    if not _is_operand(text, before):
        correct = MINUS + text[first:end]
        reason = f"its minus sign stands directly before it, without a backslash: write {correct}"
        raise LiteralError(reason, at, correct, written=shown(text[at:end]))
