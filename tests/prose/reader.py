"""A page's Markdown -> its paragraphs as a person reads them, its headings and its parts, each with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

THING = "\ufffc"
"""Stands for what is no prose: a formula, code, a vector."""

_FENCE = re.compile(r"(`{3,}|~{3,})\s*([\w-]*)\s*([\w-]*)")
_BLOCK = re.compile(r"(/{3,})\s*([\w-]+)?\s*(?:\|\s*(.*))?$")
_HEADING = re.compile(r"(#{1,6})\s+(.*)$")
_ITEM = re.compile(r"(?:[*+-]|\d+\.)\s+(?:\[[ xX]\])?")
_OPTION = re.compile(r"(alt|caption):\s+(.*)$")
_ROW = re.compile(r"\|.*")
_SETTING = re.compile(r"(margin|decimals):\s")
_DISPLAY = re.compile(r"(?<!\\)\$\$.*?(?<!\\)\$\$", re.DOTALL)
_FORMULA = re.compile(r"(?<![\\$])\$(?:\\.|[^$\\])+\$")
_CODE = re.compile(r"(`+)(?:(?!\1).)+?\1", re.DOTALL)
_VECTOR = re.compile(r"[\[(][\s\d.,;…\u2212\u00a0\u202f\[\]()-]*\d[\s\d.,;…\u2212\u00a0\u202f\[\]()-]*[\])]")
_LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]*)\)")
_AFTER_BRACKET = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\](?=\ue010)")
_NO_PROSE = ("", "true", "false")  # the last two are keywords of a question
_BOUND = "\ue010"  # where a binding stood
_NAMED = ("cell", "figure", "table", "explorable", "challenge", "quiz", "question")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text that is read in one go, without its marks; ``kind`` is ``text``, ``heading``, ``cell`` or ``title``."""

    line: int
    text: str
    kind: str = "text"

    def line_at(self, offset: int) -> int:
        """The line of the file where a character of the text stands."""
        return self.line + self.text.count("\n", 0, offset)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading as it is written, bindings taken out."""

    line: int
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Part:
    """A block or a named fence, at ``depth`` blocks deep, below the ``section``-th heading (0: before the first)."""

    line: int
    kind: str
    name: str
    depth: int
    section: int


@dataclass(slots=True)
class Written:
    """All that a page holds."""

    path: str
    language: str
    paragraphs: list[Paragraph] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    links: list[tuple[int, str]] = field(default_factory=list)
    """Line and target."""
    items: list[int] = field(default_factory=list)
    """For each list item, the number of headings before it."""


def read(text: str, path: str, language: str) -> Written:
    """Read a page: its front matter (title and description) and its body."""
    page = Written(path, language)
    lines = text.splitlines()
    start = _read_front_matter(lines, page)
    body = _blanked("\n".join(["" if at < start else line for at, line in enumerate(lines)]))
    for chunk in _Body(page).paragraphs(body.split("\n")):
        paragraph = _plain(chunk)
        if paragraph.text.strip() not in _NO_PROSE:
            page.paragraphs.append(paragraph)
    page.links = [(body.count("\n", 0, found.start()) + 1, found[2]) for found in _LINK.finditer(_unbound(body))]
    return page


def _read_front_matter(lines: list[str], page: Written) -> int:
    """Take title and description; the number of lines that the front matter has."""
    if not lines or lines[0] != "---":
        return 0
    end = lines.index("---", 1)
    for at in range(1, end):
        key, _, value = lines[at].partition(": ")
        if key in ("title", "description"):
            page.paragraphs.append(_plain(Paragraph(at + 1, value.strip("\"'"), "title")))
    return end + 1


def _blanked(body: str) -> str:
    """The body with its comments and display formulas replaced, line breaks kept."""
    body = re.sub(r"<!--.*?-->", lambda found: "\n" * found[0].count("\n"), body, flags=re.DOTALL)
    pieces = re.split(r"(^(?:`{3,}|~{3,}).*?^(?:`{3,}|~{3,})[ ]*$)", body, flags=re.DOTALL | re.MULTILINE)
    return "".join(piece if at % 2 else _DISPLAY.sub(_thing, piece) for at, piece in enumerate(pieces))


def _thing(found: re.Match[str]) -> str:
    return THING + "\n" * found[0].count("\n")


class _Body:
    """Reads the lines of a body: paragraphs with their marks come out, headings, parts and items go to the page."""

    def __init__(self, page: Written) -> None:
        self.page = page
        self.found: list[Paragraph] = []
        self.gathered: list[tuple[int, str]] = []
        self.fence = ""
        self.depth = 0

    def paragraphs(self, lines: list[str]) -> list[Paragraph]:
        for number, line in enumerate(lines, 1):
            if self.fence:
                self._inside_fence(number, line.strip())
            else:
                self._take(number, line.strip())
        self._flush()
        return self.found

    def _flush(self) -> None:
        if self.gathered:
            self.found.append(Paragraph(self.gathered[0][0], "\n".join(line for _, line in self.gathered)))
            self.gathered = []

    def _inside_fence(self, number: int, line: str) -> None:
        option = _OPTION.match(line)
        if line.startswith(self.fence) and not line.strip("`~"):
            self.fence = ""
        elif option:
            self.found.append(Paragraph(number, option[2], "title"))

    def _take(self, number: int, line: str) -> None:
        takers = ((_FENCE, self._fence), (_BLOCK, self._block), (_HEADING, self._heading), (_ROW, self._row))
        for pattern, take in takers:
            if found := pattern.match(line):
                self._flush()
                take(found, number)
                return
        self._text(number, line)

    def _fence(self, found: re.Match[str], number: int) -> None:
        self.fence = found[1]
        self._part(number, found[2], found[3])

    def _block(self, found: re.Match[str], number: int) -> None:
        kind, argument = found[2], found[3] or ""
        if not kind:
            self.depth -= 1
            return
        self._part(number, kind, argument)
        self.depth += 1
        if argument and kind not in _NAMED:
            self.found.append(Paragraph(number, argument, "title"))

    def _heading(self, found: re.Match[str], number: int) -> None:
        self.page.headings.append(Heading(number, len(found[1]), _marks_off(_unbound(found[2]))))
        self.found.append(Paragraph(number, found[2], "heading"))

    def _row(self, found: re.Match[str], number: int) -> None:
        cells = _cells(found[0])
        self.found += [Paragraph(number, cell, "cell") for cell in cells if cell.strip(" :-")]

    def _part(self, number: int, kind: str, name: str) -> None:
        self.page.parts.append(Part(number, kind, name, self.depth, len(self.page.headings)))

    def _text(self, number: int, line: str) -> None:
        item = _ITEM.match(line)
        if item or line.startswith(">") or not line or _SETTING.match(line):
            self._flush()
        if item:
            self.page.items.append(len(self.page.headings))
        if line and not _SETTING.match(line):
            self.gathered.append((number, line[item.end() :] if item else line.lstrip("> ")))


def _cells(row: str) -> list[str]:
    """The cells of a table row; a ``|`` inside code, a formula or a binding divides nothing."""
    hidden = _FORMULA.sub(THING, _CODE.sub(THING, _unbound(row)))
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", hidden.strip().strip("|"))]


# ── Marks ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _plain(paragraph: Paragraph) -> Paragraph:
    return Paragraph(paragraph.line, _marks_off(_unbound(paragraph.text)), paragraph.kind)


def _marks_off(text: str) -> str:
    """Text without the marks of Markdown; emphasis stays as one ``*`` on each side, so that titles can be known."""
    text = _CODE.sub(_thing, text)
    text = _FORMULA.sub(_thing, text)
    text = _LINK.sub(lambda found: found[1], text)
    text = _VECTOR.sub(_thing, text)
    while _AFTER_BRACKET.search(text):
        text = _AFTER_BRACKET.sub(lambda found: found[1], text)
    text = text.replace(_BOUND, "")
    text = re.sub(r"\[\^[\w-]+\]|\{[:#.][^{}]*\}", "", text)
    return re.sub(r"\\([\\`*_{}\[\]()#+.!|$-])", r"\1", re.sub(r"\*{2,}", "", text))


def _unbound(text: str) -> str:
    """Text in which each binding is one mark; an expression may hold braces and quoted ones."""
    out, at = [], 0
    while True:
        found = re.compile(r"(?<!\\)\{(?=[=!@])").search(text, at)
        end = _end_of_binding(text, found.start()) if found else -1
        if not found or end < 0:
            return "".join([*out, text[at:]])
        out += [text[at : found.start()], _BOUND]
        at = end


def _end_of_binding(text: str, start: int) -> int:
    """Where a binding ends that opens at ``start``; -1 when its line ends first, or when it is TeX's empty ``{=}``."""
    depth, quote = 0, ""
    for at in range(start, len(text)):
        letter = text[at]
        if letter == "\n":
            return -1
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter in "{}":
            depth += 1 if letter == "{" else -1
            if not depth:
                return at + 1 if at - start > 2 else -1
    return -1


# ── Sentences and words ──────────────────────────────────────────────────────────────────────────────────────────────

_WORD = re.compile(rf"{THING}|\d[\d\u00a0\u202f.,]*|[^\W\d_]+(?:[-’'][^\W\d_]+)*")
_END = re.compile(r"[.?!…]+[*”’»“‘)\]]*(?=\s+[\W_]*[^\W_a-záàâãéêíóôõúüçñěščřžýůťďň]|\s*$)")
_ABBREVIATIONS = re.compile(
    r"(?:\b(?:et al|p\. ?ex|p\. ?ej|ej|ex|etc|cf|fig|pág|núm|sr|sra|dr|tj|tzv|např|atd|apod|resp|č|str|obr|vs)"
    r"|\bEE|\b[A-ZÁČĎÉÍŇÓŘŠŤÚŽ])\.$",
    re.IGNORECASE,
)


def sentences(paragraph: Paragraph) -> Iterator[tuple[int, str]]:
    """Each sentence with the line it begins on. A full stop of an abbreviation or an initial ends none."""
    text, start = paragraph.text, 0
    for found in _END.finditer(text):
        if (
            found[0].startswith(".")
            and _ABBREVIATIONS.search(text[start : found.start() + 1])
            and found.end() < len(text)
        ):
            continue
        sentence = text[start : found.end()]
        yield paragraph.line_at(start + len(sentence) - len(sentence.lstrip())), sentence.strip()
        start = found.end()
    if text[start:].strip():
        rest = text[start:]
        yield paragraph.line_at(start + len(rest) - len(rest.lstrip())), rest.strip()


def words(text: str) -> list[str]:
    """What counts as a word: a word, a number, a formula."""
    return _WORD.findall(text)


def by_section(page: Written) -> list[list[str]]:
    """The kinds of parts below each heading, in order: what the languages of a lesson share."""
    found = {section: list(own) for section, own in groupby(page.parts, key=lambda part: part.section)}
    return [
        [f"{part.kind} {part.name}" if part.kind in _NAMED else part.kind for part in found.get(section, [])]
        for section in range(len(page.headings) + 1)
    ]
