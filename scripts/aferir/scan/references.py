"""References: ``[text][label]`` and ``[^label]``, each of which needs a definition somewhere in the lesson."""

from __future__ import annotations

import re

from .bindings import cut
from .draft import Draft
from .segment import SegmentReader

_DEFINED = re.compile(r"\[(?P<label>\^?[^\[\]]*)\]:")
_FOOTNOTE = re.compile(r"\^[^\s\[\]]+")
_LABEL = re.compile(r"[^\W_][\w .:/-]*")
_WORD = re.compile(r"[^\W\d_]{2}")
_STATE = re.compile(r"\(#(?P<name>[a-z][a-z0-9_]*):(?P<settings>[^\s()]*)\)")
_INDEXED = re.compile(r"[\w\])]")


def keep_definition(draft: Draft, start: int, end: int) -> None:
    """Keep the label that a line defines."""
    found = _DEFINED.match(draft.text, start, end)
    if found:
        draft.labels.add(_key(found["label"]))


def keep_reference(reader: SegmentReader, start: int, close: int, end: int) -> None:
    """Keep the reference whose first bracket goes from ``start`` to ``close``, and its label to ``end``."""
    text = reader.text[start + 1 : close]
    if _FOOTNOTE.fullmatch(text):
        label, end = text, close + 1
    else:
        label = _label(reader, start, text, reader.text[close + 1 : end])
    if label:
        reader.draft.references.append((reader.at(start), cut(reader.text[start:end]), label))


def _label(reader: SegmentReader, start: int, text: str, target: str) -> str:
    """The label of a reference, "" for brackets that are none: those of an index, a list of numbers, an address."""
    if not target.startswith("[") or (start and _INDEXED.match(reader.text, start - 1)):
        return ""
    label = target[1:-1] or text
    is_reference = _LABEL.fullmatch(label) and (_WORD.search(text) or _WORD.search(label))
    return label if is_reference else ""


def keep_state_link(reader: SegmentReader, start: int, target: str) -> None:
    """Keep the link that begins at ``start``, when its target is the state of an explorable: ``(#rules:head=2)``."""
    found = _STATE.fullmatch(target)
    if found and found["name"] not in ("fn", "fnref"):
        reader.draft.state_links.append((reader.at(start), found["name"], found["settings"]))


def report_undefined(draft: Draft) -> None:
    """A finding for each reference without a definition."""
    for offset, written, label in draft.references:
        if _key(label) not in draft.labels:
            what = "its text" if label.startswith("^") else "its address"
            draft.report("AF120", offset, written=written, label=label, what=what)


def _key(label: str) -> str:
    """Labels that differ only in case and spaces are the same, except for footnotes."""
    return label if label.startswith("^") else " ".join(label.split()).lower()
