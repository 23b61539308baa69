"""A drawing made in stand-ins, coloured for each theme: the same bytes as two drawings, or an answer that it is not so.

It is not so where a colour is neither a stand-in nor one that the author or Matplotlib names (a blend, a shade), where
a picture stays a picture, and where shapes that Matplotlib writes once if they are alike are so in one theme alone.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

import matplotlib as mpl
import numpy as np
from matplotlib.colors import BASE_COLORS, Colormap, is_color_like, to_hex
from matplotlib.figure import Figure

from .asking import Code
from .palette import DARK, LIGHT
from .pictures import Colour, Rows, drawn_anew, pixels_of
from .standins import Colours, Pair, is_named_in
from .svg import local_name, serialised, tidied

_COLOUR = re.compile("#[0-9a-f]{6}")
_FILL = re.compile(' fill="(#[0-9a-f]{6})"')
_BLACK = "#000000"
"""Matplotlib fills with black by saying nothing, except in a hatch."""
_THEME = "-of-either-theme-"
"""Stands in ids for the name of the theme. No id ends in it of itself, since names have no hyphens."""
_EITHER = (LIGHT, DARK)


@dataclass(frozen=True, slots=True)
class _Picture:
    """An ``<image>``, its place in the text, its pixels."""

    image: ET.Element
    place: str
    rows: Rows


def both(raw: bytes, name: str, colours: Colours, figure: Figure, code: Code) -> tuple[str, str] | None:
    """The SVG of a drawing in light and in dark; None where only two drawings can tell. ``colours``: the stand-ins."""
    root = tidied(raw, f"figure-{name}{_THEME}")
    pictures = _taken_out(root)
    text = serialised(root)
    pixels = {_written(pixel) for picture in pictures for row in picture.rows for pixel in row}
    unknown = (set(_COLOUR.findall(text)) - colours.text.keys()) | (pixels - colours.pixels.keys())
    if is_named_in(text) or not _are_known(unknown, figure, code):
        return None
    if (colours.text.keys() | colours.pixels.keys()) & set(_COLOUR.findall(code.text.lower())):
        return None
    painters = [_Painter(number, colours) for number in range(len(_EITHER))]
    shapes = _shapes(root)
    if not all(painter.can_tell(shapes, pictures) for painter in painters):
        return None
    light, dark = (painter.painted(text, pictures) for painter in painters)
    return light, dark


def _taken_out(root: ET.Element) -> list[_Picture]:
    """The pictures of a drawing, each replaced by a mark."""
    found: list[_Picture] = []
    for parent in list(root.iter()):
        for image in [child for child in parent if local_name(child) == "image"]:
            mark = ET.Element(f"picture-{len(found)}")
            parent[list(parent).index(image)] = mark
            found.append(_Picture(image, f"<{mark.tag} />", pixels_of(image)))
    return found


@dataclass(frozen=True, slots=True)
class _Painter:
    """Puts the colours of one theme, the first or the second of each pair, in the place of stand-ins."""

    number: int
    colours: Colours

    def painted(self, text: str, pictures: Sequence[_Picture]) -> str:
        """The SVG in the theme."""
        text = self._text(text)
        for picture in pictures:
            text = text.replace(picture.place, "".join(map(serialised, self._drawn(picture))))
        return text.replace(_THEME, f"-{_EITHER[self.number].name}-") + "\n"

    def can_tell(self, shapes: set[str], pictures: Sequence[_Picture]) -> bool:
        """Whether shapes that differ do so in the theme as well, and no picture would have to be made anew."""
        own = [self._rows(picture) for picture in pictures]
        return (
            len(set(map(self._text, shapes))) == len(shapes)
            and not any(self._is_black(found) for shape in shapes for found in _FILL.finditer(shape))
            and len(set(map(repr, own))) == len({repr(picture.rows) for picture in pictures})
            and not any(
                rows != picture.rows and picture.image in self._drawn(picture)
                for rows, picture in zip(own, pictures, strict=True)
            )
        )

    def _text(self, text: str) -> str:
        filled = _FILL.sub(lambda found: "" if self._is_black(found) else found[0], text)
        return _COLOUR.sub(lambda found: self._of(found[0], self.colours.text), filled)

    def _is_black(self, fill: re.Match[str]) -> bool:
        return fill[1] in self.colours.text and self._of(fill[1], self.colours.text) == _BLACK

    def _drawn(self, picture: _Picture) -> list[ET.Element]:
        return drawn_anew(picture.image, self._rows(picture))

    def _rows(self, picture: _Picture) -> Rows:
        return [[self._pixel(pixel) for pixel in row] for row in picture.rows]

    def _pixel(self, pixel: Colour) -> Colour:
        colour = self._of(_written(pixel), self.colours.pixels)
        return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16), pixel[3]

    def _of(self, colour: str, among: Mapping[str, Pair]) -> str:
        return among[colour][self.number] if colour in among else colour


def _written(pixel: Colour) -> str:
    return "#" + bytes(pixel[:3]).hex()


# ── Shapes that Matplotlib writes once if they are alike ─────────────────────────────────────────────────────────────


def _shapes(root: ET.Element) -> set[str]:
    """The coloured shapes that a drawing defines: hatches whole, and marks with the style of those who use them."""
    used: dict[str, str] = {}
    for use in root.iter("use"):
        used.setdefault(use.get("href", "")[1:], f"{use.get('fill')} {use.get('stroke')} {use.get('style')}")
    defined = {child.get("id", ""): child for defs in root.iter("defs") for child in defs}
    return {
        f"{ET.tostring(shape, encoding='unicode').replace(name, '')} {used.get(name, '')}"
        for name, shape in defined.items()
        if shape.tag == "pattern" or "#" in used.get(name, "")
    }


# ── Colours that are the same in both themes ─────────────────────────────────────────────────────────────────────────


def _are_known(colours: set[str], figure: Figure, code: Code) -> bool:
    """Whether all are colours that the author, or Matplotlib by itself, names."""
    rest = colours - _of_settings()
    rest = rest and rest - code.colours()
    return not rest or not rest - _of_scales(figure)


@functools.cache
def _of_settings() -> frozenset[str]:
    """The colours of Matplotlib's settings, and those that have a letter for a format such as ``r--``."""
    values = [value for value in mpl.rcParamsDefault.values() if isinstance(value, str | tuple)]
    named = {to_hex(value) for value in values if is_color_like(value) and not str(value).startswith("C")}
    return frozenset(map(to_hex, BASE_COLORS)) | named


_BUILT_IN = frozenset(mpl.colormaps)
"""Read before any figure's function runs, which might register a scale of its own."""


def _of_scales(figure: Figure) -> set[str]:
    """The colours of Matplotlib's own scales that a figure uses, as floats round them and as pixels cut them."""
    scales = [getattr(artist, "cmap", None) for artist in figure.findobj()]
    used = [scale for scale in scales if isinstance(scale, Colormap)]
    own = [scale for scale in used if scale.name in _BUILT_IN and mpl.colormaps[scale.name] == scale]
    steps = [scale(np.arange(scale.N))[:, :3] * 255 for scale in {scale.name: scale for scale in own}.values()]
    rows = [row for step in steps for row in (*np.round(step).astype(np.uint8), *step.astype(np.uint8))]
    return {"#" + row.tobytes().hex() for row in rows}
