"""One last look at every page: nothing of our syntax may be left."""

from __future__ import annotations

import html.parser
import json
import re
from collections.abc import Iterator
from pathlib import Path

from ..search import INDEX, TEXTS

_MARKS = re.compile(r"[\ue000-\ue002]|\{[=!@][^}\n]*\}?")
_PERHAPS = re.compile(r"[\ue000-\ue002]|\{[=!@&]|&(?:lbrace|lcub|#0*123|#0*5734[4-6]|#[xX]0*(?:7[bB]|[eE]00[0-2]))")
"""What a page has somewhere that shows a mark, as a letter or as an entity; hardly any other has it."""
_CODE = ("code", "pre", "script", "style", "annotation")


class _Marks(html.parser.HTMLParser):
    """Collects what of our syntax survives in the text and attributes of a page, code left aside."""

    def __init__(self) -> None:
        super().__init__()
        self.depth = 0
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.depth += tag in _CODE
        for _, value in attrs:
            self.found += _MARKS.findall(value or "")

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag in _CODE and self.depth > 0

    def handle_data(self, data: str) -> None:
        if not self.depth:
            self.found += _MARKS.findall(data)


def surviving_marks(page: str) -> tuple[str, ...]:
    """Bindings and tokens that a finished HTML page still shows: there must be none."""
    if not _PERHAPS.search(page):
        return ()
    parser = _Marks()
    parser.feed(page)
    return tuple(parser.found)


def pages_with_marks(site: Path, seen: frozenset[Path] = frozenset()) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Each page, and each search index, of a built site that still shows our syntax. ``seen``: folders without any."""
    for path in sorted(site.rglob("*.html")):
        if seen.intersection(path.parents):
            continue
        if found := surviving_marks(path.read_text(encoding="utf-8")):
            yield path, found
    for path in sorted(path for name in (INDEX, TEXTS) for path in site.rglob(name)):
        index = json.loads(path.read_text(encoding="utf-8"))
        texts = " ".join(f"{entry['title']} {entry['text']}" for entry in index["docs"])
        if found := surviving_marks(texts):
            yield path, found
