"""One line of Markdown: quote marks, indent, and what it begins. As Python-Markdown and its extensions read it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal as OneOf

INDENT = 4
"""Columns that make one level of a list, footnote or admonition."""

Kind = OneOf["blank", "fence", "block", "rule", "underline", "columns", "reference", "definition", "heading", "text"]

LIST_MARK = re.compile(r"(?:[*+-]|[0-9]+\.)[ \t]+(?=\S)")
_QUOTES = re.compile(r"(?:[ \t]{0,12}>)*")
_HEADING = re.compile(r"(?P<marks>#{1,6})")
_RULE = re.compile(r"(?:(?:-[ ]{0,2}){3,}|(?:_[ ]{0,2}){3,}|(?:\*[ ]{0,2}){3,})\Z")
_UNDERLINE = re.compile(r"(?:=+|-+)[ ]*\Z")
_COLUMNS = re.compile(r"(?=[^|]*\|)(?=[^-]*-)[|:\- \t]+\Z")
_REFERENCE = re.compile(r"\[(?!\^)[^\[\]]*\]:[ \t]*\S+[ \t]*(?:\"[^\"]*\"|'[^']*'|\([^()]*\))?[ \t]*\Z")
_DEFINITION = re.compile(r"\[\^[^\[\]]*\]:[ \t]*|!!![ ]?(?=[\w-])|\?\?\?\+?[ ]?(?=[\w\"-])|:[ ]{1,3}(?=\S)")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file: its offsets, its depth in block quotes, its indent in columns, and where its content begins."""

    start: int
    end: int
    quotes: int
    indent: int
    content: int

    @property
    def level(self) -> int:
        """How many lists and the like its indent reaches into."""
        return self.indent // INDENT


def line_of(text: str, start: int, end: int) -> Line:
    """The line from ``start`` to ``end`` (its newline)."""
    marks = _QUOTES.match(text, start, end)
    after = marks.end() if marks else start
    quotes = text.count(">", start, after)
    if quotes and text.startswith(" ", after):
        after += 1
    content = after
    while content < end and text[content] in " \t":
        content += 1
    return Line(start, end, quotes, len(text[after:content].expandtabs(INDENT)), content)


def kind_of(text: str, line: Line) -> Kind:
    """What a line begins, wherever it stands."""
    if line.content == line.end:
        return "blank"
    first = text[line.content]
    kinds = _BY_FIRST.get(first, ())
    return next((kind for kind, pattern in kinds if pattern.match(text, line.content, line.end)), "text")


def _kinds(*pairs: tuple[Kind, re.Pattern[str]]) -> tuple[tuple[Kind, re.Pattern[str]], ...]:
    return pairs


_FENCE = re.compile(r"`{3,}[^`]*\Z|~{3,}")
_BY_FIRST: dict[str, tuple[tuple[Kind, re.Pattern[str]], ...]] = {
    "`": _kinds(("fence", _FENCE)),
    "~": _kinds(("fence", _FENCE)),
    "/": _kinds(("block", re.compile("///"))),
    "#": _kinds(("heading", _HEADING)),
    "-": _kinds(("underline", _UNDERLINE), ("columns", _COLUMNS), ("rule", _RULE)),
    "=": _kinds(("underline", _UNDERLINE)),
    "|": _kinds(("columns", _COLUMNS)),
    ":": _kinds(("columns", _COLUMNS), ("definition", _DEFINITION)),
    "_": _kinds(("rule", _RULE)),
    "*": _kinds(("rule", _RULE)),
    "[": _kinds(("reference", _REFERENCE), ("definition", _DEFINITION)),
    "!": _kinds(("definition", _DEFINITION)),
    "?": _kinds(("definition", _DEFINITION)),
}


def after_marks(text: str, line: Line) -> int:
    """Where the text of a line begins, behind list marks and the mark of a footnote, admonition or definition."""
    at = line.content
    definition = _DEFINITION.match(text, at, line.end)
    if definition:
        return definition.end()
    while mark := LIST_MARK.match(text, at, line.end):
        at = mark.end()
    return at


def is_item(text: str, line: Line) -> bool:
    """Whether a list item begins on this line."""
    return LIST_MARK.match(text, line.content, line.end) is not None


def heading_level(text: str, at: int) -> int:
    """The number of ``#`` at ``at``, at most 6."""
    marks = _HEADING.match(text, at)
    return len(marks["marks"]) if marks else 0
