"""Pictures inside an SVG drawn anew as shapes: sharp at every size, and no compressor decides their bytes.

A map of shares becomes a mosaic of rectangles, the bar of a colour scale becomes a gradient. Other pictures stay.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator, Sequence
from itertools import groupby
from xml.etree import ElementTree as ET

from PIL import Image

_LARGEST_MOSAIC = 4096
"""Pixels. Larger ones are pictures indeed, and smaller as such."""
_MOST_STOPS = 32
_PNG = "data:image/png;base64,"

Colour = tuple[int, int, int, int]
Rows = Sequence[Sequence[Colour]]


def drawn_anew(image: ET.Element, rows: Rows) -> list[ET.Element]:
    """What may stand in the place of an ``<image>`` of these pixels: shapes, or the image itself.

    Its pixels must be its own (no interpolation) or all alike along one side.
    """
    if not rows:
        return [image]
    if "pixelated" in image.get("image-rendering", ""):
        return [_mosaic(image, rows) if len(rows) * len(rows[0]) <= _LARGEST_MOSAIC else image]
    if _alike(rows):
        return _gradient(image, [row[0] for row in rows], down=True)
    return _gradient(image, rows[0], down=False) if _alike(list(zip(*rows, strict=True))) else [image]


def pixels_of(image: ET.Element) -> Rows:
    """The rows of an embedded PNG; none when it is something else."""
    href = image.get("href", "")
    if not href.startswith(_PNG):
        return []
    with Image.open(io.BytesIO(base64.b64decode(href.removeprefix(_PNG)))) as picture:
        width, data = picture.width, picture.convert("RGBA").tobytes()
    pixels: list[Colour] = list(zip(*[iter(data)] * 4, strict=True))
    return [pixels[start : start + width] for start in range(0, len(pixels), width)]


def _alike(lines: Rows) -> bool:
    return bool(lines) and all(len(set(line)) == 1 for line in lines)


# ── Gradients ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _gradient(image: ET.Element, colours: Sequence[Colour], *, down: bool) -> list[ET.Element]:
    """A rectangle filled from the first colour to the last, through as many as are needed."""
    name = image.get("id", "image") + "-scale"
    end = {"x2": "0", "y2": "1"} if down else {"x2": "1", "y2": "0"}
    gradient = ET.Element(_tag(image, "linearGradient"), {"id": name, "x1": "0", "y1": "0", **end})
    for place, colour in _stops(colours):
        ET.SubElement(gradient, _tag(image, "stop"), {"offset": f"{place:.4f}", **_colour("stop-color", colour)})
    kept = {key: image.attrib[key] for key in ("id", "transform", "x", "y", "width", "height") if key in image.attrib}
    return [gradient, ET.Element(_tag(image, "rect"), kept | {"fill": f"url(#{name})"})]


def _stops(colours: Sequence[Colour]) -> Iterator[tuple[float, Colour]]:
    """Some of the colours with their places between 0 and 1, the first and the last included."""
    last = len(colours) - 1
    count = min(last, _MOST_STOPS)
    for at in range(count + 1):
        index = round(last * at / count) if count else 0
        yield (index + 0.5) / len(colours), colours[index]


# ── Mosaics ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _mosaic(image: ET.Element, rows: Rows) -> ET.Element:
    """One path per colour. Without interpolation each pixel is one user unit, which the transform enlarges."""
    group = ET.Element(_tag(image, "g"), {"shape-rendering": "crispEdges"})
    group.attrib.update((name, image.attrib[name]) for name in ("id", "transform", "opacity") if name in image.attrib)
    for colour, path in _paths_by_colour(rows).items():
        ET.SubElement(group, _tag(image, "path"), _colour("fill", colour) | {"d": path})
    return group


def _paths_by_colour(rows: Rows) -> dict[Colour, str]:
    """Colour -> the path of all its runs of pixels; what is fully transparent is left out."""
    paths: dict[Colour, str] = {}
    for y, row in enumerate(rows):
        for x, length, colour in _runs(row):
            if colour[3]:
                paths[colour] = paths.get(colour, "") + f"M{x} {y}h{length}v1h-{length}z"
    return paths


def _runs(row: Sequence[Colour]) -> Iterator[tuple[int, int, Colour]]:
    x = 0
    for colour, same in groupby(row):
        length = len(list(same))
        yield x, length, colour
        x += length


def _colour(attribute: str, colour: Colour) -> dict[str, str]:
    red, green, blue, alpha = colour
    opacity = {} if alpha == 255 else {attribute.removesuffix("-color") + "-opacity": f"{alpha / 255:.3f}"}
    return {attribute: f"#{red:02x}{green:02x}{blue:02x}"} | opacity


def _tag(like: ET.Element, name: str) -> str:
    return like.tag.replace("image", name)
