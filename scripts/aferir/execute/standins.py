"""Colours that stand in for those of both themes, so that a figure is drawn once and coloured twice.

A stand-in is a name for a pair, the colour in light and the colour in dark. Matplotlib looks the name up and finds a
code: a colour that is in none of its scales and has no name. To the figure's function the name is opaque. Who asks it
what it is, a question whose answer depends on the theme, is noted, and the figure is then drawn once per theme.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from types import FrameType
from typing import Any, Self

import numpy as np
from matplotlib.colors import Colormap, ListedColormap, get_named_colors_mapping

from .palette import DARK, LIGHT, Theme, legible_on, share_colour
from .text import STEPS, Text, shares_of
from .writing import Writing

Pair = tuple[str, str]
"""``#rrggbb`` in light and in dark."""

_NAMES_FROM = 0x100000
"""The last plane for private use: no font has a glyph there, so a name that is written on a figure is an error."""
_WITHIN = ("matplotlib", "mpl_toolkits", "cycler", "numpy", "aferir")
"""Who may look at a stand-in: they do alike with every colour, or ours is the code."""
_STREWN = 48
"""The first number with which all codes differ, and are none of the colours that Matplotlib names (a test looks)."""
_FIRST_PIXEL, _FIRST_NAMED, CODES = 1024, 2048, 2112
"""Codes: shares as floats from 0, shares as the pixels of a picture (rounded otherwise), then named pairs."""


@functools.cache
def code(number: int) -> tuple[int, int, int]:
    """The colour behind a stand-in, 0 to 255 a channel; ``number`` is below ``CODES``.

    Codes are strewn over the cube, so that what lies between two of them, a blend, is hardly ever a third.
    """
    red, green, blue = hashlib.sha256(f"{_STREWN} {number}".encode()).digest()[:3]
    return red, green, blue


def written(number: int) -> str:
    """The same as ``#rrggbb``."""
    return f"#{bytes(code(number)).hex()}"


def _pairs() -> list[Pair]:
    """Every pair that a figure's function can be given by name."""
    fields = [(getattr(LIGHT, name), getattr(DARK, name)) for name in ("paper", "ink", "muted", "grid", "accent")]
    heads = list(zip(LIGHT.heads, DARK.heads, strict=True))
    on_shares = product(*((theme.ink, theme.paper, "#000000", "#ffffff") for theme in (LIGHT, DARK)))
    return list(dict.fromkeys([*fields, *heads, *on_shares]))


def _on(share: float) -> Pair:
    light, dark = (legible_on(theme, share_colour(theme, share)) for theme in (LIGHT, DARK))
    return light, dark


@functools.cache
def _numbers() -> Mapping[Pair, int]:
    return {pair: number for number, pair in enumerate(_pairs(), start=_FIRST_NAMED)}


@dataclass(frozen=True, slots=True)
class Colours:
    """What stands for each code in light and in dark: in the text of an SVG, and in the pixels of its pictures."""

    text: Mapping[str, Pair]
    pixels: Mapping[str, Pair]


@functools.cache
def _named() -> Mapping[str, Pair]:
    return {written(number): pair for pair, number in _numbers().items()}


@functools.cache
def _shares() -> Colours:
    """Shares as Matplotlib rounds them: half to even in text, half up where it paints, down in a map of its own."""
    scales, steps = [shares_of(theme) for theme in (LIGHT, DARK)], np.arange(STEPS)
    text = _coded(0, (_hex(np.rint(scale(steps) * 255)) for scale in scales))
    painted = _coded(0, (_hex(np.floor(scale(steps) * 255 + 0.5)) for scale in scales))
    mapped = _coded(_FIRST_PIXEL, (_hex(scale(steps, bytes=True)) for scale in scales))
    return Colours(text, painted | mapped)


def _coded(first: int, themes: Iterable[list[str]]) -> dict[str, Pair]:
    light, dark = themes
    return {written(first + number): pair for number, pair in enumerate(zip(light, dark, strict=True))}


def _hex(colours: Any) -> list[str]:
    return ["#" + bytes(row).hex() for row in colours[:, :3].astype(np.uint8)]


@functools.cache
def _rows(first: int) -> Any:
    """The colours of a scale in codes, as floats that give the same whole numbers rounded and cut."""
    return np.array([[min(channel + 0.25, 255) / 255 for channel in code(first + number)] for number in range(STEPS)])


def prepare() -> None:
    """Work out what every process that draws would have to."""
    _named(), _shares(), _rows(0), _rows(_FIRST_PIXEL)


class _Name(str):
    """A stand-in as a figure's function sees it. ``asked`` notes who asks."""

    asked: list[str]

    def __new__(cls, name: str, asked: list[str]) -> Self:
        made = super().__new__(cls, name)
        made.asked = asked
        return made

    def __copy__(self) -> _Name:
        return self

    def __deepcopy__(self, _known: object) -> _Name:
        return self


def _noting(method: str) -> Callable[..., Any]:
    own = getattr(str, method)

    def noted(self: _Name, *arguments: Any, **named: Any) -> Any:
        if _is_asked_by_author(sys._getframe(1)):  # noqa: SLF001 - who calls is the question
            self.asked.append(method)
        return own(self, *arguments, **named)

    return noted


_OF_EVERY_OBJECT = {name for name in dir(object) if name not in ("__eq__", "__ne__", "__hash__", "__str__", "__repr__")}
for _method in set(dir(str)) - _OF_EVERY_OBJECT - {"__getnewargs__"} | {"__lt__", "__le__", "__gt__", "__ge__"}:
    if callable(getattr(str, _method)):
        setattr(_Name, _method, _noting(_method))


def _is_asked_by_author(frame: FrameType) -> bool:
    return frame.f_globals.get("__name__", "").partition(".")[0] not in _WITHIN


class _Shares(ListedColormap):
    """The scale of shares in codes."""

    def __init__(self, asked: list[str]) -> None:
        super().__init__(_rows(0), "shares")
        self._asked = asked

    def __call__(self, X: Any, alpha: Any = None, bytes: bool = False) -> Any:  # noqa: A002, N803 - Matplotlib's names
        """The codes of shares; other ones for the pixels of pictures."""
        if _is_asked_by_author(sys._getframe(1)):  # noqa: SLF001 - see `_noting`
            self._asked.append("shares")
        return self._pixels()(X, alpha, bytes) if bytes else super().__call__(X, alpha, bytes)

    def _pixels(self) -> Colormap:
        own = ListedColormap(_rows(_FIRST_PIXEL), "shares")
        first, last = ((*row, 1.0) for row in _rows(0)[[0, -1]])
        under, over = (tuple(end) for end in (self.get_under(), self.get_over()))
        own.set_extremes(
            bad=tuple(self.get_bad()),
            under=None if under == first else under,
            over=None if over == last else over,
        )
        return own

    def reversed(self, name: str | None = None) -> ListedColormap:
        """A scale of one theme is made of stops, and other steps of it are other colours."""
        self._asked.append("reversed")
        return super().reversed(name)

    def resampled(self, lutsize: int) -> ListedColormap:
        """See ``reversed``."""
        self._asked.append("resampled")
        return super().resampled(lutsize)


@dataclass(frozen=True, slots=True)
class InStandIns(Text):
    """A ``Text`` whose colours stand in for those of both themes. ``asked``: what else the function wanted to know."""

    asked: list[str] = field(default_factory=list)
    scales: list[str] = field(default_factory=list)

    @property
    def shares(self) -> Colormap:
        """The one sequential scale."""
        self.scales.append("shares")
        return _Shares(self.asked)

    def on(self, share: float) -> str:
        """The colour of text that stands on the colour of ``share``."""
        return _Name(_name_of(_on(share)), self.asked)

    def colours(self) -> Colours:
        """The codes that may stand in the drawing."""
        shares = _shares() if self.scales else Colours({}, {})
        return Colours({**_named(), **shares.text}, {**_named(), **shares.pixels})


def in_stand_ins(writing: Writing) -> InStandIns:
    """How a language writes, in stand-ins."""
    asked: list[str] = []
    marks = (writing.language, writing.decimal_mark, writing.thousands_mark, writing.grouped_from)
    return InStandIns(*marks, theme=_theme(asked), asked=asked)


def _theme(asked: list[str]) -> Theme:
    def name(*pair: str) -> str:
        return _Name(_name_of((pair[0], pair[1])), asked)

    fields = {key: name(getattr(LIGHT, key), getattr(DARK, key)) for key in ("paper", "ink", "muted", "grid", "accent")}
    heads = tuple(map(name, LIGHT.heads, DARK.heads))
    return Theme("both", **fields, heads=heads, shares=())


def _name_of(pair: Pair) -> str:
    return chr(_NAMES_FROM + _numbers()[pair]) * 2


def is_named_in(text: str) -> bool:
    """Whether a text, or the ``repr`` of anything, holds the name of a stand-in."""
    return "\\U0010" in text or (not text.isascii() and max(text) >= chr(_NAMES_FROM))


@contextlib.contextmanager
def known_to_matplotlib() -> Iterator[None]:
    """While a figure is drawn in stand-ins, their names are colours."""
    known = get_named_colors_mapping()
    own = {_name_of(pair): written(number) for pair, number in _numbers().items()}
    known.update(own)
    try:
        yield
    finally:
        for name in own:
            del known[name]
