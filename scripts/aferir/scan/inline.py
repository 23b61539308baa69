"""Inside a paragraph, heading, cell or option: bindings, formulas, code spans, links, comments and raw HTML.

One pass from left to right. Each kind of mark has its method; what it finds goes to the draft as edits and items.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ..literals import LiteralError, is_numeric, literal_before
from ..model import Claim, Word
from .bindings import MARK, Reading, cut, read_binding
from .draft import end_token
from .formulas import formula_at
from .segment import SegmentReader

_RICH = re.compile(r"[\\`$<\[\]{]")
_PLAIN = re.compile(r"[\\\[\]{]")
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_AUTOLINK = re.compile(r"<(?:[A-Za-z][A-Za-z0-9+.-]*:[^<>\s]*|[^<>\s@]+@[^<>\s@]+)>")
_TAG = re.compile(
    r"</?+[a-zA-Z][^\s\"'<>@]*+(?:\s+[^\s\"'=<>]++(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s\"'=<>]++))?+)*+\s*+/?+>"
)
_OTHER_TAG = re.compile(r"<(?:[?!][^<>]*)>")
_LABEL = re.compile(r"\[[^\[\]\n]*\](?!\{[=!@])")
_TARGET = re.compile(r"\\.|\](?=\()|[()]")
_LOST = re.compile(r"(?<!\\)\{(?=[=!@])")
_MARKUP = re.compile(r"\A(`+|\*\*\*|\*\*|\*|___|__|_)(.+)\1\Z", re.DOTALL)
_ATTRIBUTES = re.compile(r"\s*\{:?\s*[#.][^{}\n]*\}\s*\Z")


@dataclass(frozen=True, slots=True)
class _Bracket:
    start: int
    statements: int
    """How many words and claims had been found when it opened."""


@dataclass(frozen=True, slots=True)
class _Statement:
    """A word or claim: ``[`` at ``start``, ``]`` at ``close``, its binding up to ``end``."""

    start: int
    close: int
    reading: Reading
    token: str


@dataclass(slots=True)
class Inline(SegmentReader):
    """The reading of one segment. After `read`, ``comment`` is the offset of a comment that ends beyond it, or None."""

    tags: dict[str, int] = field(default_factory=dict)
    """Raw tags that were reported and not yet closed, so that a pair is one finding."""
    last_comment_end: int = -1
    """Where the last ``-->`` of the file stands."""
    comment: int | None = field(default=None, init=False)
    brackets: list[_Bracket] = field(default_factory=list, init=False)
    wrapped: list[_Statement] = field(default_factory=list, init=False)
    _is_open_ended: bool = field(default=False, init=False)
    _ticks: dict[int, list[int]] | None = field(default=None, init=False)

    # ── The pass ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def read(self) -> None:
        """Read the segment from left to right."""
        marks = _RICH if self.segment.rich else _PLAIN
        at = 0
        while self.comment is None:
            mark = marks.search(self.text, at)
            if not mark:
                break
            at = _READERS[mark[0]](self, mark.start())
        self._put_statements()
        self.show(0, len(self.text), self.segment.place, [*self.apart, *self.taken_out])

    def heading(self) -> str:
        """The text of a heading, without closing ``#`` and attributes."""
        return _ATTRIBUTES.sub("", self.reading()).strip().rstrip("#").rstrip()

    def _escape(self, at: int) -> int:
        escaped = self.text[at + 1 : at + 2]
        if escaped not in _PUNCTUATION or not escaped:
            return at + 1
        if (not self.segment.rich and MARK.match(self.text, at + 1)) or (self.segment.rich and escaped == "$"):
            self.replace(at, at + 1, "")
        elif self.segment.rich and escaped == "<":
            self.replace(at, at + 2, "&lt;")
        self.floor = at + 2
        return at + 2

    def _code(self, at: int) -> int:
        if self._ticks is None:
            self._ticks = defaultdict(list)
            for run in re.finditer("`+", self.text):
                self._ticks[len(run[0])].append(run.start())
        length = 1
        while self.text.startswith("`", at + length):
            length += 1
        runs = self._ticks[length]
        following = bisect_left(runs, at + length)
        end = runs[following] + length if following < len(runs) else at + length
        self.apart.append((at, end))
        self.floor = end
        return end

    def _dollar(self, at: int) -> int:
        end = formula_at(self, at)
        self.floor = end
        return end

    # ── HTML ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _angle(self, at: int) -> int:
        if self.text.startswith("<!--", at):
            return self._comment(at)
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

    def _comment(self, at: int) -> int:
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

    # ── Brackets and links ───────────────────────────────────────────────────────────────────────────────────────────

    def _open(self, at: int) -> int:
        self.brackets.append(_Bracket(at, len(self.wrapped)))
        return at + 1

    def _close(self, at: int) -> int:
        if not self.brackets:
            return at + 1
        bracket = self.brackets.pop()
        if MARK.match(self.text, at + 1):
            return self._bracket_binding(bracket, at)
        after = self._link_end(at + 1) if self.segment.rich else 0
        if after:
            is_image = self.text[bracket.start - 1 : bracket.start] == "!"
            self._refuse_statements(bracket.statements, "an alt text" if is_image else "a link")
            return self.pass_over(at + 1, after)
        return at + 1

    def _link_end(self, at: int) -> int:
        """Where the target of a link ends that begins at ``at``, or 0."""
        label = _LABEL.match(self.text, at)
        if label:
            return label.end()
        if not self.text.startswith("(", at):
            return 0
        depth = 0
        for mark in _TARGET.finditer(self.text, at):
            depth += {"(": 1, ")": -1}.get(mark[0], 0)
            if depth == 0:
                return mark.end()
            if mark[0] == "]":
                return 0
        return 0

    def pass_over(self, start: int, end: int) -> int:
        """Pass over an address; a binding in it would never reach the page."""
        for lost in _LOST.finditer(self.text, start, end):
            self.report("AF118", lost.start(), binding=read_binding(self.text, lost.start()).text)
            self.replace(lost.start(), lost.end(), "%7B")
        self.apart.append((start, end))
        self.floor = end
        return end

    def _refuse_statements(self, first: int, place: str) -> None:
        for statement in self.wrapped[first:]:
            self._refuse(statement, place)
        del self.wrapped[first:]

    # ── Bindings ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _brace(self, at: int) -> int:
        if not MARK.match(self.text, at):
            return at + 1
        reading = read_binding(self.text, at)
        self.floor = self._bind(at, reading)
        return self.floor

    def _bind(self, at: int, reading: Reading) -> int:
        """A binding that follows no bracket of words: its literal begins before ``at``."""
        if self._is_broken(at, reading):
            return self.take_out(at, reading.end)
        if reading.sigil == "!":
            self.report("AF101", at, binding=reading.text, needed="a statement in square brackets")
            return self.take_out(at, reading.end)
        try:
            start, _ = literal_before(self.text, at, self.draft.marks, start=self.floor)
        except LiteralError as error:
            self.report_literal(error, at, reading)
            return self.take_out(at, reading.end)
        self.replace(start, reading.end, self.add_number(start, at, reading, self.segment.place))
        self.taken_out.append((at, reading.end))
        return reading.end

    def _is_broken(self, at: int, reading: Reading) -> bool:
        if reading.code:
            self.report(reading.code, at, binding=reading.text, what=reading.what)
        return bool(reading.code)

    def _bracket_binding(self, bracket: _Bracket, close: int) -> int:
        """``[…]`` before a binding: a vector, a word or a claim."""
        at = close + 1
        reading = read_binding(self.text, at)
        inside = self.text[bracket.start + 1 : close]
        if reading.sigil != "!" and is_numeric(inside):
            self.apart.append((bracket.start, at))  # whatever is wrong with it is said once
        is_vector = reading.sigil != "!" and is_numeric(inside) and self.floor <= bracket.start
        if is_vector or reading.code or not inside.strip():
            self.floor = self._bind(at, reading) if inside.strip() else self._orphan(at, reading)
        elif reading.sigil == "@":
            reason = "a source stands behind a number"
            self.report("AF104", bracket.start, written=cut(self.text[bracket.start : at]), reason=reason)
            self.floor = self.take_out(at, reading.end)
        else:
            self.floor = self._statement(bracket, close, reading)
        return self.floor

    def _orphan(self, at: int, reading: Reading) -> int:
        self.report("AF101", at, binding=reading.text, needed="a number or a bracket")
        return self.take_out(at, reading.end)

    def _statement(self, bracket: _Bracket, close: int, reading: Reading) -> int:
        written = self.reading(bracket.start + 1, close)
        place = self.segment.place
        if reading.sigil == "!":
            canonical = f"claim {reading.canonical}"
            own = self.add(bracket.start, canonical, lambda t, p: Claim(t, p, written, reading.content, place))
        else:
            word, canonical = _unmarked(written), f"word {reading.canonical}"
            self.apart.append((bracket.start, reading.end))
            own = self.add(bracket.start, canonical, lambda t, p: Word(t, p, word, reading.content, place))
        statement = _Statement(bracket.start, close, reading, own)
        self.taken_out.append((close + 1, reading.end))
        if self.segment.statements:
            self._refuse(statement, self.segment.statements)
        else:
            self.wrapped.append(statement)
        return reading.end

    def _refuse(self, statement: _Statement, place: str) -> None:
        self.report("AF105", statement.start, binding=statement.reading.text, place=place)
        del self.draft.found[statement.token]
        self.replace(statement.start, statement.start + 1, "")
        self.replace(statement.close, statement.reading.end, "")

    def _put_statements(self) -> None:
        for statement in self.wrapped:
            self.replace(statement.start, statement.start + 1, statement.token)
            self.replace(statement.close, statement.reading.end, end_token(statement.token))


_READERS: Mapping[str, Callable[[Inline, int], int]] = {
    "\\": Inline._escape,  # noqa: SLF001
    "`": Inline._code,  # noqa: SLF001
    "$": Inline._dollar,  # noqa: SLF001
    "<": Inline._angle,  # noqa: SLF001
    "[": Inline._open,  # noqa: SLF001
    "]": Inline._close,  # noqa: SLF001
    "{": Inline._brace,  # noqa: SLF001
}


def _unmarked(text: str) -> str:
    """A word as its reader sees it: without the code span or emphasis around it."""
    marked = _MARKUP.match(text)
    return marked[2].strip() if marked else text
