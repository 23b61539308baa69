"""A segment: text that Markdown reads as one, with the way back to its place in the file."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ..literals import LiteralError
from ..literals.grammar import SPACES, SUPERSCRIPTS
from ..model import BLOT, Given, Number, Passage, Place, Position
from .bindings import Reading
from .draft import Draft, Edit, edited

NO_STATEMENTS: Mapping[Place, str] = {"heading": "a heading", "title": "a title", "math": "a formula"}
"""Where no word and no claim can stand, and how a message says so."""

_LONGEST_READING = 1000
"""Characters of the longest statement or heading that a message or a report repeats."""

_MORE = re.compile(f"[.,]?[0-9{SUPERSCRIPTS}⁻]+|[{SPACES}][0-9]{{3}}(?![0-9])")
_MORE_TEX = re.compile(r"(?:\{,\}|\.)?[0-9]+|\\,[0-9]{3}(?![0-9])")
"""What would be read as more digits of the number before it."""

_DIGIT = re.compile("[0-9]")
_LETTER = re.compile(r"[^\n]")


@dataclass(frozen=True, slots=True)
class Segment:
    """Text that Markdown reads as one: the slices of the file that make its lines, without quote marks and indents.

    ``place`` is where its bindings stand. ``statements`` names the place when no word or claim can stand there ("" when
    one can). ``rich`` is Markdown; otherwise only bindings and their escapes count.
    """

    slices: Sequence[tuple[int, int]]
    place: Place = "text"
    statements: str = ""
    rich: bool = True


@dataclass(slots=True)
class SegmentReader:
    """What every reader of a segment needs: its text, offsets, edits and findings."""

    draft: Draft
    segment: Segment
    text: str = field(init=False)
    floor: int = field(default=0, init=False)
    """Literals begin here or later: what stands before belongs to something else."""
    edits: list[Edit] = field(default_factory=list, init=False)
    taken_out: list[tuple[int, int]] = field(default_factory=list, init=False)
    """Bindings and comments, which no reader sees."""
    apart: list[tuple[int, int]] = field(default_factory=list, init=False)
    """What a reader sees but not as loose text: literals with their bindings, words, code, formulas, addresses."""
    _starts: list[int] = field(init=False)

    def __post_init__(self) -> None:
        parts = [self.draft.text[start:end] for start, end in self.segment.slices]
        self.text = "\n".join(parts)
        self._starts = [0]
        for part in parts[:-1]:
            self._starts.append(self._starts[-1] + len(part) + 1)

    def at(self, index: int) -> int:
        """The offset in the file of an index in this segment."""
        line = bisect_right(self._starts, index) - 1
        return self.segment.slices[line][0] + index - self._starts[line]

    def replace(self, start: int, end: int, new: str) -> None:
        """Edit the file where this segment goes from ``start`` to ``end``."""
        self.edits.append((self.at(start), self.at(end - 1) + 1 if end > start else self.at(start), new))

    def report(self, code: str, index: int, **details: object) -> None:
        """Add a finding at an index of this segment."""
        self.draft.report(code, self.at(index), **details)

    def add(self, index: int, canonical: str, made: Callable[[str, Position], object]) -> str:
        """Keep an item that begins at an index of this segment; its token."""
        return self.draft.add(self.at(index), canonical, made)  # type: ignore[arg-type]

    def result(self) -> str:
        """The text of a segment of one slice with its edits made."""
        (start, end), *_ = self.segment.slices
        return edited(self.draft.text, start, end, self.edits)

    def reading(self, start: int = 0, end: int | None = None) -> str:
        """What a reader sees of the text from ``start`` to ``end``: bindings taken out, spaces joined."""
        stop = min(len(self.text) if end is None else end, start + _LONGEST_READING)
        pieces, at = [], start
        for index in range(bisect_left(self.taken_out, (start, start)), len(self.taken_out)):
            begin, finish = self.taken_out[index]
            if finish > stop:
                break
            pieces.append(self.text[at:begin])
            at = finish
        return " ".join("".join([*pieces, self.text[at:stop]]).split())

    def show(self, start: int, end: int, place: Place, hidden: Iterable[tuple[int, int]]) -> None:
        """Keep what a reader sees of the text from ``start`` to ``end``, without what is ``hidden``."""
        blots = ((first, last, _LETTER.sub(BLOT, self.text[first:last])) for first, last in hidden)
        text = edited(self.text, start, end, blots)
        if not _DIGIT.search(text):
            return
        lines = self._starts[bisect_right(self._starts, start) : bisect_left(self._starts, end)]
        starts = tuple(self.draft.position(self.at(index)) for index in (start, *lines))
        self.draft.passages.append(Passage(text, place, starts))

    def take_out(self, start: int, end: int) -> int:
        """Take a binding out of the text; where it ends."""
        self.replace(start, end, "")
        self.taken_out.append((start, end))
        return end

    def report_literal(self, error: LiteralError, at: int, reading: Reading) -> None:
        """The finding of a literal that cannot be read, before the binding at ``at``."""
        if error.code == "AF101":
            self.report("AF101", at, binding=reading.text, needed="a number or a bracket")
            return
        how = " with a no-break space (U+00A0)" if "\u00a0" in error.correct else ""
        details = {"written": error.written, "correct": error.correct, "how": how, "reason": error.reason}
        self.report(error.code, error.offset, **details)
        self.count(at, reading)

    def count(self, at: int, reading: Reading) -> None:
        """Count a number or given whose literal cannot be read: what it is bound to is known all the same."""
        kind = "given" if reading.sigil == "@" else "number"
        self.draft.lost.append((self.at(at), f"{kind} {reading.canonical}"))

    def add_number(self, start: int, end: int, reading: Reading, place: Place) -> str:
        """A number or given whose literal goes from ``start`` to ``end``; its token."""
        written = self.text[start:end]
        self.apart.append((start, reading.end))
        more = (_MORE_TEX if place == "math" else _MORE).match(self.text, reading.end)
        if more:
            reason = f"“{more[0]}” stands behind its binding, where nothing checks it"
            self.report("AF104", start, written=written + more[0], reason=reason)
        if reading.sigil == "@":
            return self.add(
                start, f"given {reading.content}", lambda t, p: Given(t, p, written, reading.content, place)
            )
        canonical = f"number {reading.canonical}"
        return self.add(start, canonical, lambda t, p: Number(t, p, written, reading.content, place))
