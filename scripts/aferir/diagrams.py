"""Diagrams: graphs in Graphviz's language, drawn under Node as SVG that takes its colours from the page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from .asked import Answer, Program, Question, answers, kept_answers

if TYPE_CHECKING:
    from .assets.nodejs import Node

CLASSES = ("accent", "muted")
"""What a node or an edge may be besides plain: ``a [class=accent]``."""

_SHAPES = ("svg", "g", "path", "polygon", "polyline", "ellipse", "text")
_OWN_CLASSES = ("graph", "node", "edge", "cluster")
_COLOURS = ("none", "transparent", "black")
_DROPPED = ("id", "font-family", "{http://www.w3.org/XML/1998/namespace}space")
_LINE = re.compile(r"in line (\d+)")


@dataclass(frozen=True, slots=True)
class DiagramError:
    """What is wrong with a graph. ``line``: of the graph, from 1; 1 where nobody says."""

    message: str
    line: int = 1


def render_diagrams(
    graphs: Sequence[str], viz_folder: Path, cache: Path, node: Node | None = None
) -> tuple[str | DiagramError, ...]:
    """The SVG of each graph, or its error, in order. ``viz_folder`` holds ``viz.js``.

    All graphs that ``<cache>/diagrams`` does not know yet go through one Node process. Raises AferirError if Node is
    missing or fails.
    """
    if not graphs:
        return ()
    return tuple(map(_result, answers(_questions(graphs), _graphviz(viz_folder), cache / "diagrams", node)))


def kept_diagrams(graphs: Sequence[str], version: str, cache: Path) -> tuple[str | DiagramError, ...] | None:
    """What ``render_diagrams`` answered before for all of these, by the ``version`` it had; None when it lacks one."""
    kept = kept_answers(_questions(graphs), version, cache / "diagrams")
    return None if kept is None else tuple(map(_result, kept))


def graphviz_version(viz_folder: Path) -> str:
    """What decides the drawing besides the graph: Graphviz and our settings."""
    return _graphviz(viz_folder).version


def _graphviz(folder: Path) -> Program:
    return Program("Graphviz", "graphviz.mjs", folder / "viz.js")


def _questions(graphs: Sequence[str]) -> list[Question]:
    return [{"dot": graph} for graph in graphs]


def _result(answer: Answer) -> str | DiagramError:
    if "html" not in answer:
        message = str(answer["message"]).strip()
        line = _LINE.search(message)
        return DiagramError(_LINE.sub("", message).replace("  ", " "), int(line[1]) if line else 1)
    root = ET.fromstring(str(answer["html"]))  # noqa: S314 - written by Graphviz, which escapes what an author wrote
    fault = next(filter(None, map(_fault, root.iter())), "")
    return DiagramError(fault) if fault else _for_the_page(root)


def _fault(element: ET.Element) -> str:
    """Why a page cannot hold this element as it is; empty when it can."""
    kind = _name(element)
    if kind in ("defs", "linearGradient", "radialGradient"):
        return _coloured("a gradient")
    if kind not in (*_SHAPES, "title"):
        return f"a diagram holds nodes, edges and text, no links and no pictures (<{kind}>)"
    unknown = [name for name in element.get("class", "").split() if name not in (*_OWN_CLASSES, *CLASSES)]
    if unknown:
        return f"unknown class “{unknown[0]}”: write class={' or class='.join(CLASSES)}"
    colours = [element.get(name, "none") for name in ("fill", "stroke")]
    return next((_coloured(f"the colour “{colour}”") for colour in colours if colour not in _COLOURS), "")


def _coloured(what: str) -> str:
    return f"{what} would be the same on light and on dark paper: write class={' or class='.join(CLASSES)}"


def _for_the_page(root: ET.Element) -> str:
    """The SVG in its natural size in pixels, its black the colour of the text around it."""
    for parent in list(root.iter()):
        for child in [child for child in parent if _name(child) == "title"]:  # a tooltip that says n1->n2
            parent.remove(child)
    for element in root.iter():
        element.tag = _name(element)
        element.tail = None
        for name in _DROPPED:
            element.attrib.pop(name, None)
        for name in ("fill", "stroke"):
            if element.get(name) == "black":
                element.set(name, "currentColor")
            elif element.get(name) == "transparent":
                element.set(name, "none")
    _, _, width, height = root.get("viewBox", "0 0 0 0").split()
    root.set("width", f"{float(width):g}")
    root.set("height", f"{float(height):g}")
    return ET.tostring(root, encoding="unicode")


def _name(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]
