"""Curves as frames: the place of every point, tick and mark in thousandths, and the same numbers as a table."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .given import Given, permille, rounded

Frame = dict[str, Any]

_LINE = 75
"""How far apart words at a plot must stand, in thousandths of its height, on a small phone too."""

_ENTRIES = ("kind", "title", "note", "x", "y", "curves", "references", "at", "choose", "stops")


def lines(given: Given) -> Frame:
    """Curves over a common x; ``at`` marks one x, where each curve says its value."""
    given.allow(_ENTRIES)
    x, y = (_axis(given.part(given.entries.get(name), f"axis {name}")) for name in ("x", "y"))
    curves = [given.part(own, f"curve {number}") for number, own in enumerate(given.listed("curves"), start=1)]
    points = [_points(curve) for curve in curves]
    table = _table(given, x, y, points)
    at = given.number("at") if given.entries.get("at") is not None else None
    made = {
        "x": _shown_axis(given, x),
        "y": _shown_axis(given, y),
        "curves": [_curve(own, x, y, number) for number, own in enumerate(points)],
        "references": [
            {"label": own.label("label"), "at": y.place(own.number("y"))}
            for own in (given.part(one, "reference") for one in given.listed("references"))
        ],
        "at": None if at is None else x.place(at),
        "marks": [] if at is None else _marks(points, x, y, at),
        "choose": given.label("choose", ""),
        "stops": [x.place(float(stop)) for stop in given.listed("stops")],
        "columns": table[0],
        "rows": table[1],
    }
    for curve in curves:
        given.keep(curve, "")
    return made


# ── Axes ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis: what it is called, its ticks as written, the decimals of its numbers, and where a value lies on it."""

    label: str
    ticks: tuple[tuple[float, str], ...]
    decimals: int
    place: Callable[[float], int]
    write: Callable[[float], str]


def _axis(given: Given) -> Axis:
    given.allow(("label", "scale", "ticks", "range", "decimals", "tick_decimals"))
    ticks = tuple(rounded(float(tick)) for tick in given.listed("ticks"))
    if len(ticks) < 2:
        raise ValueError(f"{given.where} needs at least two “ticks”")
    scale = given.label("scale", "linear")
    decimals = given.integer("decimals", 0)
    places = {"linear": _linear, "log": _log, "even": _even}
    if scale not in places:
        raise ValueError(f"{given.where}: “scale” is {scale!r}, not one of {', '.join(places)}")
    low, high = (float(end) for end in given.entries.get("range", (min(ticks), max(ticks))))
    place = places[scale](low, high, ticks, given.where)
    on_ticks = given.integer("tick_decimals", decimals)
    shown = tuple((tick, given.writing.number(tick, on_ticks)) for tick in ticks)
    return Axis(given.label("label"), shown, decimals, place, lambda value: given.writing.number(value, decimals))


def _linear(low: float, high: float, _ticks: Sequence[float], where: str) -> Callable[[float], int]:
    return lambda value: permille((_inside(value, low, high, where) - low) / (high - low))


def _log(low: float, high: float, _ticks: Sequence[float], where: str) -> Callable[[float], int]:
    if low <= 0:
        raise ValueError(f"{where}: a “log” scale begins above 0, not at {low:g}")
    return lambda value: permille(math.log(_inside(value, low, high, where) / low) / math.log(high / low))


def _even(_low: float, _high: float, ticks: Sequence[float], where: str) -> Callable[[float], int]:
    """Ticks at equal distances; between them a value lies in proportion."""
    steps = np.arange(len(ticks))
    return lambda value: permille(
        float(np.interp(_inside(value, ticks[0], ticks[-1], where), ticks, steps)) / (len(ticks) - 1)
    )


def _inside(value: float, low: float, high: float, where: str) -> float:
    if not low <= value <= high:
        raise ValueError(f"{where}: {value:g} lies outside its range, {low:g} to {high:g}")
    return value


def _shown_axis(given: Given, axis: Axis) -> Frame:
    given.words.append(axis.label)
    return {"label": axis.label, "ticks": [[axis.place(tick), written] for tick, written in axis.ticks]}


# ── Curves ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Points:
    """A curve: its key, its label, its points by x, and its colour among the heads', from 0."""

    name: str
    label: str
    head: int | None
    points: dict[float, float]


def _points(given: Given) -> Points:
    given.allow(("name", "label", "x", "y", "head"))
    x, y = (np.asarray(given.entries.get(name, ()), dtype=float) for name in ("x", "y"))
    if x.shape != y.shape or x.ndim != 1 or not x.size or not np.isfinite([x, y]).all() or (np.diff(x) <= 0).any():
        raise ValueError(f"{given.where}: “x” rises, and “y” has a finite number for each of its {x.size}")
    head = given.integer("head", 0) if "head" in given.entries else None
    pairs = zip(x, y, strict=True)
    points = {rounded(float(at)): rounded(float(value)) for at, value in pairs}
    return Points(given.label("name"), given.label("label"), head, points)


def _curve(own: Points, x: Axis, y: Axis, number: int) -> Frame:
    path = " ".join(f"{x.place(at)},{1000 - y.place(value)}" for at, value in own.points.items())
    head = number if own.head is None else own.head
    return {"name": own.name, "label": own.label, "points": path, "head": head + 1, "dash": number}


def _marks(curves: Sequence[Points], x: Axis, y: Axis, at: float) -> list[Frame]:
    """What each curve says at ``at``, where it has a point there; ``beside`` is the height of the words."""
    found = [(number, curve.points[at]) for number, curve in enumerate(curves) if at in curve.points]
    heights = _apart([y.place(value) for _, value in found])
    return [
        {"curve": number, "x": x.place(at), "y": y.place(value), "beside": beside, "text": y.write(value)}
        for (number, value), beside in zip(found, heights, strict=True)
    ]


def _apart(places: Sequence[int]) -> list[int]:
    """The places moved, as little as it takes, where words at them would cover each other."""
    order = sorted(range(len(places)), key=places.__getitem__)
    upwards = [places[i] for i in order]
    downwards = list(upwards)
    for i in range(1, len(order)):
        upwards[i] = max(upwards[i], upwards[i - 1] + _LINE)
        downwards[-1 - i] = min(downwards[-1 - i], downwards[-i] - _LINE)
    between = [(up + down) // 2 for up, down in zip(upwards, downwards, strict=True)]
    best = between if min(between, default=0) >= 0 else upwards
    return [best[order.index(i)] for i in range(len(places))]


def _table(given: Given, x: Axis, y: Axis, curves: Sequence[Points]) -> tuple[list[str], list[list[str]]]:
    """The same numbers as a table: a row for each x, a column for each curve."""
    every = sorted({at for curve in curves for at in curve.points})
    written = [
        dict(
            zip(
                curve.points, given.written(f"curve {curve.name}", list(curve.points.values()), y.decimals), strict=True
            )
        )
        for curve in curves
    ]
    columns = [x.label, *(curve.label for curve in curves)]
    return columns, [[x.write(at), *(texts.get(at, "—") for texts in written)] for at in every]
