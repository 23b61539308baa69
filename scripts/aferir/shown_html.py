"""What a cell shows as HTML or Markdown, made fit for a page: elements and attributes from a list, nothing else.

The author of a course is trusted, but what an object of some library writes is nobody's text: it may carry scripts,
frames or pictures of other hosts, and a page of ours has a policy that forbids them. So the HTML is read into a tree of
elements that a page may hold, and written from it. What only decorates (``class``, ``style``, ``border``) is left out,
since the page's own style sheet dresses tables and lists; what does something else is a finding, never left out unseen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

from .errors import finding
from .model import Fence, Finding, Lesson, Output, Part, Position, Results

_ELEMENTS = frozenset(
    (
        *("a", "abbr", "article", "b", "bdi", "blockquote", "br", "caption", "cite", "code", "col", "colgroup", "dd"),
        *("del", "details", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "hr", "i", "ins", "kbd", "li"),
        *("mark", "ol", "p", "pre", "q", "s", "samp", "section", "small", "span", "strong", "sub", "summary", "sup"),
        *("table", "tbody", "td", "tfoot", "th", "thead", "time", "tr", "u", "ul", "var", "wbr"),
    )
)
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
"""Shown as strong text: the headings of a page are its author's."""
_EMPTY = frozenset(("br", "col", "hr", "wbr"))
_UNDRESSED = frozenset(("style",))
_ATTRIBUTES = frozenset(("colspan", "rowspan", "scope", "span", "start", "lang", "dir", "title", "datetime", "href"))
_DOES_SOMETHING = re.compile(r"on\w+|src|srcset|srcdoc|action|formaction|data|poster|background")
_ADDRESS = re.compile(r"#|\.{0,2}/|https?:")


@dataclass(frozen=True, slots=True)
class Fit:
    """The HTML that a page can hold, and what of the original it cannot, each said once."""

    html: str
    faults: tuple[str, ...]


def fit_html(part: Part) -> Fit:
    """What a page shows of a part of kind ``html`` or ``markdown``."""
    if part.kind != "markdown":
        return _fit(part.data)
    from markdown import markdown  # noqa: PLC0415 - few courses show any

    return _fit(markdown(part.data, extensions=["tables", "fenced_code", "sane_lists"]))


def _fit(html: str) -> Fit:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    written = ET.tostring(reader.root, encoding="unicode", method="html")
    return Fit(written, tuple(dict.fromkeys(reader.faults)))


class _Reader(HTMLParser):
    """Builds the tree below ``root``. An element that nothing closes ends with its parent."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = ET.Element("div", {"class": "cell-shown"})
        self.faults: list[str] = []
        self._open = [self.root]
        self._names = ["div"]
        self._unread = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._unread or tag in _UNDRESSED:
            self._unread += tag in _UNDRESSED
            return
        if tag not in _ELEMENTS | _HEADINGS:
            self.faults.append(f"<{tag}>")
            return
        element = ET.SubElement(self._open[-1], "strong" if tag in _HEADINGS else tag, self._kept(tag, attrs))
        if tag not in _EMPTY:
            self._open.append(element)
            self._names.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in _UNDRESSED:
            self._unread -= self._unread > 0
        elif tag in self._names[1:]:
            at = len(self._names) - 1 - self._names[::-1].index(tag)
            del self._open[at:], self._names[at:]

    def handle_data(self, data: str) -> None:
        if self._unread:
            return
        parent = self._open[-1]
        if len(parent):
            parent[-1].tail = (parent[-1].tail or "") + data
        else:
            parent.text = (parent.text or "") + data

    def _kept(self, tag: str, attrs: list[tuple[str, str | None]]) -> dict[str, str]:
        kept: dict[str, str] = {}
        for name, value in attrs:
            text = value or ""
            if _DOES_SOMETHING.fullmatch(name) or (name == "href" and not _ADDRESS.match(text)):
                self.faults.append(f'{name}="{text[:40]}" of <{tag}>')
            elif name in _ATTRIBUTES:
                kept[name] = text
        return kept


# ── What is wrong with it ────────────────────────────────────────────────────────────────────────────────────────────


def shown_findings(lesson: Lesson, results: Results) -> tuple[Finding, ...]:
    """AF217 for what no page can hold, AF218 for pictures without their text, at the fences of a page's cells."""
    found: list[Finding] = []
    for fence in lesson.fences:
        output = results.outputs.get(fence.name) if fence.kind == "cell" else None
        if not isinstance(output, Output):
            continue
        parts = [part for part in output.parts if part.is_shown]
        found += [_fault("AF217", lesson, fence, what=what) for what in _faults(parts)]
        found += [_fault("AF218", lesson, fence, option=key) for key in alt_keys(parts) if key not in fence.options]
        found += [
            _fault("AF219", lesson, fence, option.position, option=key, count=_pictures(parts))
            for key, option in fence.options.items()
            if key not in alt_keys(parts)
        ]
    return tuple(found)


def _fault(code: str, lesson: Lesson, fence: Fence, place: Position | None = None, **details: object) -> Finding:
    return finding(code, lesson.path, place or fence.position, cell=fence.name, **details)


def alt_keys(parts: Iterable[Part]) -> tuple[str, ...]:
    """The options of a cell's fence that say what its pictures show: ``alt``, ``alt2`` and so on."""
    return tuple("alt" if number == 1 else f"alt{number}" for number in range(1, _pictures(parts) + 1))


def _pictures(parts: Iterable[Part]) -> int:
    return sum(part.kind == "svg" for part in parts)


def _faults(parts: Iterable[Part]) -> list[str]:
    return list(dict.fromkeys(fault for part in parts for fault in _faults_of(part)))


def _faults_of(part: Part) -> tuple[str, ...]:
    if part.kind != "svg":
        return fit_html(part).faults
    return () if svg_size(part) else ("SVG that is not well-formed, or says neither width and height nor viewBox",)


def svg_size(part: Part) -> tuple[float, float] | None:
    """Width and height of a picture in CSS pixels; None when it does not say, or is no SVG."""
    if part.width:
        return part.width, part.height
    try:
        root = ET.fromstring(part.data)  # noqa: S314 - of the author's own cell; entities are refused below
    except ET.ParseError:
        return None
    if not root.tag.endswith("svg") or "<!ENTITY" in part.data:
        return None
    sizes = [re.fullmatch(r"([0-9.]+)(?:px)?", root.get(name, "")) for name in ("width", "height")]
    if all(sizes):
        return float(sizes[0][1]), float(sizes[1][1])  # type: ignore[index]
    box = re.fullmatch(r"\s*\S+[\s,]+\S+[\s,]+([0-9.]+)[\s,]+([0-9.]+)\s*", root.get("viewBox", ""))
    return (float(box[1]), float(box[2])) if box else None
