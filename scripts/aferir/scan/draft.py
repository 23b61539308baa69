"""The lesson while it is being read: its text with positions, what was found in it, and what its Markdown becomes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ..errors import finding
from ..languages import NumberMarks
from ..model import (
    Answer,
    Binding,
    Block,
    Claim,
    Fence,
    Finding,
    Formula,
    Given,
    Number,
    Option,
    Passage,
    Position,
    Question,
    Task,
    Word,
)

OPEN, CLOSE, END = "\ue000", "\ue001", "\ue002"
"""A token is OPEN id CLOSE; a word or claim stands between its token and END id CLOSE."""

RESERVED = re.compile(r"[\ue000-\ue002\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""Characters that tokens are made of, and control characters, of which Markdown uses some for itself."""

_REST_OF_LINE = re.compile(r"[ \t]*\n")
_WIDEST_MARGIN = 80
_TOKEN = re.compile(f"([{OPEN}{END}])([0-9]+){CLOSE}")

Edit = tuple[int, int, str]
"""From, to, and what is put in the place of what stands between."""

Item = Binding | Formula | Fence | Block | Answer | Task


def token(number: int) -> str:
    """The token of an id."""
    return f"{OPEN}{number}{CLOSE}"


def end_token(opening: str) -> str:
    """What closes a word or claim that its token opened."""
    return END + opening[1:]


@dataclass(frozen=True, slots=True)
class Found:
    """A thing in the text: where it begins, the thing itself, and its canonical string ("" for a formula)."""

    offset: int
    item: Item
    canonical: str


@dataclass(slots=True)
class Draft:
    """Collects what one scan finds. ``text`` is the file with plain line ends and without reserved characters.

    Tokens are provisional until `numbered`: a claim is known at its closing bracket, after the numbers inside it.
    """

    text: str
    path: str
    marks: NumberMarks
    found: dict[str, Found] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    edits: list[Edit] = field(default_factory=list)
    passages: list[Passage] = field(default_factory=list)
    lost: list[tuple[int, str]] = field(default_factory=list)
    """Where a thing stands that was refused although it is known what it says, and its canonical string."""
    questions: list[tuple[Question, tuple[str, ...]]] = field(default_factory=list)
    """Each question without its answers, and the tokens of these."""
    labels: set[str] = field(default_factory=set)
    """The labels that a line defines, as references compare them."""
    references: list[tuple[int, str, str]] = field(default_factory=list)
    """Each reference: where it stands, how it is written, its label."""
    state_links: list[tuple[int, str, str]] = field(default_factory=list)
    """Each link to a state of an explorable: where it stands, the explorable's name, the settings."""
    line_starts: list[int] = field(init=False)
    tokens: int = 0

    def __post_init__(self) -> None:
        self.line_starts = [0, *(match.end() for match in re.finditer("\n", self.text))]

    def position(self, offset: int) -> Position:
        """Line and column of an offset."""
        line = bisect_right(self.line_starts, offset)
        return Position(line, offset - self.line_starts[line - 1] + 1)

    def report(self, code: str, offset: int, **details: object) -> None:
        """Add a finding at an offset."""
        self.findings.append(finding(code, self.path, self.position(offset), **details))

    def edit(self, start: int, end: int, text: str) -> None:
        """Put ``text`` in the place of what stands from ``start`` to ``end``."""
        self.edits.append((start, end, text))

    def add(self, offset: int, canonical: str, made: Callable[[str, Position], Item]) -> str:
        """Keep what ``made`` makes of a new token and the position of ``offset``; the token."""
        new = token(self.tokens)
        self.tokens += 1
        self.found[new] = Found(offset, made(new, self.position(offset)), canonical)
        return new

    def put(self, item: Item) -> None:
        """Put ``item`` in the place of the one that has its token."""
        self.found[item.token] = replace(self.found[item.token], item=item)

    def contents(self) -> list[tuple[int, str]]:
        """Offset and canonical string of everything that other languages must have as well, in order."""
        known = ((found.offset, found.canonical) for found in self.found.values() if found.canonical)
        links = ((offset, f"state {name}:{settings}") for offset, name, settings in self.state_links)
        return sorted([*known, *self.lost, *links])

    def without_line(self, start: int, end: int) -> tuple[int, int]:
        """``start`` and ``end``, widened to whole lines when nothing else stands on them."""
        line = self.line_starts[bisect_right(self.line_starts, start) - 1]
        rest = _REST_OF_LINE.match(self.text, end)
        is_alone = rest and start - line <= _WIDEST_MARGIN and not self.text[line:start].strip(" \t>")
        return (start, rest.end()) if rest and is_alone else (start, end)


def edited(text: str, start: int, end: int, edits: Iterable[Edit]) -> str:
    """``text`` from ``start`` to ``end`` with ``edits`` made; where two overlap, the one that begins first counts."""
    return "".join(_pieces(text, start, end, edits))


def _pieces(text: str, start: int, end: int, edits: Iterable[Edit]) -> Iterator[str]:
    at = start
    for begin, stop, new in sorted(edits, key=lambda edit: edit[:2]):
        if begin < at or stop > end:
            continue
        yield text[at:begin]
        yield new
        at = stop
    yield text[at:end]


# ── Tokens by order of appearance ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Numbering:
    """The final token of each provisional one."""

    tokens: Mapping[str, str]

    def text(self, text: str) -> str:
        """``text`` with final tokens. A token of something that was dropped is left out."""
        return _TOKEN.sub(self._final, text)

    def _final(self, match: re.Match[str]) -> str:
        final = self.tokens.get(token(int(match[2])), "")
        return match[1] + final[1:] if final else ""

    def item(self, item: Item) -> Item:
        """``item`` with final tokens."""
        own = self.tokens[item.token]
        if isinstance(item, Fence):
            options = {key: Option(self.text(option.text), option.position) for key, option in item.options.items()}
            return replace(item, token=own, options=options)
        if isinstance(item, Block):
            return replace(item, token=own, argument=self.text(item.argument))
        if isinstance(item, Answer):
            return replace(item, token=own, number=self.tokens.get(item.number, ""))
        if isinstance(item, Task):
            return replace(item, token=own, project=self.tokens[item.project])
        return replace(item, token=own)


def numbering(found: Mapping[str, Found]) -> Numbering:
    """Ids that count up in order of appearance."""
    ordered = sorted(found, key=lambda provisional: found[provisional].offset)
    return Numbering({provisional: token(number) for number, provisional in enumerate(ordered)})


def bindings_of(items: Iterable[Item]) -> tuple[Binding, ...]:
    """The numbers, words, claims and givens among ``items``."""
    return tuple(item for item in items if isinstance(item, (Number, Word, Claim, Given)))
