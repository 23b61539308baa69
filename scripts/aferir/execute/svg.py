"""Matplotlib's SVG made fit for a page: no style sheet, no id that clashes, no coordinate that a processor changes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree import ElementTree as ET

from .pictures import drawn_anew, pixels_of

SVG = "http://www.w3.org/2000/svg"
_HREF = "{http://www.w3.org/1999/xlink}href"
_DECIMALS = 3
"""A thousandth of a point (1/72 inch): far below what is seen, far above what differs between processors."""
_FACTOR_DIGITS = 7
"""Significant digits of the factors in ``scale`` and ``matrix``, which multiply whole coordinates."""

_DIGEST = re.compile(r"[0-9a-f]{10}$")
_FRACTION = re.compile(r"-?(?:\d*\.\d+(?:e[-+]?\d+)?|\d+e[-+]?\d+)")
_COORDINATES = frozenset({"d", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "points"})
_PRESENTATION = re.compile(r"(fill|stroke|stop|font|text|clip|image|opacity|visibility|display|paint-order)\b")


def tidy_svg(raw: bytes, prefix: str) -> str:
    """The SVG without metadata, comments and style sheet, every id prefixed, every coordinate rounded.

    ``width``, ``height`` and ``viewBox`` stay. Styles become presentation attributes, so that the SVG may be put
    into a page whose policy forbids inline styles, and its rules reach nothing but itself.
    """
    root = tidied(raw, prefix)
    for parent in list(root.iter()):
        for image in [child for child in parent if local_name(child) == "image"]:
            place = list(parent).index(image)
            parent[place : place + 1] = drawn_anew(image, pixels_of(image))
    return serialised(root) + "\n"


def tidied(raw: bytes, prefix: str) -> ET.Element:
    """The tree of such an SVG, its pictures as they are."""
    root = ET.fromstring(raw)  # noqa: S314 - written by Matplotlib a moment ago
    _drop(root, "metadata", "style")
    root.set("stroke-linejoin", "round")  # what the dropped style sheet said, inherited instead of matched by *
    root.set("stroke-linecap", "butt")
    ids = _new_ids(root, prefix)
    for element in list(root.iter()):
        _rename_ids(element, ids)
        _style_to_attributes(element)
        if element is not root:
            _round_coordinates(element)
        element.text = element.tail = None
    root.set("xmlns", SVG)
    return root


def serialised(root: ET.Element) -> str:
    """A tree, or a part of it, as text in which names have no prefix."""
    for element in root.iter():
        element.tag = local_name(element)
    return ET.tostring(root, encoding="unicode", short_empty_elements=True)


def _drop(root: ET.Element, *names: str) -> None:
    for parent in list(root.iter()):
        for child in [child for child in parent if local_name(child) in names]:
            parent.remove(child)


def _new_ids(root: ET.Element, prefix: str) -> dict[str, str]:
    """Old id -> new id. Matplotlib makes some of digests of unrounded coordinates: those are counted instead."""
    old = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    return {
        name: prefix + (_DIGEST.sub("", name) + f"-{count}" if _DIGEST.search(name) else name)
        for count, name in enumerate(dict.fromkeys(old), start=1)
    }


def _rename_ids(element: ET.Element, ids: Mapping[str, str]) -> None:
    target = element.attrib.pop(_HREF, None)
    for name, value in element.attrib.items():
        if name == "id":
            element.set(name, ids[value])
        elif "url(#" in value:
            element.set(name, re.sub(r"url\(#([^)]+)\)", lambda found: f"url(#{ids[found[1]]})", value))
    if target is not None:  # plain href: understood everywhere, and a page needs no second namespace
        element.set("href", re.sub(r"\s+", "", target) if target.startswith("data:") else "#" + ids[target[1:]])


def _style_to_attributes(element: ET.Element) -> None:
    """Properties that are no presentation attributes (``mix-blend-mode``) are left in ``style``."""
    rest = []
    for declaration in filter(None, element.attrib.pop("style", "").split(";")):
        name, _, value = (part.strip() for part in declaration.partition(":"))
        if _PRESENTATION.match(name):
            element.set(name, value)
        elif name:
            rest.append(f"{name}: {value}")
    if rest:
        element.set("style", "; ".join(rest))


def _round_coordinates(element: ET.Element) -> None:
    for name in _COORDINATES.intersection(element.attrib):
        element.set(name, " ".join(_FRACTION.sub(_rounded, element.attrib[name]).split()))
    for name in {"width", "height"}.intersection(element.attrib):
        element.set(name, _FRACTION.sub(_rounded, element.attrib[name]))
    if "transform" in element.attrib:
        element.set("transform", re.sub(r"(\w+)\(([^)]*)\)", _rounded_transform, element.attrib["transform"]))


def _rounded(found: re.Match[str]) -> str:
    return _plain(round(float(found[0]), _DECIMALS))


def _plain(number: float) -> str:
    written = f"{number:.{_DECIMALS}f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written


def _rounded_transform(found: re.Match[str]) -> str:
    kind, numbers = found[1], [float(number) for number in re.split(r"[\s,]+", found[2].strip())]
    lengths = {"translate": 0, "matrix": 4}.get(kind, len(numbers))  # from which argument on they are lengths
    written = [f"{number:.{_FACTOR_DIGITS}g}" for number in numbers[:lengths]]
    return f"{kind}({' '.join(written + [_plain(number) for number in numbers[lengths:]])})"


def local_name(element: ET.Element) -> str:
    """The name of an element without its namespace."""
    return element.tag.rpartition("}")[2]
