"""The ledger: every numeral that the build writes, by its place, committed and compared at each build.

A place is a lesson, a kind and name (``cell heads``, ``table widths``, ``figure maps``) and a coordinate inside it
(``line 3``, ``row 2``, ``axes 1 line 1 y``). One entry serves all languages; where their data differ, it holds one text
per language. A numeral that stands for a half-way value may be either of its neighbours, so that another processor
finds the same ledger right.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import TypeVar

from .errors import finding
from .languages import Language
from .model import Drawing, Explorable, Fence, Finding, Lesson, Output, Position, Results, Table
from .printed import numerals_of, plain_numerals, without_sign_of_zero

T = TypeVar("T")

Entry = str | Mapping[str, str]
"""The numerals of a place, spaces between them; one text per language where these differ."""

Ledger = Mapping[str, Mapping[str, Mapping[str, Entry]]]
"""Lesson -> kind and name -> coordinate -> entry."""

PRODUCING = ("cell", "figure", "table", "explorable")
"""The fences that show what the build writes."""

_LONGEST_SHOWN = 70


@dataclass(frozen=True, slots=True)
class Produced:
    """What one fence of one page shows: coordinate -> numerals, and the half-way ones among them."""

    lesson: str
    language: str
    thing: str
    """Kind and name."""
    path: str
    position: Position
    places: Mapping[str, str]
    halves: Mapping[str, str] = field(default_factory=dict)


# ── What a build produces ────────────────────────────────────────────────────────────────────────────────────────────


def produced(lesson: Lesson, results: Results, own: Language) -> tuple[Produced, ...]:
    """What the fences of a lesson show; one that failed shows nothing, and another finding says so."""
    fences = (fence for fence in lesson.fences if fence.kind in PRODUCING)
    found = ((fence, _result(fence, results)) for fence in fences)
    return tuple(
        Produced(
            lesson.slug,
            lesson.language,
            f"{fence.kind} {fence.name}",
            lesson.path,
            fence.position,
            _places(result, own) | _told(fence, result, own),
            result.halves,
        )
        for fence, result in found
        if isinstance(result, Output | Drawing | Table | Explorable)
    )


def _result(fence: Fence, results: Results) -> object:
    found: Mapping[str, Mapping[str, object]] = {
        "cell": results.outputs,
        "figure": results.figures,
        "table": results.tables,
        "explorable": results.states,
    }
    return found[fence.kind].get(fence.name)


def _told(fence: Fence, result: Output | Drawing | Table | Explorable, own: Language) -> dict[str, str]:
    """What a figure tells in tables besides its drawing, where its fence asks for them."""
    if not isinstance(result, Drawing) or "data" not in fence.options:
        return {}
    return {
        f"data {number} row {row}": " | ".join(_plain(entry, own) for entry in entries)
        for number, part in enumerate(result.data, start=1)
        for row, entries in enumerate(part.rows, start=1)
    }


def _places(result: Output | Drawing | Table | Explorable, own: Language) -> dict[str, str]:
    if isinstance(result, Drawing | Explorable):
        return dict(result.places)
    if isinstance(result, Output):
        return {**_printed(result), **_shown(result)}
    rows = {"columns": result.columns, **{f"row {number}": row for number, row in enumerate(result.rows, start=1)}}
    shown = {name: [_plain(entry, own) for entry in row] for name, row in rows.items()}
    return {name: " | ".join(row).strip() for name, row in shown.items() if any(row)}


def _printed(output: Output) -> Mapping[str, str]:
    lines = groupby(output.numerals, key=lambda numeral: numeral.line)
    return {f"line {number}": " ".join(without_sign_of_zero(item.text) for item in line) for number, line in lines}


def _shown(output: Output) -> Mapping[str, str]:
    """The numerals of what a cell shows besides text: of its words line by line, of a drawing what it plots."""
    parts = [part for part in output.parts if part.is_shown]
    words = {
        f"shown {number} line {line}": " ".join(without_sign_of_zero(item.text) for item in numerals_of(text))
        for number, part in enumerate(parts, start=1)
        for line, text in enumerate(part.words.split("\n"), start=1)
    }
    plotted = {
        f"shown {number} {place}": text for number, part in enumerate(parts, 1) for place, text in part.places.items()
    }
    return {place: text for place, text in (words | plotted).items() if text}


def _plain(entry: str, own: Language) -> str:
    return " ".join(plain_numerals(entry, own.marks.decimal, own.marks.thousands[0]))


def ledger_of(things: Iterable[Produced]) -> Ledger:
    """The ledger of what a build produces, in all its languages."""
    texts: dict[str, dict[str, dict[str, dict[str, str]]]] = {}
    languages: dict[tuple[str, str], set[str]] = {}
    for item in things:
        languages.setdefault((item.lesson, item.thing), set()).add(item.language)
        coordinates = texts.setdefault(item.lesson, {}).setdefault(item.thing, {})
        for place, numerals in item.places.items():
            coordinates.setdefault(place, {})[item.language] = numerals
    return {
        lesson: {
            thing: {place: _entry(entry, languages[lesson, thing]) for place, entry in coordinates.items()}
            for thing, coordinates in own.items()
            if coordinates
        }
        for lesson, own in texts.items()
    }


def _entry(texts: Mapping[str, str], languages: set[str]) -> Entry:
    shared = set(texts.values())
    return shared.pop() if len(shared) == 1 and set(texts) == languages else dict(texts)


def numeral_count(things: Iterable[Produced]) -> int:
    """How many numerals they show; a long series counts by what is kept of it."""
    return sum(len(numerals_of(numerals)) for item in things for numerals in item.places.values())


# ── Its file ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def written(ledger: Ledger) -> str:
    """The ledger as JSON: sorted, one place a line."""
    lessons = (
        f"{_key(lesson)}: {{\n" + ",\n".join(_thing(thing, places) for thing, places in _sorted(own)) + "\n }"
        for lesson, own in _sorted(ledger)
    )
    return "{\n" + ",\n".join(f" {lesson}" for lesson in lessons) + "\n}\n"


def _thing(thing: str, places: Mapping[str, Entry]) -> str:
    rows = (f"   {_key(place)}: {json.dumps(entry, ensure_ascii=False, sort_keys=True)}" for place, entry in
            _sorted(places))  # fmt: skip
    return f"  {_key(thing)}: {{\n" + ",\n".join(rows) + "\n  }"


def _key(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)


def _sorted(items: Mapping[str, T]) -> list[tuple[str, T]]:
    return sorted(items.items(), key=lambda item: _natural(item[0]))


def _natural(name: str) -> list[tuple[int, str]]:
    """Line 2 before line 10."""
    parts = re.split(r"([0-9]+)", name)  # every second one is digits
    return [(int(part), "") if number % 2 else (0, part) for number, part in enumerate(parts)]


@dataclass(frozen=True, slots=True)
class Kept:
    """The ledger that is committed: its path, its text, what it says."""

    path: str
    text: str
    ledger: Ledger


def read_ledger(data: bytes, path: str) -> Kept | Finding:
    """The ledger in a file, or AF702 with the place of what is wrong in it."""
    try:
        text = data.decode("utf-8")
        read = json.loads(text)
    except json.JSONDecodeError as error:
        return finding("AF702", path, Position(error.lineno, error.colno), reason=f"it is not JSON: {error.msg}")
    except UnicodeDecodeError:
        return finding("AF702", path, Position(1, 1), reason="it is not UTF-8 text")
    except RecursionError:
        return finding("AF702", path, Position(1, 1), reason="it is nested too deeply to be read")
    wrong = next(_malformed(read), None)
    if wrong is not None:
        return finding("AF702", path, _place_of(text, wrong), reason=f"{_named(wrong)} {_SHAPE}")
    return Kept(path, text, read)


def _named(keys: tuple[str, ...]) -> str:
    return f"“{keys[-1]}”" if keys else "it"


_SHAPE = 'should be lesson -> kind and name -> place -> numerals, as in {"masks": {"cell maps": {"line 1": "0.31"}}}'


def _malformed(data: object) -> Iterator[tuple[str, ...]]:
    """The keys that lead to each value of the wrong type."""
    if not isinstance(data, dict):
        yield ()
        return
    for lesson, things in data.items():
        if not isinstance(things, dict):
            yield (lesson,)
            continue
        for thing, places in things.items():
            if not isinstance(places, dict):
                yield (lesson, thing)
                continue
            yield from ((lesson, thing, place) for place, entry in places.items() if not _is_entry(entry))


def _is_entry(entry: object) -> bool:
    texts = entry.values() if isinstance(entry, dict) and entry else [entry]
    return all(isinstance(text, str) for text in texts)


def _place_of(text: str, keys: Iterable[str]) -> Position:
    """Where the last of some nested keys stands in a ledger's text; its beginning when it stands nowhere."""
    at = 0
    for key in keys:
        found = re.compile(rf"{re.escape(_key(key))}\s*:").search(text, at)
        if not found:
            break
        at = found.start()
    before = text[:at]
    return Position(before.count("\n") + 1, at - (before.rfind("\n") + 1) + 1)


# ── Comparing ────────────────────────────────────────────────────────────────────────────────────────────────────────


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
        elif not _same(old, numerals, thing.halves):
            before, after = _first_difference(old, numerals)
            where = f"{thing.thing}, {place}"
            yield finding("AF703", thing.path, thing.position, place=where, old=before, new=after)


def _new(thing: Produced, place: str, numerals: str) -> Finding:
    return finding("AF704", thing.path, thing.position, place=place, new=_shortened(numerals))


def _text_for(entry: Entry, language: str) -> str | None:
    return entry if isinstance(entry, str) else entry.get(language)


def _same(old: str, new: str, halves: Mapping[str, str]) -> bool:
    before, after = old.split(" "), new.split(" ")
    pairs = zip(before, after, strict=False)
    return len(before) == len(after) and all(without_sign_of_zero(a) in (b, halves.get(b)) for a, b in pairs)


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
        finding("AF705", kept.path, _place_of(kept.text, (lesson, thing)), place=f"{thing} of {lesson}")
        for lesson, own in kept.ledger.items()
        for thing in own
        if (lesson, thing) not in shown or (lesson, thing) in empty
    )


# ── Accepting ────────────────────────────────────────────────────────────────────────────────────────────────────────


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
        return old if _same(old, new, halves) else new
    assert not isinstance(new, str)
    assert not isinstance(old, str)
    same = set(new) == set(old) and all(_same(old[code], new[code], halves) for code in new)
    return old if same else new
