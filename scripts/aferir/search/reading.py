"""What the search reads of a finished page: each formula once, and nothing that is no text of the page."""

from __future__ import annotations

from html.parser import HTMLParser

_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr")
)
_UNREAD_TAGS = frozenset(("annotation", "noscript", "script", "style", "button"))
_UNREAD_CLASSES = frozenset(("katex-html", "diagram", "headerlink", "explorable-static"))
"""The panels of an explorable are numbers; what it shows is found by the words for whoever does not see it."""

_CELLS = frozenset(("td", "th", "mtd", "mtr", "mspace", "figcaption", "summary", "dt"))
"""What ends here is not one word with what follows."""


def searchable(page: str) -> str:
    """The HTML of a page without what a search should not find.

    Of the three forms of a formula the MathML stays, with a slash for the bar of a fraction. Material's own reading of
    ``data-search-exclude`` ends at the first tag of the same name inside, so what carries it is taken out here.
    """
    reading = _Reading()
    reading.feed(page)
    reading.close()
    return "".join(reading.parts)


class _Reading(HTMLParser):
    """Writes down again what it reads; ``unread`` counts how deep inside a part left out it is."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.parts: list[str] = []
        self.open: list[str] = []
        self.unread = 0
        self.children: list[int] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _VOID:
            self._write(self.get_starttag_text() or "")
            return
        self.open.append(tag)
        self.children.append(0)
        self.unread += self.unread > 0 or _is_unread(tag, dict(attrs))
        self._write(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            return
        self.open.pop()
        self.children.pop()
        self._write(f"</{tag}>")
        self.unread -= self.unread > 0
        self._write(self._gap(tag))

    def _gap(self, tag: str) -> str:
        """What stands between a part that ended and the next: a bar, a space, or nothing."""
        if self.children:
            self.children[-1] += 1
        if self.open and self.open[-1] == "mfrac" and self.children[-1] == 1:
            return "/"
        return " " if tag in _CELLS else ""

    def handle_data(self, data: str) -> None:
        self._write(data)

    def handle_entityref(self, name: str) -> None:
        self._write(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._write(f"&#{name};")

    def _write(self, text: str) -> None:
        if not self.unread:
            self.parts.append(text)


def _is_unread(tag: str, attributes: dict[str, str | None]) -> bool:
    classes = (attributes.get("class") or "").split()
    return tag in _UNREAD_TAGS or "data-search-exclude" in attributes or not _UNREAD_CLASSES.isdisjoint(classes)
