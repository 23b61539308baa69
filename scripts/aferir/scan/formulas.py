"""Formulas in a paragraph: which dollar signs enclose TeX, and the bindings inside it.

As in Pandoc: the opening dollar has something right after it, the closing one something right before it and no digit
after it, and no dollar sign stands between them; so ``$5 and $6`` are prices. ``$$`` encloses a display formula.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..literals import LiteralError, literal_before
from ..model import Formula
from .bindings import read_binding
from .segment import SegmentReader

_MARKS = re.compile(r"\\.|\$|\{[=!@]", re.DOTALL)
_TEX_MARKS = re.compile(r"\\.|\{[=!@]", re.DOTALL)
_EMPTY = re.compile(r"\{[=!]\}")
_PRICE = re.compile(r"\$(?:[0-9]|[.,;:!?)\]}'\"»”’…%\s]|\Z)")
_PRICES = re.compile(r"[0-9](?=.*[^\W\d_]{2})[^\\^_=+*/<>(){}\[\]−-]*\s[^\\^_=+*/<>(){}\[\]−-]*", re.DOTALL)
"""Words between two dollar signs that follow an amount: ``$6; US$``."""
_COMMAND = re.compile(r"\\[A-Za-z]|[\^_]|\{,\}")

_ENVIRONMENT = re.compile(r"\\begin\{\w+\*?\}")
_CLOSERS = {r"\(": r"\)", r"\[": r"\]"}
_REACH = 1000


def unread_formula(text: str, at: int) -> str:
    """What opens a formula in LaTeX but not here, at the backslash at ``at``; "" for an escape that is meant as one."""
    environment = _ENVIRONMENT.match(text, at)
    if environment:
        return environment[0]
    opening = text[at : at + 2]
    close = text.find(_CLOSERS[opening], at + 2, at + _REACH) if opening in _CLOSERS else -1
    if opening == r"\[":  # brackets are escaped so that they are no link: only TeX makes a formula of them
        is_formula = text.find("]", at, close) < 0 and bool(_COMMAND.search(text, at + 2, close))
    else:
        is_formula = not text.endswith("]", 0, at)
    return opening + "…" + _CLOSERS[opening] if close > at + 2 and is_formula else ""


def formula_at(reader: SegmentReader, start: int) -> int:
    """Read the formula that a dollar sign at ``start`` opens, or pass over the sign. Where reading goes on."""
    display = reader.text.startswith("$$", start)
    mark = "$$" if display else "$"
    inside = start + len(mark)
    close = _display_close(reader.text, inside) if display else _inline_close(reader.text, inside)
    if close < 0 or not reader.text[inside:close].strip():
        _report_unclosed(reader, start, mark, -close if close < 0 else close)
        return inside
    own = reader.add(start, "", lambda t, p: Formula(t, p, "", display))
    apart, taken_out = len(reader.apart), len(reader.taken_out)
    tex = _without_bindings(reader, inside, close)
    reader.show(inside, close, "math", [*reader.apart[apart:], *reader.taken_out[taken_out:]])
    reader.draft.put(Formula(own, reader.draft.position(reader.at(start)), tex, display))
    end = close + len(mark)
    reader.replace(start, end, own)
    reader.apart.append((start, end))
    return end


def _display_close(text: str, at: int) -> int:
    """Index of the closing ``$$``, or minus the index where the search ended."""
    for index in _dollars(text, at):
        if text.startswith("$$", index):
            return index
    return -len(text)


def _inline_close(text: str, at: int) -> int:
    """Index of the closing ``$``, or minus the index where it became clear that there is none."""
    if text[at : at + 1].isspace():
        return -at
    close = next(_dollars(text, at), None)
    if close is None:
        return -len(text)
    closes = not text[close - 1].isspace() and not text[close + 1 : close + 2].isdigit()
    return close if closes and not _PRICES.fullmatch(text, at, close) else -close


def _dollars(text: str, at: int) -> Iterator[int]:
    """Indices of the dollar signs from ``at`` on that stand outside escapes and expressions."""
    while mark := _MARKS.search(text, at):
        if mark[0] == "$":
            yield mark.start()
            at = mark.end()
        elif mark[0].startswith("{") and not _EMPTY.match(text, mark.start()):
            reading = read_binding(text, mark.start())
            at = mark.end() if reading.code else reading.end
        else:
            at = mark.end()


def _report_unclosed(reader: SegmentReader, start: int, mark: str, end: int) -> None:
    """A dollar sign without a partner is a formula without an end, unless it looks like the sign of a price."""
    is_price = mark == "$" and _PRICE.match(reader.text, start) and not _COMMAND.search(reader.text, start, end)
    if not is_price:
        reader.report("AF117", start, mark=mark)


def _without_bindings(reader: SegmentReader, start: int, end: int) -> str:
    """The TeX from ``start`` to ``end`` with its bindings taken out, each reported or kept."""
    pieces, at = [], start
    reader.floor = start
    while mark := _TEX_MARKS.search(reader.text, max(at, reader.floor), end):
        if not mark[0].startswith("{") or _EMPTY.match(reader.text, mark.start()):
            pieces.append(reader.text[at : mark.end()])
            at = mark.end()
            continue
        pieces.append(reader.text[at : mark.start()])
        at = reader.floor = _binding(reader, mark.start())
    return "".join([*pieces, reader.text[at:end]]).strip()


def _binding(reader: SegmentReader, at: int) -> int:
    reading = read_binding(reader.text, at)
    reader.taken_out.append((at, reading.end))
    if reading.code:
        reader.report(reading.code, at, binding=reading.text, what=reading.what)
    elif reading.sigil == "!":
        reader.report("AF105", at, binding=reading.text, place="a formula")
        reader.draft.lost.append((reader.at(at), f"claim {reading.canonical}"))
    else:
        try:
            start, _ = literal_before(reader.text, at, reader.draft.marks, math=True, start=reader.floor)
            reader.add_number(start, at, reading, "math")
        except LiteralError as error:
            reader.report_literal(error, at, reading)
    return reading.end
