# mypy: disable-error-code="no-untyped-def, no-untyped-call, type-arg, union-attr"
"""What a notebook draws the figures of its lesson with. Notebooks carry its source, so it imports nothing of ours.

A figure function takes a Matplotlib figure and a ``House``; ``show_figure`` calls it as the lesson's build did.
"""

import re
from dataclasses import dataclass

import matplotlib as mpl
import matplotlib.pyplot as plt
from cycler import cycler
from matplotlib import ticker
from matplotlib.colors import LinearSegmentedColormap, to_rgb


@dataclass(frozen=True)
class House:
    """How a language writes numbers, and the colours of the lesson."""

    language: str
    decimal: str
    thousands: str
    grouped_from: int
    paper: str
    ink: str
    muted: str
    grid: str
    accent: str
    heads: tuple
    steps: tuple

    def number(self, value, decimals):
        """``value`` rounded, as the language writes it."""
        return self._written(f"{float(value):.{decimals}f}")

    def integer(self, value):
        """A whole number, as the language writes it."""
        if int(value) != value:
            raise ValueError(f"{value!r} is no whole number")
        return self._written(str(int(value)))

    @property
    def shares(self):
        """The scale of shares from 0 to 1."""
        return LinearSegmentedColormap.from_list("shares", self.steps, N=1001)

    def on(self, share):
        """The colour of text that is read on the colour of ``share``."""
        colour = self.shares(min(max(float(share), 0.0), 1.0))
        for pair in ((self.ink, self.paper), ("#000000", "#ffffff")):
            best = max(pair, key=lambda text: _contrast(text, colour))
            if _contrast(best, colour) >= 4.5:
                return best
        return best

    def grouped(self, whole):
        """The digits of a whole number in groups, where there are enough of them."""
        return f"{int(whole):,}".replace(",", self.thousands) if len(whole) >= self.grouped_from else whole

    def _written(self, plain):
        sign = "\u2212" if plain.startswith("-") and plain.strip("-0.") else ""
        whole, _, decimals = plain.lstrip("-").partition(".")
        return sign + self.grouped(whole) + (self.decimal + decimals if decimals else "")


def _contrast(one, other):
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


class _Localised(ticker.Formatter):
    def __init__(self, inner, house) -> None:
        self.inner, self.house = inner, house

    def __call__(self, x, pos=None):
        return self._written(self.inner(x, pos))

    def format_ticks(self, values):
        return [self._written(label) for label in self.inner.format_ticks(values)]

    def get_offset(self):
        return self._written(self.inner.get_offset())

    def set_locs(self, locs) -> None:
        self.inner.set_locs(locs)

    def set_axis(self, axis) -> None:
        super().set_axis(axis)
        self.inner.set_axis(axis)

    def _written(self, label):
        mark = self.house.decimal
        if "$" in label:
            return re.sub(r"(?<=\d)\.(?=\d)", "{" + mark + "}", label)
        found = re.compile(r"(?<![\w.,])(\d+)(?:\.(\d+))?(?![\w.])")
        return found.sub(lambda m: self.house.grouped(m[1]) + (mark + m[2] if m[2] else ""), label)


def show_figure(draw, house) -> None:
    """Draw one figure of the lesson."""
    with mpl.rc_context():
        mpl.rcParams.update(
            {
                "figure.figsize": (6.4, 3.8),
                "figure.constrained_layout.use": True,
                "image.interpolation": "none",
                "font.size": 10,
                "axes.titlesize": 10.5,
                "axes.labelsize": 10,
                "xtick.labelsize": 9,
                "ytick.labelsize": 9,
                "legend.fontsize": 9,
                "figure.labelsize": 10,
                "figure.titlesize": 11,
                "axes.grid": False,
                "axes.linewidth": 0.7,
                "grid.linewidth": 0.6,
                "lines.linewidth": 1.6,
                "axes.spines.top": False,
                "axes.spines.right": False,
                "axes.axisbelow": True,
                "legend.frameon": False,
                "axes.formatter.useoffset": False,
                "axes.prop_cycle": cycler(color=house.heads),
                "figure.facecolor": house.paper,
                "axes.facecolor": house.paper,
                "savefig.facecolor": house.paper,
                "text.color": house.ink,
                "axes.labelcolor": house.ink,
                "axes.edgecolor": house.muted,
                "xtick.color": house.muted,
                "ytick.color": house.muted,
                "xtick.labelcolor": house.ink,
                "ytick.labelcolor": house.ink,
                "lines.color": house.ink,
                "patch.edgecolor": house.ink,
                "hatch.color": house.ink,
                "grid.color": house.grid,
            }
        )
        figure = plt.figure()
        drawn = draw(figure, house)
        if isinstance(drawn, mpl.figure.Figure) and drawn is not figure:  # the one that counts is the one returned
            figure.canvas.manager.canvas.figure = drawn
            drawn.set_canvas(figure.canvas)
            figure = drawn
        for axis in (axis for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)):
            inner = axis.get_major_formatter()
            if isinstance(inner, ticker.ScalarFormatter | ticker.LogFormatter | ticker.StrMethodFormatter):
                axis.set_major_formatter(_Localised(inner, house))
        plt.show()
