"""What a build writes against the ledger that is committed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..errors import finding
from ..model import Finding, Lesson, Position
from .entries import Entry, Ledger, is_same
from .file import Kept, place_of
from .produced import Produced, ledger_of

_LONGEST_SHOWN = 70


def ledger_findings(things: Iterable[Produced], kept: Kept | None, path: str) -> tuple[Finding, ...]:
    """What a build produces against the ledger that is kept, None for a course that has none at ``path`` (AF701).

    AF703 for a place that changed, AF704 for one that is new. Languages that are not built say nothing of their
    entries, nor do things that failed.
    """
    things = tuple(things)
    if kept is None:
        return (_no_ledger(things, path),) if any(item.places for item in things) else ()
    found = (item for thing in things for item in _differences(thing, kept.ledger))
    return tuple(_once(found))


def _no_ledger(things: Iterable[Produced], path: str) -> Finding:
    count = sum(len(places) for own in ledger_of(things).values() for places in own.values())
    return finding("AF701", path, Position(1, 1), places=_places_in_words(count))


def _places_in_words(count: int) -> str:
    return f"{count} place{'' if count == 1 else 's'}"


def _differences(thing: Produced, kept: Ledger) -> Iterator[Finding]:
    known = kept.get(thing.lesson, {}).get(thing.thing)
    if known is None:
        if thing.places:
            example = next(f"{place}: {numerals}" for place, numerals in thing.places.items())
            yield _new(thing, f"{_places_in_words(len(thing.places))} of {thing.thing}", example)
        return
    gone = [place for place in known if place not in thing.places and _text_for(known[place], thing.language)]
    for place in gone:
        yield finding("AF703", thing.path, thing.position, place=f"{thing.thing}, {place}",
                      old=_shortened(_text_for(known[place], thing.language) or ""), new="nothing")  # fmt: skip
    for place, numerals in thing.places.items():
        old = _text_for(known.get(place, {}), thing.language)
        if old is None:
            yield _new(thing, f"{thing.thing}, {place}", numerals)
        elif not is_same(old, numerals, thing.halves):
            before, after = _first_difference(old, numerals)
            where = f"{thing.thing}, {place}"
            yield finding("AF703", thing.path, thing.position, place=where, old=before, new=after)


def _new(thing: Produced, place: str, numerals: str) -> Finding:
    return finding("AF704", thing.path, thing.position, place=place, new=_shortened(numerals))


def _text_for(entry: Entry, language: str) -> str | None:
    return entry if isinstance(entry, str) else entry.get(language)


def _first_difference(old: str, new: str) -> tuple[str, str]:
    """The first numeral that differs with its number in the place; both texts when one has more numerals."""
    before, after = old.split(" "), new.split(" ")
    if len(before) != len(after) or len(before) == 1:
        return _shortened(old), _shortened(new)
    at = next(number for number, (a, b) in enumerate(zip(before, after, strict=True)) if a != b)
    return f"{before[at]} as its number {at + 1}", after[at]


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN].rpartition(" ")[0] + " …"


def _once(found: Iterable[Finding]) -> Iterator[Finding]:
    """Findings without those that say of one language what has been said of another, whose data are the same."""
    seen: set[tuple[str, str, str]] = set()
    for item in found:
        key = (item.path.rpartition("/")[2], item.code, item.problem)
        if key not in seen:
            seen.add(key)
            yield item


def stale_findings(things: Iterable[Produced], kept: Kept, lessons: Iterable[Lesson]) -> tuple[Finding, ...]:
    """AF705 for each thing in the ledger that no page shows any more. ``lessons`` are all, in all languages."""
    shown = {(lesson.slug, f"{fence.kind} {fence.name}") for lesson in lessons for fence in lesson.fences}
    empty = {(item.lesson, item.thing) for item in things if not item.places}
    return tuple(
        finding("AF705", kept.path, place_of(kept.text, (lesson, thing)), place=f"{thing} of {lesson}")
        for lesson, own in kept.ledger.items()
        for thing in own
        if (lesson, thing) not in shown or (lesson, thing) in empty
    )
