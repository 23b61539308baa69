"""Figures: a snippet's ``figure_<name>(figure, text)`` drawn for each theme, as SVG that is the same bytes everywhere.

This module loads Matplotlib, so only the process that runs snippets imports it. What it takes from the snippet is a
function; what it gives it is a fresh ``Figure`` and a :class:`Text`. The colours are those of ``palette``.
"""

from __future__ import annotations

import contextlib
import functools
import io
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import matplotlib as mpl
from cycler import cycler
from matplotlib import font_manager
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.style.core import STYLE_BLACKLIST  # type: ignore[attr-defined] # not in its stubs

from ..interpreter import settle
from ..model import Drawing, Held, Part
from .asking import Code
from .layout import Layout, asked_of, places_of, shape_of
from .palette import DARK, LIGHT, Theme
from .plotted import plotted
from .plotted_data import plotted_data
from .recoloured import both
from .standins import in_stand_ins, is_named_in, known_to_matplotlib
from .steady import steady
from .svg import tidy_svg
from .text import Text, text_of
from .ticks import localise_ticks
from .writing import Writing

CSS_PIXELS_PER_INCH = 96
FALLBACK_FAMILY = "DejaVu Sans"
"""Comes with Matplotlib and has every letter of the languages Aferir knows."""

Draw = Callable[[Figure, Text], object]


def drawing(name: str, draw: Draw, writing: Writing, fonts: Sequence[str], code: Code | None = None) -> Drawing:
    """``draw`` drawn in light and in dark. Passes on whatever ``draw`` or Matplotlib raises.

    ``fonts`` are paths of TrueType files, the first family of which is used. Width and height are CSS pixels. ``code``
    is all that ``draw`` can reach: with it, one drawing may serve both themes; without it nobody can tell.
    """
    families = font_families(fonts)
    once = _drawn_once(name, draw, writing, families, code) if code and not code.may_look() else None
    return once or _drawn_twice(name, draw, writing, families)


def _drawn_once(name: str, draw: Draw, writing: Writing, families: list[str], code: Code) -> Drawing | None:
    """Drawn in colours that stand in for those of both themes; None where that could differ from two drawings.

    So it is where the function fails (its failure must be that of a theme), asks what a colour is, or writes it down.
    """
    text = in_stand_ins(writing)
    try:
        with known_to_matplotlib(), _themed(name, text, families):
            figure = _made(draw, text)
            raw = _laid_out_and_saved(figure)
            drawn = _described(name, figure, text)
        themes = None if text.asked else both(raw, name, text.colours(), figure, code)
    except Exception:  # noqa: BLE001 - whatever it is, it is raised again in a theme, or it is no failure there
        return None
    if themes is None or is_named_in(repr(drawn)):
        return None
    return replace(drawn, light=Held(themes[0]), dark=Held(themes[1]))


def _drawn_twice(name: str, draw: Draw, writing: Writing, families: list[str]) -> Drawing:
    text = text_of(writing, LIGHT)
    with _themed(name, text, families):
        figure = _made(draw, text)
        light, layout = _saved_with_layout(figure)
        drawn = _described(name, figure, text)
    dark = _tidied(name, DARK, _in_dark(name, draw, text_of(writing, DARK), families, layout))
    return replace(drawn, light=_tidied(name, LIGHT, light), dark=dark)


def _in_dark(name: str, draw: Draw, text: Text, families: list[str], layout: Layout | None) -> bytes:
    """The SVG in the dark theme, laid out as in the light one where that is what it would be."""
    if layout:
        with _themed(name, text, families):
            figure = _made(draw, text)
            with steady():
                raw = layout.taken_over(figure) and _saved(figure)
        if raw and shape_of(raw) == layout.shape:
            return raw
    with _themed(name, text, families):
        return _laid_out_and_saved(_made(draw, text))


def _described(name: str, figure: Figure, text: Text) -> Drawing:
    """All but the SVG of a figure that has been drawn."""
    places, halves = plotted(figure, text)
    data = plotted_data(figure, text)
    return Drawing(name, Held(""), Held(""), *_size(figure), places, halves | text.halves, data)


def font_families(paths: Sequence[str]) -> list[str]:
    """The families of some font files, made known to Matplotlib, then the fallback. Raises FileNotFoundError."""
    return list(dict.fromkeys([*map(_family, paths), FALLBACK_FAMILY]))


@functools.cache
def _family(path: str) -> str:
    """Once per process: a font that is made known anew has Matplotlib look for every font anew."""
    font_manager.fontManager.addfont(path)
    return font_manager.FontProperties(fname=Path(path)).get_name()


@contextlib.contextmanager
def _themed(name: str, text: Text, families: list[str]) -> Iterator[None]:
    """Matplotlib as every drawing of a theme finds it, the random numbers included: both themes draw the same."""
    settle()
    with _settings_kept(), warnings.catch_warnings():
        dict.update(mpl.rcParams, _defaults())
        mpl.rcParams.update(_style(text, families, f"{name}-{text.theme.name}"))
        warnings.filterwarnings("error", message="Glyph .* missing from")  # a box in place of a letter is an error
        yield


@functools.cache
def _defaults() -> dict[str, Any]:
    """Matplotlib's own settings, which take it a millisecond to put back each time."""
    with _settings_kept():
        mpl.rcdefaults()
        return {name: mpl.rcParams[name] for name in mpl.rcParams if name not in STYLE_BLACKLIST}


@contextlib.contextmanager
def _settings_kept() -> Iterator[None]:
    """As ``rc_context``, which checks each of three hundred settings."""
    kept = dict(dict.items(mpl.rcParams))
    try:
        yield
    finally:
        dict.update(mpl.rcParams, kept)


def _made(draw: Callable[[Figure, Text], object], text: Text) -> Figure:
    given = Figure()
    returned = draw(given, text)
    figure = returned if isinstance(returned, Figure) else given
    FigureCanvasSVG(figure)
    localise_ticks(figure, text)
    return figure


def _size(figure: Figure) -> tuple[float, float]:
    width, height = (round(float(inches) * CSS_PIXELS_PER_INCH, 2) for inches in figure.get_size_inches())
    return width, height


def _tidied(name: str, theme: Theme, raw: bytes) -> Held:
    return Held(tidy_svg(raw, f"figure-{name}-{theme.name}-"))


def begin_style(writing: Writing, fonts: Sequence[str]) -> None:
    """Let what a cell draws with ``pyplot`` look as our figures do; what the author has set himself stays."""
    style = _style(text_of(writing, LIGHT), font_families(fonts), "")
    mpl.rcParams.update({name: own for name, own in style.items() if mpl.rcParams[name] == mpl.rcParamsDefault[name]})


def picture(name: str, figure: Figure, writing: Writing, fonts: Sequence[str]) -> tuple[Part, dict[str, str]]:
    """A figure that a cell has drawn itself, as it is, on paper; and its half-way values as in a drawing."""
    text = text_of(writing, LIGHT)
    families = font_families(fonts)
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcParams.update({"svg.fonttype": "path", "svg.hashsalt": name, "font.family": families})
        warnings.filterwarnings("error", message="Glyph .* missing from")
        FigureCanvasSVG(figure)
        localise_ticks(figure, text)
        raw = _laid_out_and_saved(figure)
        places, halves = plotted(figure, text)
    part = Part("svg", Held(tidy_svg(raw, f"shown-{name}-")), "", *_size(figure), places)
    return part, halves | text.halves


def _laid_out_and_saved(figure: Figure) -> bytes:
    """The SVG as Matplotlib writes it. Laid out here: left to ``savefig``, the layout costs a second whole drawing."""
    with steady():
        _lay_out(figure)
        return _saved(figure)


def _saved_with_layout(figure: Figure) -> tuple[bytes, Layout | None]:
    """The same, and its layout where another figure may take that over."""
    with steady():
        asked = asked_of(figure)
        _lay_out(figure)
        places = places_of(figure)
        raw = _saved(figure)
    return raw, Layout(asked, places, shape_of(raw)) if asked else None


def _lay_out(figure: Figure) -> None:
    engine = figure.get_layout_engine()
    if engine is not None and figure.axes:
        engine.execute(figure)


def _saved(figure: Figure) -> bytes:
    """The SVG of a figure that has been laid out. With any engine, ``none`` too, Matplotlib draws once more before."""
    with _settings_kept():
        mpl.rcParams.update({"figure.constrained_layout.use": False, "figure.autolayout": False})
        figure.set_layout_engine(None)
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
