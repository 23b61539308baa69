"""Drawn figures as files of the site: each says what it is and what it shows; none is larger than a page can bear."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from .errors import finding
from .model import Content, Drawing, Finding, Lesson, Results

_XMLNS = ' xmlns="http://www.w3.org/2000/svg"'


def described(svg: str, stem: str, title: str, description: str) -> str:
    """``svg`` as an image with a name and a description, for whoever opens or hears it. Its ids begin with ``stem``.

    Of the SVG that a build has drawn only the first tag is read: a page has kilobytes of others.
    """
    opening, _, rest = svg.rstrip().partition(">")
    root = ET.fromstring(opening.replace(_XMLNS, "") + "/>")  # noqa: S314 - drawn by this build
    texts = {"title": title, "desc": description}
    root.set("role", "img")
    root.set("aria-labelledby", " ".join(f"{stem}-{kind}" for kind in texts))
    for kind, text in texts.items():
        ET.SubElement(root, kind, {"id": f"{stem}-{kind}"}).text = text
    head = ET.tostring(root, encoding="unicode").removesuffix("</svg>")
    return f"{head.replace('<svg', '<svg' + _XMLNS, 1)}{rest}\n"


@dataclass(frozen=True, slots=True)
class Described:
    """A drawing ``described``, made of it whenever somebody asks: nobody holds both."""

    svg: Content
    stem: str
    title: str
    description: str

    @property
    def text(self) -> str:
        """See :class:`Content`."""
        return described(self.svg.text, self.stem, self.title, self.description)

    @property
    def size(self) -> int:
        """See :class:`Content`."""
        return len(self.text.encode())


def size_findings(lesson: Lesson, results: Results, kilobytes: int) -> Iterator[Finding]:
    """AF221 for each figure of a lesson of which one drawing weighs more than ``kilobytes``."""
    for fence in lesson.fences:
        drawing = results.figures.get(fence.name) if fence.kind == "figure" else None
        if isinstance(drawing, Drawing):
            heaviest = -(-max(drawing.light.size, drawing.dark.size) // 1000)
            if heaviest > kilobytes:
                details = {"name": fence.name, "size": heaviest, "limit": kilobytes}
                yield finding("AF221", lesson.path, fence.position, **details)
