"""Passages: what stands between two headings of a page, in an element of its own.

A lesson has some ten thousand elements, most of them of formulas. A browser that is told where a passage ends lays it
out when the reader comes near it (``content-visibility``), not before the first line can be read. Headings stay
outside: the theme asks where each of them is.
"""

from __future__ import annotations

import re
from itertools import groupby
from xml.etree import ElementTree as ET

from markdown.treeprocessors import Treeprocessor
from markdown.util import HTML_PLACEHOLDER_RE

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_TAG = re.compile(r"<[^>]*>")


class Passages(Treeprocessor):
    """Puts the passages of a page into ``<div class="passage">``. A page without headings stays as it is."""

    def run(self, root: ET.Element) -> None:
        """Regroup the children of the page's root."""
        children = list(root)
        if not any(map(_is_heading, children)):
            return
        groups = groupby(children, _is_heading)
        root[:] = [part for is_heading, found in groups for part in (found if is_heading else [self._passage(*found)])]

    def _passage(self, *blocks: ET.Element) -> ET.Element:
        """Its height is guessed from the number of its blocks and letters while it is not laid out."""
        text = "".join(piece for block in blocks for piece in block.itertext())
        letters = len(_TAG.sub("", HTML_PLACEHOLDER_RE.sub(self._stashed, text)))
        made = ET.Element("div", {"class": "passage", "style": f"--blocks: {len(blocks)}; --letters: {letters}"})
        made.extend(blocks)
        made.text = made.tail = "\n"
        return made

    def _stashed(self, token: re.Match[str]) -> str:
        return str(self.md.htmlStash.rawHtmlBlocks[int(token[1])])


def _is_heading(element: ET.Element) -> bool:
    return element.tag in _HEADINGS
