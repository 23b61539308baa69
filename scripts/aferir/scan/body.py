"""The body of a lesson, line by line: what Markdown makes of each line decides what is read together."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ..model import Place
from .block_reader import BlockReader
from .draft import Draft
from .fence_reader import read_fence, read_fence_in_item
from .inline import Inline
from .lines import INDENT, Kind, Line, after_marks, heading_level, is_item, kind_of, line_of
from .quiz_reader import QuizReader
from .references import keep_definition
from .segment import NO_STATEMENTS, Segment

_DISPLAY = re.compile(r"(?<!\\)\$\$")
_ENDS_DISPLAY = ("blank", "fence", "block", "heading")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the body: where it stands, its level, and its text as a reader sees it."""

    offset: int
    level: int
    title: str


@dataclass(slots=True)
class Body:
    """Reads a draft from ``start`` on, line by line."""

    draft: Draft
    start: int
    headings: list[Heading] = field(default_factory=list)
    code_fences: int = 0
    lines: list[Line] = field(init=False)
    at: int = 0
    slices: list[tuple[int, int]] = field(default_factory=list)
    """The segment being gathered."""
    fresh: bool = True
    """Whether Markdown begins a new block here: after a blank line, a heading, a fence."""
    in_code: bool = False
    in_table: bool = False
    in_display: bool = False
    """Whether a display formula is open, whose lines may begin like lists or rules."""
    after_opening: bool = False
    """Whether the line before opened a block, so that indented lines would be taken for its options."""
    quotes: int = 0
    depths: list[int] = field(default_factory=lambda: [0])
    """Open lists and the like, for each depth of block quotes."""
    bases: list[int] = field(default_factory=lambda: [0])
    """``depths`` where the lines began that Markdown reads as one block."""
    titled: bool = False
    """Whether the line before is the title of an admonition, whose text is part of the same block."""
    blocks: BlockReader = field(init=False)
    quizzes: QuizReader = field(init=False)
    tags: dict[str, int] = field(default_factory=dict)
    last_comment_end: int = -1

    def __post_init__(self) -> None:
        text, starts = self.draft.text, self.draft.line_starts
        ends = [*(start - 1 for start in starts[1:]), len(text)]
        self.lines = [line_of(text, a, b) for a, b in zip(starts, ends, strict=True) if a >= self.start]
        self.last_comment_end = text.rfind("-->")
        self.quizzes = QuizReader(self.draft)
        self.blocks = BlockReader(self.draft, self.tags, self.quizzes)

    def read(self) -> None:
        """Read all lines; what is found goes to the draft."""
        while self.at < len(self.lines) or self.slices:
            if self.at == len(self.lines):
                self._flush()
            else:
                self._read_line(self.lines[self.at])
        self.blocks.finish()

    def _read_line(self, line: Line) -> None:
        kind = self._kind(line)
        if self._begins_anew(line, kind) and self._flush():
            return  # a comment reached beyond this line: reading goes on behind it
        self.at += 1
        after_opening, fresh = self.after_opening, self.fresh
        if kind == "text" and fresh and self.quizzes.setting(line):
            return
        _TAKERS.get(kind, Body._take_text)(self, line)
        if kind not in ("blank", "block"):
            is_mark = kind == "text" and is_item(self.draft.text, line)
            self.quizzes.follow(line, fresh=fresh, is_item=is_mark, depth=self.depths[-1])
        self.after_opening = self.after_opening and not after_opening

    # ── What a line begins ───────────────────────────────────────────────────────────────────────────────────────────

    def _kind(self, line: Line) -> Kind:
        kind = kind_of(self.draft.text, line)
        if self.in_display and kind not in _ENDS_DISPLAY:
            return "text"
        is_second = len(self.slices) == 1 and not self.in_table
        if kind == "underline" and not is_second:
            return "rule" if self.draft.text.startswith("---", line.content) else "text"
        if (kind == "columns" and not is_second) or (kind == "heading" and line.indent % INDENT):
            return "text"
        return kind

    def _begins_anew(self, line: Line, kind: Kind) -> bool:
        if kind == "underline" or (kind == "text" and self.in_display):
            return False
        is_apart = kind != "text" or self.fresh or self.in_table
        return is_apart or line.quotes > self.quotes or is_item(self.draft.text, line)

    def _enter(self, line: Line, *, opens: bool = False, is_text: bool = False) -> None:
        """Follow a line into its quotes and lists. ``opens``: it begins a list item, a footnote or the like."""
        if line.quotes > self.quotes or self.fresh or not is_text:
            self.depths = [*self.depths[: line.quotes + 1], *[0] * (line.quotes + 1 - len(self.depths))]
            self.quotes = line.quotes
        is_over = self.fresh and line.level > self.depths[-1]
        if is_over:
            self._report_indent(line)
        self.in_code = is_over or (self.in_code and not self.fresh)
        if self.fresh or opens:
            self.depths[-1] = min(self.depths[-1], line.level)
        if self.fresh and not self.titled:
            self.bases = [*self.depths]
        self.depths[-1] += opens
        self.titled = False

    def _report_indent(self, line: Line) -> None:
        if self.after_opening:
            reason = "a block takes no options: indent its text less"
            self.draft.report("AF113", line.content, reason=reason)
        elif not self.in_code:
            self.draft.report("AF119", line.content)

    def _dedent(self, line: Line) -> None:
        """Take the indent away that would make code of a line."""
        before = self.draft.text[line.start : line.content]
        start = line.start + len(before.rstrip(" \t"))
        self.draft.edit(start, line.content, " " * (bool(line.quotes) + INDENT * self.depths[-1]))

    # ── Segments ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _flush(self) -> bool:
        """Read the segment that was gathered. Whether a comment moved reading elsewhere."""
        return bool(self.slices) and self._read_segment().comment is not None

    def _read_segment(self, place: Place = "text") -> Inline:
        segment = Segment(self.slices, place, NO_STATEMENTS.get(place, ""))
        inline = Inline(self.draft, segment, self.tags, self.last_comment_end)
        self.slices, self.in_display = [], False
        inline.read()
        self.draft.edits += inline.edits
        if inline.comment is not None:
            self._pass_comment(inline.comment)
        return inline

    def _pass_comment(self, start: int) -> None:
        """Go on behind the comment that begins at ``start``."""
        end = self.draft.text.find("-->", start + 4) + 3
        self.draft.edit(*self.draft.without_line(start, end), "")
        self.at = bisect_right(self.lines, end, key=lambda line: line.start)
        line = self.lines[self.at - 1]
        if self.draft.text[end : line.end].strip():
            self.slices = [(end, line.end)]
            self.fresh = False

    # ── One method for each kind of line ─────────────────────────────────────────────────────────────────────────────

    def _take_blank(self, _line: Line) -> None:
        self.fresh, self.in_table, self.titled = True, False, False

    def _take_text(self, line: Line) -> None:
        opens = is_item(self.draft.text, line) and not self.in_display
        joins = not self.fresh and self.depths[-1] == 0
        self._enter(line, opens=opens, is_text=True)
        if self.in_code and self.fresh:
            self._dedent(line)
        self.fresh = False
        start = line.content if self.in_display else after_marks(self.draft.text, line)
        if opens:
            start = self.quizzes.item(line, start, joins=joins)
        self.in_display ^= len(_DISPLAY.findall(self.draft.text, start, line.end)) % 2 == 1
        if opens and (end := read_fence_in_item(self.draft, self.lines, self.at - 1, start)):
            self.at, self.fresh = end, True
        elif opens and self.draft.text.startswith("#", start):
            self._read_heading(start, line.end)
        else:
            self.slices.append((start, line.end))

    def _take_definition(self, line: Line) -> None:
        self._enter(line, opens=True)
        keep_definition(self.draft, line.content, line.end)
        self.slices.append((after_marks(self.draft.text, line), line.end))
        self.fresh = self.titled = self.draft.text[line.content] in "!?"

    def _take_reference(self, line: Line) -> None:
        self._enter(line)
        keep_definition(self.draft, line.content, line.end)
        inline = Inline(self.draft, Segment([(line.content, line.end)]), self.tags)
        inline.pass_over(0, len(inline.text))
        self.draft.edits += inline.edits
        self.fresh = True

    def _take_columns(self, _line: Line) -> None:
        self.in_table = True

    def _take_rule(self, line: Line) -> None:
        self._enter(line)
        self.fresh = True

    def _take_heading(self, line: Line) -> None:
        self._enter(line)
        self._read_heading(line.content, line.end)

    def _read_heading(self, start: int, end: int) -> None:
        level = heading_level(self.draft.text, start)
        self.slices = [(start + level, end)]
        self._keep_heading(start, level)

    def _take_underline(self, line: Line) -> None:
        self._keep_heading(self.slices[0][0], 1 if self.draft.text[line.content] == "=" else 2)

    def _keep_heading(self, start: int, level: int) -> None:
        self.fresh = True
        self.headings.append(Heading(start, level, self._read_segment("heading").heading()))

    def _take_block(self, line: Line) -> None:
        self._enter(line)
        self.depths[-1] = self._block_depth(line)
        self.after_opening = self.blocks.read(line, self.quotes, self.depths[-1])
        self.fresh, self.in_table = True, False

    def _block_depth(self, line: Line) -> int:
        """In how many lists a line of slashes stands.

        It leaves those that its paragraph opened and its indent does not reach, but not those that the paragraph stood
        in from its first line on; unless it closes a block outside them.
        """
        nearest = min(self.depths[-1], line.level)
        lazy = self.bases[self.quotes] if self.quotes < len(self.bases) else 0
        return nearest if self.blocks.would_close(line, self.quotes, nearest) else max(nearest, lazy)

    def _take_fence(self, line: Line) -> None:
        self._enter(line)
        after, is_code = read_fence(self.draft, self.lines, self.at - 1)
        self.at = after
        self.code_fences += is_code
        self.fresh, self.in_table = True, False


_TAKERS: Mapping[Kind, Callable[[Body, Line], None]] = {
    "blank": Body._take_blank,  # noqa: SLF001
    "fence": Body._take_fence,  # noqa: SLF001
    "block": Body._take_block,  # noqa: SLF001
    "rule": Body._take_rule,  # noqa: SLF001
    "underline": Body._take_underline,  # noqa: SLF001
    "columns": Body._take_columns,  # noqa: SLF001
    "reference": Body._take_reference,  # noqa: SLF001
    "definition": Body._take_definition,  # noqa: SLF001
    "heading": Body._take_heading,  # noqa: SLF001
}
