"""What an object shows in a notebook besides its ``repr``: HTML, Markdown or a drawing, and the same in plain words.

Standard library only: this file runs at build and in the browser (Pyodide).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

_METHODS = (("_repr_html_", "html"), ("_repr_markdown_", "markdown"), ("_repr_svg_", "svg"))
"""In the order in which notebooks prefer them."""

_ENDS_LINE = frozenset(
    (
        *("article", "br", "caption", "dd", "div", "dt", "figcaption", "h1", "h2", "h3", "h4", "h5", "h6"),
        *("hr", "li", "p", "pre", "tr"),
    )
)
_ENDS_ENTRY = frozenset(("td", "th"))
_UNREAD = frozenset(("script", "style", "defs", "metadata"))


@dataclass(frozen=True, slots=True)
class Rich:
    """What an object shows: ``kind`` is ``html``, ``markdown`` or ``svg``; ``words`` is what it says as text."""

    kind: str
    data: str
    words: str


def rich(value: object) -> Rich | None:
    """What ``value`` shows; None when it has only its ``repr``. Passes on whatever a method of the object raises."""
    for method, kind in () if isinstance(value, type) else _METHODS:
        make = getattr(value, method, None)
        data = make() if callable(make) else None
        if isinstance(data, str) and data.strip():
            return Rich(kind, data, _WORDS[kind](data))
    return None


def words_of_html(html: str) -> str:
    """The text of HTML or SVG: a line per row, paragraph or item, entries of a row with two spaces between them."""
    from html.parser import HTMLParser  # noqa: PLC0415 - few cells show any

    class Reader(HTMLParser):
        def __init__(self) -> None:
            super().__init__(convert_charrefs=True)
            self.said: list[str] = []
            self.unread = 0

        def handle_starttag(self, tag: str, _attributes: object) -> None:
            self.unread += tag in _UNREAD

        def handle_startendtag(self, tag: str, _attributes: object) -> None:
            self._ended(tag)

        def handle_endtag(self, tag: str) -> None:
            self.unread -= tag in _UNREAD and self.unread > 0
            self._ended(tag)

        def _ended(self, tag: str) -> None:
            self.said.append("\n" if tag in _ENDS_LINE else "\t" if tag in _ENDS_ENTRY else "")

        def handle_data(self, data: str) -> None:
            self.said.append("" if self.unread else re.sub(r"\s+", " ", data))

    reader = Reader()
    reader.feed(html)
    reader.close()
    lines = "".join(reader.said).replace("\t", "  ").split("\n")
    return "\n".join(line.strip() for line in lines if line.strip())


_WORDS: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {"html": words_of_html, "markdown": str.strip, "svg": words_of_html}
)
