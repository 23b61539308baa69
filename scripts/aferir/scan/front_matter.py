"""The front matter: YAML between two lines ``---`` at the very top, with few keys, each a text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import yaml

from ..errors import hint
from .bindings import MARK
from .draft import Draft
from .fences import NAME
from .inline import Inline
from .segment import NO_STATEMENTS, Segment

KEYS: Mapping[str, bool] = {"title": True, "description": False, "snippet": False}
"""The keys of the front matter, and whether a lesson must have them."""

_WITH_BINDINGS = ("title", "description")
_BLOCK = re.compile(r"---[ \t]*\n(?P<yaml>.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """Its texts by key, with tokens; ``readable``, the title without them; where each value stands; where it ends."""

    texts: Mapping[str, str] = field(default_factory=dict)
    readable: str = ""
    offsets: Mapping[str, int] = field(default_factory=dict)
    end: int = 0


@dataclass(frozen=True, slots=True)
class _Entry:
    key: str
    text: str
    key_offset: int
    offset: int
    end: int


def read_front_matter(draft: Draft) -> FrontMatter:
    """The front matter at the top of a draft; what is wrong with it is reported there."""
    block = _BLOCK.match(draft.text)
    if not block:
        opened = re.match(r"---[ \t]*(?:\n|\Z)", draft.text)
        reason = "the front matter is never closed: write --- below it" if opened else _MISSING
        draft.report("AF108", 0, reason=reason)
        return FrontMatter(end=opened.end() if opened else 0)
    entries = {entry.key: entry for entry in _known(draft, _entries(draft, block["yaml"], block.start("yaml")))}
    is_read = not any(finding.code == "AF108" for finding in draft.findings)
    for key, required in KEYS.items():
        if required and is_read and key not in entries:
            draft.report("AF108", 0, reason=f"the front matter lacks “{key}”: write {key}: followed by a text")
    values = {key: _value(draft, entry) for key, entry in entries.items()}
    texts = {key: text for key, (text, _) in values.items()}
    readable = values["title"][1] if "title" in values else ""
    return FrontMatter(texts, readable, {key: entry.offset for key, entry in entries.items()}, block.end())


_MISSING = "a page begins with its front matter: --- on the first line, title: …, and --- again"


def _entries(draft: Draft, text: str, start: int) -> Iterator[_Entry]:
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        at = error.problem_mark.index if error.problem_mark else 0
        reason = f"the front matter is no YAML: {error.problem}; put a text that holds “: ” or “#” in quotes"
        draft.report("AF108", start + min(at, len(text)), reason=reason)
        return
    except (yaml.YAMLError, RecursionError):
        draft.report("AF108", start, reason="the front matter is no YAML: write lines such as title: Atenção")
        return
    if root is None:
        return
    if not isinstance(root, yaml.MappingNode):
        draft.report("AF108", start, reason="the front matter holds lines such as title: Atenção")
        return
    for key, value in root.value:
        yield from _entry(draft, key, value, start)


def _entry(draft: Draft, key: yaml.Node, value: yaml.Node, start: int) -> Iterator[_Entry]:
    name = key.value if isinstance(key, yaml.ScalarNode) else ""
    at = start + key.start_mark.index
    if not isinstance(value, yaml.ScalarNode) or not value.value.strip():
        draft.report("AF108", at, reason=f"“{name}” needs a text, in quotes where it begins with a bracket or brace")
        return
    raw = draft.text[start + value.start_mark.index : start + value.end_mark.index]
    inside = max(0, raw.find(value.value))
    if value.value not in raw and MARK.search(value.value):
        reason = f"“{name}” holds a binding, so it stands on one line, without escapes"
        draft.report("AF108", at, reason=reason)
        return
    begin = start + value.start_mark.index
    yield _Entry(name, value.value, at, begin + inside, begin + len(raw))


def _known(draft: Draft, entries: Iterator[_Entry]) -> Iterator[_Entry]:
    seen: set[str] = set()
    for entry in entries:
        if entry.key not in KEYS:
            known = ", ".join(KEYS)
            draft.report("AF107", entry.key_offset, key=entry.key, hint=hint(entry.key, KEYS), known=known)
        elif entry.key in seen:
            draft.report("AF108", entry.key_offset, reason=f"“{entry.key}” is given twice")
        elif entry.key == "snippet" and not NAME.fullmatch(entry.text):
            reason = f"“{entry.text}” is no name of a snippet: names are small letters, digits and _"
            draft.report("AF108", entry.offset, reason=reason)
        else:
            seen.add(entry.key)
            yield entry


def _value(draft: Draft, entry: _Entry) -> tuple[str, str]:
    """The text of an entry with tokens, and as a reader sees it."""
    end = entry.offset + len(entry.text)
    if entry.key not in _WITH_BINDINGS:
        return entry.text, entry.text
    if draft.text[entry.offset : end] != entry.text:  # YAML made something else of it: no binding stands in it
        raw = _plain(draft, entry.offset, entry.end)
        raw.show(0, len(raw.text), "title", ())
        return entry.text, entry.text
    inline = _plain(draft, entry.offset, end)
    inline.read()
    return inline.result(), inline.reading()


def _plain(draft: Draft, start: int, end: int) -> Inline:
    """A reader of the plain text from ``start`` to ``end``, on one line or several."""
    ends = [*(found.start() for found in re.finditer("\n", draft.text[start:end])), end - start]
    starts = [0, *(stop + 1 for stop in ends[:-1])]
    slices = [(start + first, start + stop) for first, stop in zip(starts, ends, strict=True)]
    return Inline(draft, Segment(slices, "title", NO_STATEMENTS["title"], rich=False))
