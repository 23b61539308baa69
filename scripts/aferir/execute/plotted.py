"""What a figure plots and prints, as numerals by their places: what the ledger keeps of it.

Data are rounded to four significant digits of the largest value of their series, far above what differs between
processors; a long series is told by its length, ends, extremes and mean. Words on the figure give their numerals.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.collections import Collection, PathCollection
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle, Wedge
from matplotlib.text import Text

from ..printed import halves_of, plain_numerals
from .writing import Writing

_SIGNIFICANT = 4
_LONGEST = 24
"""Numbers that are kept one by one; a longer series is summarised."""

Series = Iterable[tuple[str, object]]


def plotted(figure: Figure, writing: Writing) -> tuple[dict[str, str], dict[str, str]]:
    """Coordinate -> numerals of a figure that has been laid out, and the half-way ones, each by the other."""
    places: dict[str, str] = {}
    halves: dict[str, str] = {}
    for number, axes in enumerate(figure.axes, start=1):
        for name, data in _series(axes):
            numerals, own = _numerals(data)
            halves |= own
            if numerals:
                places[f"axes {number} {name}"] = numerals
        places |= _printed(f"axes {number}", _texts(axes), writing)
    return places | _printed("figure", {"text": figure.texts}, writing), halves


# ── Data ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _series(axes: Axes) -> Iterator[tuple[str, object]]:
    if is_scale(axes):
        return
    for number, line in enumerate(axes.get_lines(), start=1):
        yield f"line {number} x", line.get_xdata()
        yield f"line {number} y", line.get_ydata()
    for number, image in enumerate(axes.get_images(), start=1):
        yield from _rows(f"image {number}", image.get_array())
    for number, collection in enumerate(axes.collections, start=1):
        yield from _collection(number, collection)
    yield from _bars([patch for patch in axes.patches if isinstance(patch, Rectangle)])
    for number, wedge in enumerate((patch for patch in axes.patches if isinstance(patch, Wedge)), start=1):
        yield f"wedge {number}", [wedge.theta1, wedge.theta2]


def is_scale(axes: Axes) -> bool:
    """Whether axes are the bar of a colour scale: its ticks tell all that there is."""
    return hasattr(axes, "_colorbar")


def _rows(name: str, array: object) -> Series:
    """The rows of a picture of numbers, each a series; colours (a third axis) are one series."""
    values = _filled(array)
    if values.ndim == 2:
        yield from ((f"{name} row {row}", values[row - 1]) for row in range(1, len(values) + 1))
    else:
        yield name, values.ravel()


def _filled(array: object) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Numbers, nan where some are masked."""
    masked: Any = np.ma.asarray(array, dtype=float)
    return np.asarray(np.ma.filled(masked, np.nan))


def _collection(number: int, collection: Collection) -> Series:
    if isinstance(collection, PathCollection):  # a scatter
        offsets = _filled(collection.get_offsets())
        yield f"points {number} x", offsets[:, 0]
        yield f"points {number} y", offsets[:, 1]
    else:
        corners = [
            np.asarray(path.vertices, dtype=float) for path in collection.get_paths() if path.vertices is not None
        ]
        if corners:
            yield f"area {number} x", np.concatenate(corners)[:, 0]
            yield f"area {number} y", np.concatenate(corners)[:, 1]
    if collection.get_array() is not None:
        yield f"colours {number}", _filled(collection.get_array()).ravel()


def _bars(bars: list[Rectangle]) -> Series:
    measures = {
        "x": Rectangle.get_x,
        "width": Rectangle.get_width,
        "y": Rectangle.get_y,
        "height": Rectangle.get_height,
    }
    for name, measure in measures.items():
        yield f"bars {name}", [measure(bar) for bar in bars]


def _numerals(data: object) -> tuple[str, dict[str, str]]:
    """A series as numerals with common decimals, and the half-way ones among them."""
    values = [float(value) for value in np.asarray(data, dtype=float).ravel()]
    finite = [abs(value) for value in values if math.isfinite(value)]
    spec = f".{decimals_of(max(finite, default=0.0))}f"
    shown: Mapping[str, float] | list[float] = values if len(values) <= _LONGEST else _summary(values)
    if isinstance(shown, Mapping):
        written = [f"{len(values)} values"] + [f"{name} {format(value, spec)}" for name, value in shown.items()]
        numbers = list(shown.values())
    else:
        written = [format(value, spec) for value in shown]
        numbers = shown
    halves: dict[str, str] = {}
    for value in numbers:
        halves |= halves_of(value, spec)
    return " ".join(_without_minus_zero(item) for item in written), halves


def _without_minus_zero(item: str) -> str:
    head, _, numeral = item.rpartition(" ")
    zero = numeral.startswith("-") and not numeral.strip("-0.")
    return f"{head} {numeral[1:]}".strip() if zero else item


def decimals_of(largest: float) -> int:
    """Decimals that show four significant digits of the largest value."""
    return max(0, _SIGNIFICANT - 1 - math.floor(math.log10(largest))) if largest else 0


def _summary(values: list[float]) -> dict[str, float]:
    finite = [value for value in values if math.isfinite(value)] or [math.nan]
    extremes = {"first": values[0], "last": values[-1], "least": min(finite), "most": max(finite)}
    return extremes | {"mean": math.fsum(finite) / len(finite)}


# ── Words ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _texts(axes: Axes) -> dict[str, list[Text]]:
    legend = axes.get_legend()
    return {
        "ticks x": _seen(axes.xaxis),
        "ticks y": _seen(axes.yaxis),
        "text": [axes.title, axes.xaxis.label, axes.yaxis.label, *axes.texts, *(legend.get_texts() if legend else ())],
    }


def _seen(axis: Axis) -> list[Text]:
    """The labels of the ticks that lie in view: Matplotlib keeps one more at each end."""
    low, high = sorted(axis.get_view_interval())
    reach = 1e-9 * (high - low)
    ticks = [tick for tick in axis.get_major_ticks() if low - reach <= tick.get_loc() <= high + reach]
    return [label for tick in ticks for label in (tick.label1, tick.label2)]


def _printed(name: str, texts: Mapping[str, Iterable[Text]], writing: Writing) -> dict[str, str]:
    """The numerals of texts, in the order in which they were added."""
    found = {place: [numeral for text in own for numeral in _of(text, writing)] for place, own in texts.items()}
    return {f"{name} {place}": " ".join(numerals) for place, numerals in found.items() if numerals}


def _of(text: Text, writing: Writing) -> tuple[str, ...]:
    shown = text.get_text() if text.get_visible() else ""
    return plain_numerals(shown, writing.decimal_mark, writing.thousands_mark)
