"""Texts of a TOML file -> a Lesson of their bindings, with positions in that file, and the texts without them.

The texts are those of a challenge: short prose in which `` `code` `` counts and whose numbers are bound as in a lesson.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..languages import Language
from ..model import Finding, Formula, Given, Lesson, Number, Section
from .draft import RESERVED, Draft, bindings_of, edited, numbering
from .inline import Inline
from .segment import Segment

_TOKENS = re.compile("[\ue000\ue002][0-9]+\ue001")
_CODE_KEYS = ("lines",)
"""Texts that are code: nothing in them is a number of the prose."""


@dataclass(frozen=True, slots=True)
class Scanned:
    """What texts hold: bindings and passages as a lesson's, what is wrong, and the texts as a reader sees them."""

    lesson: Lesson
    findings: tuple[Finding, ...]
    texts: Mapping[str, object]


def scan_strings(raw: str, texts: Mapping[str, object], path: str, language: Language, name: str) -> Scanned:
    """Scan the strings of ``texts``, which ``raw``, the file at ``path``, holds. ``name`` is what they belong to.

    Escaped quotes and backslashes are fine; a string in which a character is written by its code is AF501, since the
    places in it are not those in the file.
    """
    draft = Draft(_clean(raw), path, language.marks)
    at, sections = 0, []
    for keys, text in _strings(texts):
        start, end = _placed(draft.text, text, at)
        if start < 0:
            reason = f"“{'.'.join(keys)}” is written with escapes that only TOML understands: write its characters"
            draft.report("AF501", at, reason=reason)
            continue
        at = end
        sections.append(_section(draft, start, end, ".".join(keys)))
    final = numbering(draft.found)
    items = [final.item(found.item) for found in sorted(draft.found.values(), key=lambda found: found.offset)]
    lesson = Lesson(
        path=path,
        slug=name,
        language=language.code,
        title=name,
        description="",
        snippet="checks",
        markdown="",
        bindings=bindings_of(items),
        sections=tuple(sections),
        passages=tuple(sorted(draft.passages, key=lambda passage: passage.starts)),
    )
    plain = {keys: _plain(text, language) for keys, text in _strings(texts)}
    shown = {key: _with(value, (key,), plain) for key, value in texts.items()}
    return Scanned(lesson, tuple(sorted(draft.findings)), shown)


def _clean(text: str) -> str:
    return RESERVED.sub("\ufffd", text)


def _strings(value: object, keys: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every string that is prose, with the keys that lead to it, in the order of the file."""
    if isinstance(value, str):
        yield keys, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            if key not in _CODE_KEYS:
                yield from _strings(inner, (*keys, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _strings(inner, (*keys, str(number)))


def _placed(raw: str, text: str, at: int) -> tuple[int, int]:
    """Where a string stands in the file from ``at`` on, without its escapes or with them; (-1, -1) when it does not."""
    for written in (text, text.replace("\\", "\\\\").replace('"', '\\"')):
        start = raw.find(written, at)
        if start >= 0:
            return start, start + len(written)
    return -1, -1


def _section(draft: Draft, start: int, end: int, name: str) -> Section:
    """Read what stands from ``start`` to ``end``: a section of its own."""
    known = set(draft.found)
    Inline(draft, Segment(_lines(draft.text, start, end))).read()
    own = [found for key, found in draft.found.items() if key not in known and found.canonical]
    contents = sorted((draft.position(found.offset), found.canonical) for found in own)
    return Section(name, 1, draft.position(start), tuple((canonical, place) for place, canonical in contents))


def _plain(text: str, language: Language) -> str:
    """A string as its reader sees it: without its bindings, its formulas in their marks."""
    draft = Draft(_clean(text), "", language.marks)
    reader = Inline(draft, Segment(_lines(draft.text, 0, len(draft.text))))
    reader.read()
    edits = [edit for edit in (*draft.edits, *reader.edits) if edit[2] != "&lt;"]
    return _TOKENS.sub(lambda token: _shown(draft, token[0]), edited(draft.text, 0, len(draft.text), edits))


def _shown(draft: Draft, token: str) -> str:
    item = draft.found[token].item if token in draft.found else None
    if isinstance(item, Formula):
        marks = "$$" if item.display else "$"
        return f"{marks}{_TOKENS.sub('', item.tex)}{marks}"
    return item.written if isinstance(item, Number | Given) else ""


def _lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The slices of the file that are the lines of a string."""
    breaks = [match.start() for match in re.compile("\n").finditer(text, start, end)]
    return list(zip([start, *(place + 1 for place in breaks)], [*breaks, end], strict=True))


def _with(value: object, keys: tuple[str, ...], plain: Mapping[tuple[str, ...], str]) -> object:
    """``value`` with its strings as readers see them."""
    if isinstance(value, Mapping):
        return {key: _with(inner, (*keys, key), plain) for key, inner in value.items()}
    if isinstance(value, list):
        return [_with(inner, (*keys, str(number)), plain) for number, inner in enumerate(value)]
    return plain.get(keys, value)
