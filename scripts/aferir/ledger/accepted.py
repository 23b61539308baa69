"""The ledger that ``aferir accept`` writes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .entries import Entry, Ledger, is_same
from .file import Kept
from .produced import Produced


def joined(new: Ledger, kept: Kept | None, things: Iterable[Produced]) -> Ledger:
    """The ledger to keep: ``new``, but what is ``kept`` wherever it still holds, half-way numerals included."""
    old = kept.ledger if kept else {}
    halves: dict[tuple[str, str], dict[str, str]] = {}
    for item in things:
        halves.setdefault((item.lesson, item.thing), {}).update(item.halves)
    return {
        lesson: {
            thing: {
                place: _kept(entry, old.get(lesson, {}).get(thing, {}).get(place), halves[lesson, thing])
                for place, entry in places.items()
            }
            for thing, places in own.items()
        }
        for lesson, own in new.items()
    }


def _kept(new: Entry, old: Entry | None, halves: Mapping[str, str]) -> Entry:
    if old is None or isinstance(new, str) != isinstance(old, str):
        return new
    if isinstance(new, str) and isinstance(old, str):
        return old if is_same(old, new, halves) else new
    assert not isinstance(new, str)
    assert not isinstance(old, str)
    same = set(new) == set(old) and all(is_same(old[code], new[code], halves) for code in new)
    return old if same else new
