"""Attribute lists: ``{: .wide }`` or ``{#id}`` behind a word, a heading or a paragraph, as attr_list reads them."""

from __future__ import annotations

import re

from .bindings import LONGEST, read_binding

_BEGINS = re.compile(r"\{(?::|[ ]*[#.][^\W\d])")
_MAY_BEGIN = re.compile(r"\{[ ]*[^}\n ]")
_STOP = re.compile(r"\{[=!@]?|[}\n]")
_ENDS_LINE = re.compile(r"[ ]*#*[ ]*(?:\n|\Z)")
_MARKED = tuple("*_`)")
"""What may end the marked text that a list without ``:``, ``#`` or ``.`` belongs to."""


def attribute_list_end(text: str, at: int, *, in_heading: bool) -> int:
    """Where the attribute list ends that a brace at ``at`` opens; 0 when it opens none.

    In prose braces are braces: a list says so by what it begins with, or by standing where Markdown takes any.
    """
    if not _MAY_BEGIN.match(text, at):
        return 0
    if _BEGINS.match(text, at) or text.endswith(_MARKED, 0, at):
        return _end(text, at + 1)
    if not _begins_line(text, at) and not (in_heading and text[at - 1] == " "):
        return 0
    end = _end(text, at + 1)
    return end if _ENDS_LINE.match(text, end) else 0


def _begins_line(text: str, at: int) -> bool:
    while at and text[at - 1] == " ":
        at -= 1
    return not at or text[at - 1] == "\n"


def _end(text: str, at: int) -> int:
    stop = at + 2 * LONGEST
    while mark := _STOP.search(text, at, stop):
        if mark[0] == "}":
            return mark.end()
        if mark[0] in ("{", "\n"):  # a list holds no brace but a binding's, and ends on its line
            return 0
        at = read_binding(text, mark.start()).end
    return 0
