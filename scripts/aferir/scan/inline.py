"""Inside a paragraph, heading, cell or option: bindings, formulas, code spans, links and attribute lists.

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
from .attributes import attribute_list_end
from .bindings import MARK, Reading, cut, read_binding
from .draft import end_token
from .formulas import formula_at, unread_formula
from .html import HtmlReader
from .references import keep_reference, keep_state_link

_RICH = re.compile(r"[\\`$<\[\]{]")
_PLAIN = re.compile(r"[\\\[\]{]")
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_LABEL = re.compile(r"\[[^\[\]\n]*\](?!\{[=!@])")
_TARGET = re.compile(r"\\.|\](?=\()|[()]")
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
class Inline(HtmlReader):
    """The reading of one segment. After `read`, ``comment`` is the offset of a comment that ends beyond it, or None."""

    brackets: list[_Bracket] = field(default_factory=list, init=False)
    wrapped: list[_Statement] = field(default_factory=list, init=False)
    _in_broken_display: bool = field(default=False, init=False)
    """Whether a display formula without an end was reported, so that its TeX is no second mistake."""
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
        if self.segment.rich and not self._in_broken_display:
            self._report_unread(at)
        if escaped not in _PUNCTUATION or not escaped:
            return at + 1
        if (not self.segment.rich and MARK.match(self.text, at + 1)) or (self.segment.rich and escaped == "$"):
            self.replace(at, at + 1, "")
        elif self.segment.rich and escaped == "<":
            self.replace(at, at + 2, "&lt;")
        self.floor = at + 2
        return at + 2

    def _report_unread(self, at: int) -> None:
        """The finding of a formula in marks that nothing here reads."""
        marks = unread_formula(self.text, at)
        if marks:
            self.report("AF121", at, marks=marks)

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
        self._in_broken_display |= end == at + 2 and self.text.startswith("$$", at)
        self.floor = end
        return end

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
            keep_reference(self, bracket.start, at, after)
            keep_state_link(self, bracket.start, self.text[at + 1 : after])
            return self.pass_over(at + 1, after)
        if self.segment.rich:
            keep_reference(self, bracket.start, at, at + 1)
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

    def _refuse_statements(self, first: int, place: str) -> None:
        for statement in self.wrapped[first:]:
            self._refuse(statement, place)
        del self.wrapped[first:]

    # ── Bindings ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _brace(self, at: int) -> int:
        if not MARK.match(self.text, at):
            return self._attributes(at) if self.segment.rich else at + 1
        reading = read_binding(self.text, at)
        self.floor = self._bind(at, reading)
        return self.floor

    def _attributes(self, at: int) -> int:
        """Pass over an attribute list; a binding in it would never reach the page."""
        end = attribute_list_end(self.text, at, in_heading=self.segment.place == "heading")
        if not end:
            return at + 1
        for lost in MARK.finditer(self.text, at, end):
            reading = read_binding(self.text, lost.start())
            self.report("AF118", lost.start(), binding=reading.text)
            self.take_out(lost.start(), reading.end)
        self.apart.append((at, end))
        self.floor = end
        return end

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
            self.count(at, reading)
            self.floor = self.take_out(at, reading.end)
        else:
            self.floor = self._statement(bracket, close, reading)
        return self.floor

    def _orphan(self, at: int, reading: Reading) -> int:
        self.report("AF101", at, binding=reading.text, needed="a number or a bracket")
        return self.take_out(at, reading.end)

    def _statement(self, bracket: _Bracket, close: int, reading: Reading) -> int:
        self._refuse_statements(bracket.statements, "another statement")
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
        refused = self.draft.found.pop(statement.token)
        self.draft.lost.append((refused.offset, refused.canonical))
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
    "<": Inline.angle,
    "[": Inline._open,  # noqa: SLF001
    "]": Inline._close,  # noqa: SLF001
    "{": Inline._brace,  # noqa: SLF001
}


def _unmarked(text: str) -> str:
    """A word as its reader sees it: without the code span or emphasis around it."""
    marked = _MARKUP.match(text)
    return marked[2].strip() if marked else text
