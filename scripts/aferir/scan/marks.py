"""Places of a text that get a token of their own, so that a page can show a note there."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..model import Position
from .draft import Draft, end_token, token

_WORD = re.compile(r"[\w.,%\u00a0\u202f]*\w|")
_LINE_OF_ITS_OWN = re.compile(r"[ \t>]*(?:#{1,6}\s|/{3,}|`{3,}|~{3,})")


def mark(draft: Draft, start: int, places: Iterable[Position]) -> dict[Position, str]:
    """The provisional token of each place beyond ``start``, put after the thing or the word that begins there.

    After a heading, a fence or the head of a block it becomes a paragraph of its own.
    """
    done = sorted(draft.edits)
    marked: dict[Position, str] = {}
    for place in dict.fromkeys(places):
        offset = draft.line_starts[place.line - 1] + place.column - 1 if place.line <= len(draft.line_starts) else -1
        if offset < start:
            continue
        new = token(draft.tokens)
        draft.tokens += 1
        at, apart = _end_of(draft, offset, done)
        draft.edit(at, at, f"\n\n{new}\n\n" if apart else new)
        marked[place] = new
    return marked


def _end_of(draft: Draft, offset: int, edits: Iterable[tuple[int, int, str]]) -> tuple[int, bool]:
    """Where what begins at ``offset`` ends, and whether a note after it must stand apart."""
    text = draft.text
    covering = [end for begin, end, _ in edits if begin <= offset < end]
    opened = [end_token(new) for begin, end, new in edits if begin <= offset < end and new]
    covering += [end for _, end, new in edits if new in opened]  # a word or claim ends with a token of its own
    word = _WORD.match(text, offset)
    at = max(covering) if covering else word.end() if word else offset
    line = text[text.rfind("\n", 0, at) + 1 :]
    first = text[text.rfind("\n", 0, offset + 1) + 1 :] if text[offset : offset + 1] != "\n" else ""
    if not (_LINE_OF_ITS_OWN.match(line) or _LINE_OF_ITS_OWN.match(first)):
        return at, False
    end = text.find("\n", at)
    return (len(text) if end < 0 else end), True
