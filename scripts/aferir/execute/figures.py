"""Figures: a snippet's ``figure_<name>(figure, text)`` drawn once per theme, as SVG that is the same bytes everywhere.

This module loads Matplotlib, so only the process that runs snippets imports it. What it takes from the snippet is a
function; what it gives it is a fresh ``Figure`` and a :class:`Text`. The colours are those of ``palette``.
"""

from __future__ import annotations

import contextlib
import io
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib as mpl
from cycler import cycler
from matplotlib import font_manager, ticker
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.colors import Colormap, LinearSegmentedColormap
from matplotlib.figure import Figure

from ..interpreter import settle
from ..model import Drawing, Part
from .layout import Layout, asked_of, places_of, shape_of
from .palette import DARK, LIGHT, Theme, legible_on, share_colour
from .plotted import plotted
from .plotted_data import plotted_data
from .steady import steady
from .svg import tidy_svg
from .writing import Writing

CSS_PIXELS_PER_INCH = 96
FALLBACK_FAMILY = "DejaVu Sans"
"""Comes with Matplotlib and has every letter of the languages Aferir knows."""

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


@dataclass(frozen=True, slots=True)
class Text(Writing):
    """What a figure function is given besides the figure: how its language writes numbers, and its theme's colours."""

    theme: Theme = LIGHT

    @property
    def ink(self) -> str:
        """The colour of text and lines."""
        return self.theme.ink

    @property
    def muted(self) -> str:
        """The colour of what stands back: ticks, secondary labels."""
        return self.theme.muted

    @property
    def paper(self) -> str:
        """The colour the figure stands on (the figure itself is transparent)."""
        return self.theme.paper

    @property
    def accent(self) -> str:
        """The colour of what is pointed out."""
        return self.theme.accent

    @property
    def heads(self) -> tuple[str, ...]:
        """One colour per head, in order, the same in every lesson; give each a second sign as well (label, dash)."""
        return self.theme.heads

    @property
    def shares(self) -> Colormap:
        """The one sequential scale, for shares from 0 to 1: give it ``vmin=0, vmax=1``."""
        return LinearSegmentedColormap.from_list("shares", self.theme.shares, N=1001)

    def on(self, share: float) -> str:
        """The colour of text that stands on the colour of ``share``; its contrast is at least 4.5."""
        return legible_on(self.theme, share_colour(self.theme, share))


def drawing(name: str, draw: Callable[[Figure, Text], object], writing: Writing, fonts: Sequence[str]) -> Drawing:
    """``draw`` drawn in light and in dark. Passes on whatever ``draw`` or Matplotlib raises.

    ``fonts`` are paths of TrueType files, the first family of which is used. Width and height are CSS pixels.
    """
    families = font_families(fonts)
    text = _text(writing, LIGHT)
    with _themed(name, text, families):
        figure = _made(draw, text)
        light, layout = _laid_out_and_saved(figure)
        places, halves = plotted(figure, text)
        data = plotted_data(figure, text)
        size = _size(figure)
    dark = _tidied(name, DARK, _in_dark(name, draw, _text(writing, DARK), families, layout))
    return Drawing(name, _tidied(name, LIGHT, light), dark, *size, places, halves | text.halves, data)


def _in_dark(
    name: str, draw: Callable[[Figure, Text], object], text: Text, families: list[str], layout: Layout | None
) -> bytes:
    """The SVG in the dark theme, laid out as in the light one where that is what it would be."""
    with _themed(name, text, families):
        again = layout.taken_over(_made(draw, text)) if layout else None
        with steady():
            raw = again and _saved(again)
        if raw and layout and shape_of(raw) == layout.shape:
            return raw
    with _themed(name, text, families):
        return _laid_out_and_saved(_made(draw, text))[0]


def _text(writing: Writing, theme: Theme) -> Text:
    return Text(writing.language, writing.decimal_mark, writing.thousands_mark, writing.grouped_from, theme=theme)


def font_families(paths: Sequence[str]) -> list[str]:
    """The families of some font files, made known to Matplotlib, then the fallback. Raises FileNotFoundError."""
    names = []
    for path in map(Path, paths):
        font_manager.fontManager.addfont(path)
        names.append(font_manager.FontProperties(fname=path).get_name())
    return list(dict.fromkeys([*names, FALLBACK_FAMILY]))


@contextlib.contextmanager
def _themed(name: str, text: Text, families: list[str]) -> Iterator[None]:
    """Matplotlib as every drawing of a theme finds it, the random numbers included: both themes draw the same."""
    settle()
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        mpl.rcParams.update(_style(text, families, f"{name}-{text.theme.name}"))
        warnings.filterwarnings("error", message="Glyph .* missing from")  # a box in place of a letter is an error
        yield


def _made(draw: Callable[[Figure, Text], object], text: Text) -> Figure:
    given = Figure()
    returned = draw(given, text)
    figure = returned if isinstance(returned, Figure) else given
    FigureCanvasSVG(figure)
    _localise_ticks(figure, text)
    return figure


def _size(figure: Figure) -> tuple[float, float]:
    width, height = (round(float(inches) * CSS_PIXELS_PER_INCH, 2) for inches in figure.get_size_inches())
    return width, height


def _tidied(name: str, theme: Theme, raw: bytes) -> str:
    return tidy_svg(raw, f"figure-{name}-{theme.name}-")


def begin_style(writing: Writing, fonts: Sequence[str]) -> None:
    """Let what a cell draws with ``pyplot`` look as our figures do; what the author has set himself stays."""
    style = _style(_text(writing, LIGHT), font_families(fonts), "")
    mpl.rcParams.update({name: own for name, own in style.items() if mpl.rcParams[name] == mpl.rcParamsDefault[name]})


def picture(name: str, figure: Figure, writing: Writing, fonts: Sequence[str]) -> tuple[Part, dict[str, str]]:
    """A figure that a cell has drawn itself, as it is, on paper; and its half-way values as in a drawing."""
    text = _text(writing, LIGHT)
    families = font_families(fonts)
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcParams.update({"svg.fonttype": "path", "svg.hashsalt": name, "font.family": families})
        warnings.filterwarnings("error", message="Glyph .* missing from")
        FigureCanvasSVG(figure)
        _localise_ticks(figure, text)
        raw, _ = _laid_out_and_saved(figure)
        places, halves = plotted(figure, text)
    part = Part("svg", tidy_svg(raw, f"shown-{name}-"), "", *_size(figure), places)
    return part, halves | text.halves


def _laid_out_and_saved(figure: Figure) -> tuple[bytes, Layout | None]:
    """The SVG as Matplotlib writes it, and its layout where another figure may take that over.

    Laid out here: left to ``savefig``, the layout costs a second whole drawing.
    """
    asked = asked_of(figure)
    engine = figure.get_layout_engine()
    with steady():
        if engine is not None and figure.axes:
            engine.execute(figure)
        places = places_of(figure)
        raw = _saved(figure)
    return raw, Layout(asked, places, shape_of(raw)) if asked else None


def _saved(figure: Figure) -> bytes:
    figure.set_layout_engine("none")
    raw = io.BytesIO()
    figure.savefig(raw, format="svg", metadata={"Date": None, "Creator": None})
    return raw.getvalue()


def _style(text: Text, families: list[str], salt: str) -> dict[str, Any]:
    """The theme as Matplotlib settings; nothing is left to a ``matplotlibrc``."""
    theme = text.theme
    return {
        "svg.fonttype": "path",
        "svg.hashsalt": salt,
        "image.interpolation": "none",
        "figure.figsize": (6.4, 3.8),
        "figure.constrained_layout.use": True,
        "font.family": families,
        "font.size": 10,
        "axes.titlesize": 10.5,
        "axes.labelsize": 10,
        "xtick.labelsize": 9,
        "ytick.labelsize": 9,
        "legend.fontsize": 9,
        "figure.labelsize": 10,
        "figure.titlesize": 11,
        **dict.fromkeys(("figure.facecolor", "axes.facecolor", "savefig.facecolor", "legend.facecolor"), "none"),
        **dict.fromkeys(("text.color", "axes.labelcolor", "xtick.labelcolor", "ytick.labelcolor"), theme.ink),
        **dict.fromkeys(("axes.edgecolor", "xtick.color", "ytick.color"), theme.muted),
        **dict.fromkeys(("patch.edgecolor", "hatch.color", "boxplot.whiskerprops.color"), theme.ink),
        "lines.color": theme.ink,
        "grid.color": theme.grid,
        "grid.linewidth": 0.6,
        "axes.linewidth": 0.7,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "xtick.major.width": 0.7,
        "ytick.major.width": 0.7,
        "lines.linewidth": 1.6,
        "legend.frameon": False,
        "axes.prop_cycle": cycler(color=theme.heads),
        "axes.formatter.useoffset": False,
        "mathtext.fontset": "custom",
        "mathtext.rm": families[0],
        "mathtext.it": f"{families[0]}:italic",
        "mathtext.bf": f"{families[0]}:bold",
        **dict.fromkeys(("mathtext.sf", "mathtext.tt", "mathtext.cal"), families[0]),
    }


def _localise_ticks(figure: Figure, writing: Writing) -> None:
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
