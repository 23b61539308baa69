"""Why text is no literal, and what its author meant to write."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..languages import NO_BREAK_SPACE
from .grammar import SPACES, Grammar
from .tree import LiteralError

_POINTS = (",", ".", "{,}", "{.}")
_SHOWN = 60


def scalar_fault(text: str, offset: int, g: Grammar) -> LiteralError:
    """What is wrong with ``text``, an attempt at one number that begins at ``offset``."""
    sign = g.sign.match(text)
    start = sign.end() if sign else 0
    minus = g.minus if sign else ""
    core, tail, plain_gap = _without_tail(text[start:], g)
    spaced = " " in core and g.plain_space.fullmatch(core)
    if spaced or plain_gap:
        correct = minus + g.written(*_by_spaces(core, g)) + tail
        reason = f"a plain space stands in it, write {correct}"
        return LiteralError(reason, offset, correct, written=shown(text), code="AF103")
    reason, correct = _reason(core, minus, tail, g)
    return LiteralError(reason, offset, correct, written=shown(text))


def shown(text: str) -> str:
    """``text`` short enough for a message."""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _without_tail(text: str, g: Grammar) -> tuple[str, str, bool]:
    """The text before a percent sign or ordinal mark, that mark set right, and whether a plain space parts them."""
    percent = g.percent_end.search(text)
    if percent:
        return text[: percent.start()], g.percent_sign, percent[0].startswith(" ") and not g.math
    ordinal = g.ordinal_end and g.ordinal_end.search(text)
    return (text[: ordinal.start()], ordinal[0], False) if ordinal else (text, "", False)


def _by_spaces(core: str, g: Grammar) -> tuple[str, str]:
    marks = "|".join(map(re.escape, _POINTS))
    whole, *rest = re.split(f"(?:{marks})", re.sub(rf"[ {SPACES}~]|\\,", "", core))
    is_group = bool(rest) and re.search(f"{re.escape(g.group)}[0-9]{{3}}\\Z", core) and g.group in _POINTS
    return (whole + "".join(rest), "") if is_group else (whole, "".join(rest))


def _reason(core: str, minus: str, tail: str, g: Grammar) -> tuple[str, str]:
    """A reason, and the corrected text where it is certain."""
    digits, marks = _pieces(core, g)
    if not digits:
        return "it is not one number; the parts of a vector are joined by “;”", ""
    if re.match(r"0[0-9]", core):
        return "a number does not begin with 0 and another digit", ""
    if tail and g.ordinal and not tail.endswith("%"):
        return f"“{tail}” does not make an ordinal of it", ""
    if _is_ambiguous(digits, marks, g):
        integer = minus + g.written("".join(digits)) + tail
        decimal = minus + g.written(digits[0], digits[1]) + tail
        return f"“{marks[0]}” is neither the decimal mark nor the group mark, write {decimal} or {integer}", ""
    read = _read(digits, marks, g)
    if not read:
        return "its marks cannot be read as those of one number", ""
    correct = minus + g.written(*read) + tail
    return f"{_rule(digits, marks, read, g)}, write {correct}", correct


def _pieces(core: str, g: Grammar) -> tuple[list[str], list[str]]:
    """Digits and the marks between them; nothing when there is something else."""
    joiner = "|".join(map(re.escape, g.joiners))
    if not re.fullmatch(rf"[0-9]+(?:(?:{joiner})[0-9]+)*", core):
        return [], []
    found = re.split(f"({joiner})", core)
    return found[::2], found[1::2]


def _is_ambiguous(digits: Sequence[str], marks: Sequence[str], g: Grammar) -> bool:
    """``1.234`` where the full stop is no mark at all: a decimal or a thousand?"""
    return len(marks) == 1 and marks[0] in _POINTS and _in_groups(digits) and marks[0] not in (g.decimal, g.group, ",")


def _in_groups(digits: Sequence[str]) -> bool:
    return len(digits[0]) <= 3 and digits[0][0] != "0" and all(len(group) == 3 for group in digits[1:])


def _read(digits: Sequence[str], marks: Sequence[str], g: Grammar) -> tuple[str, str] | None:
    """Integer and decimals of what was meant, or None."""
    if marks and marks[-1] in _POINTS and marks[-1] not in marks[:-1] and marks[-1] != g.group:
        return "".join(digits[:-1]), digits[-1]
    if marks == [g.group] and not _in_groups(digits):
        return digits[0], digits[1]
    same = len(set(marks)) <= 1 and g.decimal not in marks
    return ("".join(digits), "") if same else None


def _rule(digits: Sequence[str], marks: Sequence[str], read: tuple[str, str], g: Grammar) -> str:
    if _is_right(digits, marks, g):
        return "the percent sign does not stand as this language has it"
    if read[1] and marks[-1] != g.decimal:
        return f"the decimal mark is {_named(g.decimal)}" + (" in TeX" if g.math else "")
    whole = digits[:-1] if read[1] else digits
    if len(whole) == 1:
        return "numbers of five digits or more are written in groups of three"
    if not _in_groups(whole):
        return "groups hold exactly three digits"
    return f"groups are joined by {_named(g.group)}"


def _is_right(digits: Sequence[str], marks: Sequence[str], g: Grammar) -> bool:
    between = zip(digits, [*marks, ""], strict=True)
    return g.number.fullmatch("".join(part + mark for part, mark in between)) is not None


def _named(mark: str) -> str:
    return "a no-break space (U+00A0)" if mark == NO_BREAK_SPACE else f"“{mark}”"
