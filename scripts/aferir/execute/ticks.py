"""The numbers that Matplotlib writes on axes, written as the language of the page writes them."""

from __future__ import annotations

import re
from typing import Any

from matplotlib import ticker
from matplotlib.figure import Figure

from .writing import Writing

_WRITTEN_BY_MATPLOTLIB = (
    ticker.ScalarFormatter,
    ticker.LogFormatter,
    ticker.PercentFormatter,
    ticker.StrMethodFormatter,
    ticker.FormatStrFormatter,
)
"""Formatters whose labels are numbers in Matplotlib's own writing. Fixed labels and functions are the author's."""
_POWER = re.compile(r"\b1e([-\u2212]?\d+)")
_POINT = re.compile(r"(?<=\d)\.(?=\d)")
_NUMERAL = re.compile(r"(?<![\w.,])(\d+)(?:\.(\d+))?(?![\w.])")
_RAISED = str.maketrans("0123456789-\u2212", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻")


def localise_ticks(figure: Figure, writing: Writing) -> None:
    """Let the numbers that Matplotlib writes on the axes use the marks of the language."""
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis, getattr(axes, "zaxis", None)):
            if axis is None:
                continue
            if isinstance(axis.get_major_formatter(), _WRITTEN_BY_MATPLOTLIB):
                axis.set_major_formatter(_WithMark(axis.get_major_formatter(), writing))
            if isinstance(axis.get_minor_formatter(), _WRITTEN_BY_MATPLOTLIB):
                axis.set_minor_formatter(_WithMark(axis.get_minor_formatter(), writing))


class _WithMark(ticker.Formatter):
    """Another formatter's labels with the decimal point replaced and long whole parts grouped."""

    def __init__(self, inner: ticker.Formatter, writing: Writing) -> None:
        self._inner = inner
        self._writing = writing

    def __call__(self, x: float, pos: int | None = None) -> str:
        return self._written(self._inner(x, pos))

    def format_ticks(self, values: list[float]) -> list[str]:
        """One label per value."""
        return [self._written(label) for label in self._inner.format_ticks(values)]

    def get_offset(self) -> str:
        """The factor that stands once beside the axis, ``×10⁶`` where Matplotlib writes ``1e6``."""
        return _POWER.sub(lambda found: "×10" + found[1].translate(_RAISED), self._written(self._inner.get_offset()))

    def set_locs(self, locs: list[float]) -> None:
        """Pass the places of the ticks on."""
        self._inner.set_locs(locs)

    def set_axis(self, axis: Any) -> None:
        """Pass the axis on."""
        super().set_axis(axis)
        self._inner.set_axis(axis)

    def _written(self, label: str) -> str:
        """In a formula TeX takes a bare comma for punctuation and puts a space after it; nothing is grouped there."""
        mark = self._writing.decimal_mark
        if "$" in label:
            return label if mark == "." else _POINT.sub("{" + mark + "}", label)
        return _NUMERAL.sub(
            lambda found: self._writing.grouped(found[1]) + (mark + found[2] if found[2] else ""), label
        )
