"""The file of the ledger: one place a line, sorted, and where in it a place stands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from ..errors import finding
from ..model import Finding, Position
from .entries import Entry, Ledger

T = TypeVar("T")


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
        return finding("AF702", path, place_of(text, wrong), reason=f"{_named(wrong)} {_SHAPE}")
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


def place_of(text: str, keys: Iterable[str]) -> Position:
    """Where the last of some nested keys stands in a ledger's text; its beginning when it stands nowhere."""
    at = 0
    for key in keys:
        found = re.compile(rf"{re.escape(_key(key))}\s*:").search(text, at)
        if not found:
            break
        at = found.start()
    before = text[:at]
    return Position(before.count("\n") + 1, at - (before.rfind("\n") + 1) + 1)
