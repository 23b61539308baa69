"""Reads the lines that open and close blocks, and pairs them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from ..model import Block
from . import blocks
from .draft import Draft
from .inline import Inline
from .lines import Line
from .quiz_reader import QuizReader
from .segment import NO_STATEMENTS, Segment


@dataclass(frozen=True, slots=True)
class OpenBlock:
    """A block whose end was not seen yet: its opening line, and in how many quotes and lists it stands."""

    kind: str
    slashes: str
    offset: int
    quotes: int
    depth: int
    argument: str = ""
    is_right: bool = True

    @property
    def key(self) -> tuple[str, int, int]:
        """What its closing line has in common with it."""
        return self.slashes, self.quotes, self.depth


@dataclass(slots=True)
class BlockReader:
    """Knows the blocks that are open."""

    draft: Draft
    tags: dict[str, int]
    quizzes: QuizReader
    stack: list[OpenBlock] = field(default_factory=list)
    open: Counter[tuple[str, int, int]] = field(default_factory=Counter)
    """How many are open, by their key."""
    misplaced: set[str] = field(default_factory=set)
    """The slashes of lines that would close an open block at another indent."""

    def read(self, line: Line, quotes: int, depth: int) -> bool:
        """Read a line of slashes that stands in so many quotes and lists. Whether it opens a block."""
        closing = blocks.CLOSING.match(self.draft.text, line.content, line.end)
        if closing:
            self._close(line, (closing["slashes"], quotes, depth))
        else:
            self._open(line, quotes, depth)
        return not closing

    def would_close(self, line: Line, quotes: int, depth: int) -> bool:
        """Whether a line of slashes closes a block when it stands in so many quotes and lists."""
        closing = blocks.CLOSING.match(self.draft.text, line.content, line.end)
        return bool(closing and self.open[closing["slashes"], quotes, depth])

    def finish(self) -> None:
        """Report the blocks that are still open at the end."""
        for block in self.stack:
            self._report_unclosed(block)

    def _report_unclosed(self, block: OpenBlock) -> None:
        where = ", at the same indent" if block.slashes in self.misplaced else ""
        reason = f"the block “{block.kind}” opened here is never closed: write {block.slashes} below it{where}"
        self.draft.report("AF114", block.offset, reason=reason)

    def _open(self, line: Line, quotes: int, depth: int) -> None:
        found = blocks.OPENING.match(self.draft.text, line.content, line.end)
        written = self.draft.text[line.content : line.end]
        inside = self.stack[-1].kind if self.stack else ""
        slashes = {slashes for slashes, _, _ in +self.open}
        fault = blocks.opening_fault(written, slashes, inside, in_quiz=self.quizzes.is_open)
        if found and not fault and found["kind"] in ("quiz", "question") and (quotes or depth):
            fault = blocks.in_a_list(found["kind"])
        canonical = ""
        if found:
            canonical = self._follow(found, line.content, is_right=not fault)
            argument = found["argument"] or ""
            own = OpenBlock(found["kind"], found["slashes"], line.content, quotes, depth, argument, is_right=not fault)
            self.stack.append(own)
            self.open[own.key] += 1
        if fault:
            self.draft.report(fault.code, line.content, **fault.details)
            self.draft.edit(line.content, line.end, "")
        elif found:
            token = self._block(line, found, canonical)
            self.draft.edit(line.content, line.end, f"{found['slashes']} {found['kind']} | {token}")

    def _follow(self, found: re.Match[str], offset: int, *, is_right: bool) -> str:
        """Tell the reader of quizzes; the canonical string of a question."""
        quiz = self.stack[-1].argument if self.stack else ""
        return self.quizzes.open(found["kind"], found["argument"] or "", offset, quiz, is_right=is_right)

    def _block(self, line: Line, found: re.Match[str], canonical: str) -> str:
        """Keep a block; its token."""
        kind, argument = found["kind"], self._argument(found)
        # A title is a matter of its language; a name is not.
        name = argument if blocks.BLOCKS[kind] == "name" else ""
        canonical = canonical or f"block {kind} {name}".strip()
        token = self.draft.add(line.content, canonical, lambda t, p: Block(t, p, kind, argument))
        self.quizzes.named(kind, token)
        return token

    def _argument(self, found: re.Match[str]) -> str:
        if blocks.BLOCKS[found["kind"]] != "title" or not found["argument"]:
            return found["argument"] or ""
        segment = Segment([found.span("argument")], "option", NO_STATEMENTS["title"])
        inline = Inline(self.draft, segment, self.tags)
        inline.read()
        return inline.result()

    def _close(self, line: Line, key: tuple[str, int, int]) -> None:
        if not self.open[key]:
            self._report_stray(line, key[0])
            self.draft.edit(line.content, line.end, "")
            return
        while (block := self._popped()).key != key:
            self._report_unclosed(block)
        self.quizzes.close(block.kind, block.offset, line.content, is_right=block.is_right)
        if not block.is_right:
            self.draft.edit(line.content, line.end, "")

    def _report_stray(self, line: Line, slashes: str) -> None:
        """A line that closes nothing. When it stands at another indent than its block, that block is the finding."""
        if any(block.slashes == slashes for block in self.stack):
            self.misplaced.add(slashes)
        else:
            reason = _stray(slashes, self.stack[-1] if self.stack else None)
            self.draft.report("AF114", line.content, reason=reason)

    def _popped(self) -> OpenBlock:
        block = self.stack.pop()
        self.open[block.key] -= 1
        return block


def _stray(slashes: str, opened: OpenBlock | None) -> str:
    if opened is None:
        return f"{slashes} closes a block, but none is open here"
    return f"{slashes} closes nothing: the open block “{opened.kind}” was opened with {opened.slashes}"
