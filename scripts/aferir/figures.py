"""Drawn figures as files of the site: each says what it is and what it shows; none is larger than a page can bear."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from .errors import finding
from .model import Drawing, Finding, Lesson, Results

_SVG = "http://www.w3.org/2000/svg"


def described(svg: str, stem: str, title: str, description: str) -> bytes:
    """``svg`` as an image with a name and a description, for whoever opens or hears it. Its ids begin with ``stem``."""
    ET.register_namespace("", _SVG)
    root = ET.fromstring(svg)  # noqa: S314 - drawn by this build
    texts = {"title": title, "desc": description}
    for place, (kind, text) in enumerate(texts.items()):
        element = ET.Element(f"{{{_SVG}}}{kind}", {"id": f"{stem}-{kind}"})
        element.text = text
        root.insert(place, element)
    root.set("role", "img")
    root.set("aria-labelledby", " ".join(f"{stem}-{kind}" for kind in texts))
    return ET.tostring(root, encoding="unicode").encode() + b"\n"


def size_findings(lesson: Lesson, results: Results, kilobytes: int) -> Iterator[Finding]:
    """AF221 for each figure of a lesson of which one drawing weighs more than ``kilobytes``."""
    for fence in lesson.fences:
        drawing = results.figures.get(fence.name) if fence.kind == "figure" else None
        if isinstance(drawing, Drawing):
            heaviest = -(-max(len(svg.encode()) for svg in (drawing.light, drawing.dark)) // 1000)
            if heaviest > kilobytes:
                details = {"name": fence.name, "size": heaviest, "limit": kilobytes}
                yield finding("AF221", lesson.path, fence.position, **details)
