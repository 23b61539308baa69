"""The marks of a language as regular expressions, for text and for TeX; what `literals.ebnf` says of one number.

Two kinds of pattern: strict ones say what a literal is, and those named ``*_end`` say where an attempt at one begins,
so that ``0.591`` in a language with decimal commas is a mistake that can be named and not the literal ``591``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..languages import MINUS, NARROW_NO_BREAK_SPACE, NO_BREAK_SPACE, NumberMarks
from .tree import grouped

SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
SPACES = f"{NO_BREAK_SPACE}{NARROW_NO_BREAK_SPACE}\u2009"
_TEXT_JOINERS = (",", ".", "'", "’", *SPACES)
_TEX_JOINERS = ("{,}", "{.}", "{'}", r"\,", r"\;", r"\:", r"\ ", r"\!", "~", ",", ".", "'")


@dataclass(frozen=True, slots=True)
class Grammar:
    """How one language writes a number in text, or in TeX (``math``)."""

    math: bool
    decimal: str
    """The decimal mark as written: ``,`` in text, ``{,}`` in TeX."""
    group: str
    """The group mark that is written; others may be accepted."""
    grouped_from: int
    minus: str
    percent_sign: str
    """The percent sign that is written, with its space."""
    joiners: tuple[str, ...]
    """Whatever any language puts between digits, longest first."""
    sign: re.Pattern[str]
    number: re.Pattern[str]
    percent: re.Pattern[str]
    ordinal: re.Pattern[str] | None
    power: re.Pattern[str]
    times: re.Pattern[str]
    ellipsis: re.Pattern[str]
    semicolon: re.Pattern[str]
    brackets: re.Pattern[str]
    percent_end: re.Pattern[str]
    ordinal_end: re.Pattern[str] | None
    power_end: re.Pattern[str]
    times_end: re.Pattern[str]
    dash_end: re.Pattern[str]
    plain_space: re.Pattern[str]

    def written(self, integer: str, decimals: str = "") -> str:
        """A number as this language writes it."""
        mark = self.group if len(integer) >= self.grouped_from else ""
        return grouped(integer, mark) + (self.decimal + decimals if decimals else "")


@lru_cache(maxsize=32)
def grammar(marks: NumberMarks, *, math: bool) -> Grammar:
    """The grammar of a language's number marks."""
    return _tex(marks) if math else _text(marks)


def _text(marks: NumberMarks) -> Grammar:
    percent = f"[{NO_BREAK_SPACE}{NARROW_NO_BREAK_SPACE}]?%" if marks.percent else "%"
    times = rf"[\s{SPACES}]?[·×][\s{SPACES}]?"
    return Grammar(
        math=False,
        decimal=marks.decimal,
        group=marks.thousands[0],
        grouped_from=marks.grouped_from,
        minus=MINUS,
        percent_sign=f"{marks.percent}%",
        joiners=_TEXT_JOINERS,
        sign=_ascii(f"[{MINUS}-]"),
        number=_number(marks, marks.decimal, marks.thousands),
        percent=_ascii(percent),
        ordinal=_ascii(rf"(?<=[0-9])(?:{marks.ordinal})\Z"),
        power=_ascii(f"10(⁻?[{SUPERSCRIPTS}]{{1,3}})"),
        times=_ascii(times),
        ellipsis=_ascii(r"…|\.\.\."),
        semicolon=_ascii(rf"[\s{SPACES}]*;[\s{SPACES}]*"),
        brackets=_ascii(rf"([\[(][\s{SPACES}]*)(.*?)([\s{SPACES}]*[\])])", re.DOTALL),
        percent_end=_ascii(rf"(?<=[0-9{SUPERSCRIPTS}])[ {SPACES}]?%\Z"),
        ordinal_end=_ascii(rf"(?<=[0-9])(?:{marks.ordinal}|\.?[ºª])\Z"),
        power_end=_ascii(rf"[0-9]⁻?[{SUPERSCRIPTS}]+\Z"),
        times_end=_ascii(rf"(?<=[0-9]){times}\Z"),
        dash_end=_ascii(r"–\Z"),
        plain_space=_plain_space(f"[ {SPACES}]", "[.,]"),
    )


def _tex(marks: NumberMarks) -> Grammar:
    decimal = "{,}" if marks.decimal == "," else marks.decimal
    space = r"(?:\s|\\[,;:! ]|~|\\q?quad(?![A-Za-z]))"
    size = r"\\(?:left|right|[bB]igg?[lr]?)\s*"
    times = r"\s*(?:\\(?:cdot|times)(?![A-Za-z])|[·×])\s*"
    return Grammar(
        math=True,
        decimal=decimal,
        group=marks.tex_thousands[0],
        grouped_from=marks.grouped_from,
        minus="-",
        percent_sign=r"\,\%" if marks.percent else r"\%",
        joiners=_TEX_JOINERS,
        sign=_ascii(f"[{MINUS}-] *"),
        number=_number(marks, decimal, marks.tex_thousands),
        percent=_ascii((r"(?:\\,|\\ |~)?" if marks.percent else "") + r"\\%"),
        ordinal=None,
        power=_ascii(r"10\^(\{-?[0-9]{1,3}\}|[0-9])"),
        times=_ascii(times),
        ellipsis=_ascii(r"…|\\(?:ldots|dots|cdots|vdots)"),
        semicolon=_ascii(rf"{space}*(?<!\\);{space}*"),
        brackets=_ascii(rf"((?:{size})?[\[(]{space}*)(.*?)({space}*(?:{size})?[\])])", re.DOTALL),
        percent_end=_ascii(r"(?<=[0-9}])(?: |\\,|\\ |~)?\\%\Z"),
        ordinal_end=None,
        power_end=_ascii(r"[0-9]\^(?:\{[^{}]{0,8}\}|[0-9])\Z"),
        times_end=_ascii(rf"(?<=[0-9]){times}\Z"),
        dash_end=_ascii(r"(?:–|\\text\{(?:–|--)\})\Z"),
        plain_space=_plain_space(r"(?: |~|\\,)", r"(?:\{,\}|[.,])"),
    )


def _number(marks: NumberMarks, decimal: str, groups: Sequence[str]) -> re.Pattern[str]:
    group = "|".join(re.escape(mark) for mark in groups)
    in_groups = f"[1-9][0-9]{{0,2}}(?P<group>{group})[0-9]{{3}}(?:(?P=group)[0-9]{{3}})*"
    short = f"[1-9][0-9]{{0,{marks.grouped_from - 2}}}"
    return _ascii(f"(?P<integer>{in_groups}|{short}|0)(?:(?P<point>{re.escape(decimal)})(?P<decimals>[0-9]+))?")


def _plain_space(space: str, decimal: str) -> re.Pattern[str]:
    """A number whose groups are joined by spaces of any kind, at the end of a text."""
    return _ascii(rf"(?<![0-9.,{{}}])[0-9]{{1,3}}(?:{space}[0-9]{{3}})+(?:{decimal}[0-9]+)?\Z")


def _ascii(pattern: str, flags: int = 0) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII | flags)
