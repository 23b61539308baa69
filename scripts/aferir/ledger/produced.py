"""What a build writes: the numerals of cells, figures, tables and explorables, each by its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from ..languages import Language
from ..model import Drawing, Explorable, Fence, Lesson, Output, Position, Results, Table
from ..printed import numerals_of, plain_numerals, without_sign_of_zero
from .entries import Entry, Ledger

PRODUCING = ("cell", "figure", "table", "explorable")
"""The fences that show what the build writes."""


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
