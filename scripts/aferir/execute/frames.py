"""Panels of an explorable as frames: plain data in which every number is written and every length is a share of 1000.

A frame is all that the page and the browser show of a panel in one state; neither computes anything from it. Each kind
of panel is one function here, one macro in ``templates/panels.html`` and one module in ``browser/explorable``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from .given import Floats, Given, permille
from .lines import lines

Frame = dict[str, Any]

_SHARED = ("kind", "title", "note")
_SHADES = 20
_TOLERANCE = 1e-9
_SHORT = 5
"""Letters of a column's label up to which it lies; with longer ones in a wide matrix, all stand."""


def frame(given: Given, kinds: Mapping[str, Callable[[Given], Frame]] | None = None) -> Frame:
    """The frame of a panel. Raises TypeError or ValueError, naming the panel, for what is none."""
    known = KINDS if kinds is None else kinds
    kind = str(given.entries.get("kind"))
    if kind not in known:
        raise ValueError(f"{given.where} has the kind “{kind}”; the kinds here: {', '.join(known)}")
    made = known[kind](given)
    every: Frame = {"kind": kind, "title": given.label("title", ""), "note": given.label("note", "")} | made
    return {key: value for key, value in every.items() if value not in ("", [], None) and value is not False}


# ── Matrices ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def matrix(given: Given) -> Frame:
    """Rows and columns of numbers, with the colour of each on a scale; hidden cells have none."""
    given.allow((*_SHARED, "rows", "columns", "values", "decimals", "scale", "limit", "hidden", "hidden_as", "moved",
                 "marked", "row_label", "column_label", "spoken", "choose", "head"))  # fmt: skip
    rows, columns = given.texts("rows"), given.texts("columns")
    shape = (len(rows), len(columns))
    values = given.array("values", shape)
    hidden = given.array("hidden", shape, bool) if "hidden" in given.entries else np.zeros(shape, bool)
    _finite(given, values[~hidden])
    decimals = given.integer("decimals", 3)
    shade = _shade(given, np.where(hidden, 0.0, values))
    written = iter(given.written("", values[~hidden], decimals))
    hidden_as = given.label("hidden_as", "")
    return {
        "rows": rows,
        "columns": columns,
        "cells": [[hidden_as if off else next(written) for off in row] for row in hidden],
        "shade": [
            [None if off else int(place) for off, place in zip(*pair, strict=True)]
            for pair in zip(hidden, shade, strict=True)
        ],
        "tall": len(columns) > 4 and max(map(len, columns)) > _SHORT,
        "scale": _scale(given),
        "ends": _ends(given, decimals),
        "moved": given.places("moved", len(rows)),
        "marked": given.places("marked", len(rows)),
        "row_label": given.label("row_label", ""),
        "column_label": given.label("column_label", ""),
        "spoken": given.texts("spoken", len(rows)) if "spoken" in given.entries else [],
        "choose": given.label("choose", ""),
        "head": given.integer("head", 0) + 1 if "head" in given.entries else None,
    }


def _finite(given: Given, values: Floats) -> None:
    if not np.isfinite(values).all():
        raise ValueError(f"{given.where}: “values” holds {values[~np.isfinite(values)][0]}: say with “hidden” where")


def _scale(given: Given) -> str:
    scale = given.entries.get("scale", "none")
    if scale not in ("probability", "diverging", "none"):
        raise ValueError(
            f"{given.where}: “scale” is {scale!r}, not “probability”, “diverging” (with “limit”) or “none”"
        )
    return str(scale)


def _shade(given: Given, values: Floats) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The step of each value on its scale: 0 to 20, or −20 to 20 on one that goes both ways."""
    scale = _scale(given)
    if scale == "none":
        return np.zeros(values.shape, dtype=np.int64)
    limit = given.number("limit") if scale == "diverging" else 1.0
    low = -limit if scale == "diverging" else 0.0
    outside = values[(values < low - _TOLERANCE) | (values > limit + _TOLERANCE)]
    if outside.size:
        raise ValueError(f"{given.where}: {outside[0]:g} lies outside its scale, {low:g} to {limit:g}")
    return np.asarray(np.rint(_SHADES * values / limit), dtype=np.int64)


def _ends(given: Given, decimals: int) -> list[str]:
    """What stands at the ends of the scale."""
    if _scale(given) == "probability":
        return ["0", "1"]
    if _scale(given) == "none":
        return []
    limit = given.number("limit")
    places = 0 if limit == int(limit) else decimals
    return [given.writing.number(value, places) for value in (-limit, 0.0, limit)]


# ── Bars ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def bars(given: Given) -> Frame:
    """One number a bar, from zero, in a range that holds for all states."""
    given.allow((*_SHARED, "labels", "values", "decimals", "range", "marked", "heads", "texts", "value_label"))
    labels = given.texts("labels")
    values = given.array("values", (len(labels),))
    _finite(given, values)
    low, high = (float(end) for end in given.entries.get("range", (0.0, 1.0)))
    if not low <= 0 < high or (
        values.size and not low - _TOLERANCE <= values.min() <= values.max() <= high + _TOLERANCE
    ):
        raise ValueError(f"{given.where}: “range” is {low:g} to {high:g}: it holds zero and every value")
    written = given.written("", list(values), given.integer("decimals", 3))
    texts = given.texts("texts", len(labels)) if "texts" in given.entries else written
    heads = given.listed("heads") or [None] * len(labels)
    marked = given.places("marked", len(labels))
    span = high - low
    return {
        "zero": permille(-low / span),
        "value_label": given.label("value_label", ""),
        "bars": [
            {
                "label": label,
                "text": texts[i],
                "from": permille((min(value, 0.0) - low) / span),
                "length": permille(abs(value) / span),
                "marked": i in marked,
                "head": None if heads[i] is None else int(heads[i]) + 1,
            }
            for i, (label, value) in enumerate(zip(labels, values, strict=True))
        ],
    }


# ── Tables and words ─────────────────────────────────────────────────────────────────────────────────────────────────


def table(given: Given) -> Frame:
    """Columns and rows of texts; numbers are written by the author with ``text``."""
    given.allow((*_SHARED, "columns", "rows", "numeric", "marked", "choose"))
    columns = given.texts("columns")
    rows = [given.part({"row": row}, f"row {number}") for number, row in enumerate(given.listed("rows"), start=1)]
    written = [row.texts("row", len(columns)) for row in rows]
    for row in rows:
        given.keep(row, "")
    return {
        "columns": columns,
        "rows": written,
        "numeric": given.places("numeric", len(columns)),
        "marked": given.places("marked", len(written)),
        "choose": given.label("choose", ""),
    }


def words(given: Given) -> Frame:
    """Sentences, each with or without a label before it."""
    given.allow((*_SHARED, "lines"))
    lines = []
    for number, line in enumerate(given.listed("lines"), start=1):
        label, said = ("", line) if isinstance(line, str) else tuple(line)
        own = given.part({"label": label, "text": said}, f"line {number}")
        lines.append({"label": own.label("label"), "text": own.label("text")})
        given.keep(own, "")
    return {"lines": lines}


# ── Steps, one under the other; a diagram whose steps open ───────────────────────────────────────────────────────────


def steps(given: Given) -> Frame:
    """Steps, one of which is chosen: a line of code or a label, and the panels that belong to it."""
    given.allow((*_SHARED, "items", "choose"))
    items = []
    for number, entries in enumerate(given.listed("items"), start=1):
        own = given.part(entries, f"step {number}")
        items.append(_step(own))
        given.keep(own, f"step {number}")
    if not items:
        raise ValueError(f"{given.where} needs “items”, one dict a step")
    return {"items": items, "choose": given.label("choose")}


def _step(given: Given) -> Frame:
    given.allow(("label", "code", "summary", "note", "parts"))
    shown = {name: given.label(name, "") for name in ("label", "code", "summary", "note")}
    if not shown["label"] and not shown["code"]:
        raise ValueError(f"{given.where} needs “label” or “code”")
    parts = []
    for number, entries in enumerate(given.listed("parts"), start=1):
        own = given.part(entries, f"part {number}")
        parts.append(frame(own, INNER))
        given.keep(own, f"part {number}")
    return {key: value for key, value in shown.items() if value} | ({"parts": parts} if parts else {})


INNER: Mapping[str, Callable[[Given], Frame]] = {"matrix": matrix, "bars": bars, "table": table, "words": words}
KINDS: Mapping[str, Callable[[Given], Frame]] = {**INNER, "lines": lines, "steps": steps, "diagram": steps}
