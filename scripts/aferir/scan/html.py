"""What begins with ``<`` inside a paragraph: comments, addresses and raw HTML."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .bindings import cut, read_binding
from .segment import SegmentReader

_AUTOLINK = re.compile(r"<(?:[A-Za-z][A-Za-z0-9+.-]*:[^<>\s]*|[^<>\s@]+@[^<>\s@]+)>")
_TAG = re.compile(
    r"</?+[a-zA-Z][^\s\"'<>@]*+(?:\s+[^\s\"'=<>]++(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s\"'=<>]++))?+)*+\s*+/?+>"
)
_OTHER_TAG = re.compile(r"<(?:[?!][^<>]*)>")
_LOST = re.compile(r"(?<!\\)\{(?=[=!@])")


@dataclass(slots=True)
class HtmlReader(SegmentReader):
    """Reads comments and tags. ``comment`` is the offset of a comment that ends beyond the segment, or None."""

    tags: dict[str, int] = field(default_factory=dict)
    """Raw tags that were reported and not yet closed, so that a pair is one finding."""
    last_comment_end: int = -1
    """Where the last ``-->`` of the file stands."""
    comment: int | None = field(default=None, init=False)
    _is_open_ended: bool = field(default=False, init=False)

    def angle(self, at: int) -> int:
        """Read what begins with the ``<`` at ``at``. Where reading goes on."""
        if self.text.startswith("<!--", at):
            return self._read_comment(at)
        link = _AUTOLINK.match(self.text, at)
        if link:
            return self.pass_over(at, link.end())
        tag = _TAG.match(self.text, at) or _OTHER_TAG.match(self.text, at)
        if tag:
            self._tag(at, tag[0])
            self.apart.append((at, tag.end()))
        if tag or re.match(r"</?[A-Za-z!?]", self.text[at : at + 3]):
            self.replace(at, at + 1, "&lt;")
        self.floor = at + 1
        return at + 1

    def _read_comment(self, at: int) -> int:
        end = -1 if self._is_open_ended else self.text.find("-->", at + 4)
        if end < 0:
            return self._open_comment(at)
        self.edits.append((*self.draft.without_line(self.at(at), self.at(end + 2) + 1), ""))
        self.taken_out.append((at, end + 3))
        self.floor = end + 3
        return end + 3

    def _open_comment(self, at: int) -> int:
        """A comment that does not end in this segment."""
        self._is_open_ended = True
        if self.at(at) + 4 <= self.last_comment_end:
            self.apart.append((at, len(self.text)))
            self.comment = self.at(at)
            return len(self.text)
        self.report("AF114", at, reason="the comment opened here is never closed with -->")
        self.replace(at, at + 1, "&lt;")
        return at + 4

    def _tag(self, at: int, written: str) -> None:
        name = re.match(r"</?([a-zA-Z][^\s/>]*)", written)
        key = name[1].lower() if name else ""
        if written.startswith("</") and self.tags.get(key):
            self.tags[key] -= 1
            return
        if name and not written.startswith("</") and not written.endswith("/>"):
            self.tags[key] = self.tags.get(key, 0) + 1
        self.report("AF115", at, written=cut(written))

    def pass_over(self, start: int, end: int) -> int:
        """Pass over an address; a binding in it would never reach the page."""
        for lost in _LOST.finditer(self.text, start, end):
            self.report("AF118", lost.start(), binding=read_binding(self.text, lost.start()).text)
            self.replace(lost.start(), lost.end(), "%7B")
        self.apart.append((start, end))
        self.floor = end
        return end
