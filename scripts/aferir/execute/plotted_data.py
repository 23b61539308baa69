"""What a figure plots, as tables that can be read: labelled as the figure is, written as its language writes.

Lines over the same places share a table. Numbers have four significant digits of the largest of their column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.collections import PathCollection
from matplotlib.container import BarContainer
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from ..model import Plotted
from .plotted import decimals_of, is_scale
from .writing import Writing

LONGEST = 24
"""Rows and columns of a table; of more, every second, third … is shown."""

Numbers = np.ndarray[Any, np.dtype[np.float64]]
Columns = list[tuple[str, Numbers]]


def plotted_data(figure: Figure, writing: Writing) -> tuple[Plotted, ...]:
    """The tables of a figure that has been laid out, in the order of its axes."""
    return tuple(table for axes in figure.axes if not is_scale(axes) for table in _tables(axes, writing))


def _tables(axes: Axes, writing: Writing) -> Iterator[Plotted]:
    for columns in _curves(axes):
        yield _table(axes.get_title(), columns, _ticks(axes.xaxis), writing)
    for bars in (item for item in axes.containers if isinstance(item, BarContainer)):
        yield _table(axes.get_title(), *_bars(axes, bars), writing)
    for points in (item for item in axes.collections if isinstance(item, PathCollection)):
        yield _table(axes.get_title(), _points(axes, points), {}, writing)
    for image in axes.get_images():
        values = _numbers(image.get_array())
        if values.ndim == 2:
            yield _matrix(axes, values, writing)


# ── Lines, bars, points ──────────────────────────────────────────────────────────────────────────────────────────────


def _curves(axes: Axes) -> list[Columns]:
    """The lines of axes, those over the same places together: the places, then one column each."""
    together: dict[bytes, Columns] = {}
    for line in (item for item in axes.get_lines() if _is_curve(item, axes)):
        places, values = _numbers(line.get_xdata()), _numbers(line.get_ydata())
        columns = together.setdefault(places.tobytes(), [(_named(axes.xaxis, "x"), places)])
        columns.append((_label(line) or _named(axes.yaxis, "y"), values))
    return list(together.values())


def _is_curve(line: Line2D, axes: Axes) -> bool:
    """Whether a line plots data: one that ``axhline`` or ``axvline`` drew across the axes does not."""
    return line.get_transform() == axes.transData and bool(np.size(line.get_xdata()))


def _bars(axes: Axes, bars: BarContainer) -> tuple[Columns, dict[float, str]]:
    """Where the bars stand and how long they are, and the words on the axis that they stand on."""
    is_upright = bars.orientation != "horizontal"
    along, up = (axes.xaxis, axes.yaxis) if is_upright else (axes.yaxis, axes.xaxis)
    place: Callable[[Rectangle], float] = (
        (lambda bar: bar.get_x() + bar.get_width() / 2)
        if is_upright
        else (lambda bar: bar.get_y() + bar.get_height() / 2)
    )
    length = Rectangle.get_height if is_upright else Rectangle.get_width
    columns = [
        (_named(along, "x" if is_upright else "y"), np.array([place(bar) for bar in bars])),
        (_label(bars) or _named(up, "y" if is_upright else "x"), np.array([length(bar) for bar in bars])),
    ]
    return columns, _ticks(along)


def _points(axes: Axes, points: PathCollection) -> Columns:
    places = _numbers(points.get_offsets())
    columns = [(_named(axes.xaxis, "x"), places[:, 0]), (_label(points) or _named(axes.yaxis, "y"), places[:, 1])]
    colours = points.get_array()
    return columns if colours is None else [*columns, (_scale_name(points), _numbers(colours).ravel())]


def _scale_name(points: PathCollection) -> str:
    """What the bar beside coloured points says."""
    return points.colorbar.ax.get_ylabel() or points.colorbar.ax.get_xlabel() if points.colorbar else ""


def _table(title: str, columns: Columns, words: dict[float, str], writing: Writing) -> Plotted:
    """Columns as a table; where the axis carries words, these name the rows."""
    count = len(columns[0][1])
    step, chosen = _chosen(count)
    names = [words.get(round(float(place), 9), "") for place in columns[0][1][chosen]]
    written = [_written(values[chosen], writing, values) for _, values in columns]
    first = names if all(names) else written[0]
    rows = tuple(zip(first, *written[1:], strict=True))
    return Plotted(title, tuple(name for name, _ in columns), rows, count, step)


# ── Maps ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _matrix(axes: Axes, values: Numbers, writing: Writing) -> Plotted:
    """A map of numbers: its rows and columns are named by the ticks, or counted from 1."""
    (step, rows), (_, columns) = _chosen(values.shape[0]), _chosen(values.shape[1])
    corner = " \\ ".join(name for name in (_named(axes.yaxis, ""), _named(axes.xaxis, "")) if name)
    heads = _names(axes.xaxis, columns, writing)
    written = [_written(row, writing, values) for row in values[np.ix_(rows, columns)]]
    body = tuple((name, *row) for name, row in zip(_names(axes.yaxis, rows, writing), written, strict=True))
    return Plotted(axes.get_title(), (corner, *heads), body, len(values), step)


def _names(axis: Axis, places: Sequence[int], writing: Writing) -> list[str]:
    words = _ticks(axis)
    return [words.get(float(place)) or writing.integer(place + 1) for place in places]


# ── What is shared ───────────────────────────────────────────────────────────────────────────────────────────────────


def _chosen(count: int) -> tuple[int, list[int]]:
    """Which of ``count`` rows are shown: every ``step``-th and the last."""
    step = max(1, -(-count // LONGEST))
    chosen = list(range(0, count, step))
    return step, chosen if not chosen or chosen[-1] == count - 1 else [*chosen, count - 1]


def _written(values: Numbers, writing: Writing, among: Numbers) -> list[str]:
    """Numbers with as many decimals as the largest ``among`` them needs: none where all are whole."""
    finite = np.abs(among[np.isfinite(among)])
    is_whole = bool(len(finite)) and bool((finite == np.round(finite)).all())
    decimals = 0 if is_whole else decimals_of(float(finite.max(initial=0.0)))
    return [writing.number(float(value), decimals) if np.isfinite(value) else "–" for value in values]


def _ticks(axis: Axis) -> dict[float, str]:
    """Place -> word of the ticks that carry words; those that carry numbers name nothing."""
    ticks = [(tick.get_loc(), tick.label1.get_text()) for tick in axis.get_major_ticks()]
    return {round(float(place), 9): word for place, word in ticks if word and not _is_numeral(word)}


def _is_numeral(word: str) -> bool:
    return not any(letter.isalpha() for letter in word)


def _named(axis: Axis, otherwise: str) -> str:
    return axis.get_label_text() or otherwise


def _label(artist: Any) -> str:
    """The artist's own label; Matplotlib's begin with an underscore."""
    label = str(artist.get_label() or "")
    return "" if label.startswith("_") else label


def _numbers(array: object) -> Numbers:
    """Numbers, nan where some are masked."""
    masked: Any = np.ma.asarray(array, dtype=float)
    return np.asarray(np.ma.filled(masked, np.nan))
