"""The prose of a lesson as the text of a notebook: its Markdown, with what only a page can do left to the page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..labels import LABEL_MESSAGES
from ..languages import Language
from ..model import Block, Claim, Fence, Given, Lesson, Number, Word

TOKEN = re.compile("\ue000(\\d+)\ue001")
_CLOSING = re.compile("\ue002\\d+\ue001")
_BLOCK = re.compile(r"(?P<marks>/{3,})(?:[ \t]+(?P<kind>[\w-]+)[ \t]*(?:\|[ \t]*(?P<token>.*?))?)?[ \t]*\Z")
_ATTRIBUTES = re.compile(r"\{:?[ \t]*[.#][^{}\n]*\}")
_LINK = re.compile(r"(?<!!)\[([^\[\]\n]*)\]\((?!https?:)[^()\n]*\)")
_CODE_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_PAGE_MESSAGES = {
    "challenge": "The page of the lesson judges what you write.",
    "quiz": "Its questions are on the page of the lesson.",
}


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of Markdown; tokens of formulas are still in it."""

    markdown: str


Part = Text | Fence


def parts(lesson: Lesson, own: Language) -> Iterator[Part]:
    """The lesson in pieces: text up to the next heading or fence of the engine, and those fences."""
    yield from _Reader(lesson, own).parts()


class _Reader:
    """Walks over the lines of a lesson. ``lines`` is the piece being collected."""

    def __init__(self, lesson: Lesson, own: Language) -> None:
        self.lesson = lesson
        self.own = own
        self.fences = {fence.token: fence for fence in lesson.fences}
        self.blocks = {block.token: block for block in lesson.blocks}
        self.shown = _shown(lesson)
        self.open: list[str] = []
        self.lines: list[str] = []
        self.code = ""

    def parts(self) -> Iterator[Part]:
        for line in self.lesson.markdown.split("\n"):
            fence = self.fences.get(line.strip())
            if self._is_code(line):
                self.lines.append(line)
            elif found := _BLOCK.match(line):
                yield from self._block(found)
            elif "quiz" in self.open:
                continue
            elif fence:
                yield from self._collected()
                yield fence
            else:
                if line.startswith(("# ", "## ")):
                    yield from self._collected()
                self.lines.append(self.plain(line))
        yield from self._collected()

    def _is_code(self, line: str) -> bool:
        """Whether a line belongs to plain code, its fences included."""
        mark = _CODE_FENCE.match(line)
        if not self.code and mark:
            self.code = mark[1]
            return True
        if self.code and line.strip() == self.code:
            self.code = ""
            return True
        return bool(self.code)

    def _block(self, found: re.Match[str]) -> Iterator[Part]:
        kind = found["kind"]
        if not kind:
            if self.open[-1:] == ["answer"]:
                yield from self._collected()
            if self.open:
                self.open.pop()
            return
        if "quiz" not in self.open:
            if kind == "answer":
                yield from self._collected()
            elif kind in LABEL_MESSAGES:
                self.lines += ["", self._head(kind, self.blocks.get((found["token"] or "").strip())), ""]
        self.open.append(kind)

    def _head(self, kind: str, block: Block | None) -> str:
        title = self.plain(block.argument) if block and kind not in _PAGE_MESSAGES else ""
        head = f"**{self.own.text(LABEL_MESSAGES[kind])}{': ' + title if title else ''}**"
        return f"{head} {self.own.text(_PAGE_MESSAGES[kind])}" if kind in _PAGE_MESSAGES else head

    def _collected(self) -> Iterator[Text]:
        text = re.sub(r"\n{3,}", "\n\n", "\n".join(self.lines)).strip()
        self.lines = []
        if text and "answer" in self.open:
            summary = self.own.text(LABEL_MESSAGES["answer"])
            yield Text(f"<details>\n<summary>{summary}</summary>\n\n{text}\n\n</details>")
        elif text:
            yield Text(text)

    def plain(self, line: str) -> str:
        """A line with its bindings as they are read; formulas keep their tokens, links within the course their text."""
        line = TOKEN.sub(lambda found: self.shown.get(found[0], ""), _CLOSING.sub("", line))
        return _LINK.sub(r"\1", _ATTRIBUTES.sub("", line)).rstrip()


def _shown(lesson: Lesson) -> Mapping[str, str]:
    """Token -> what stands in its place: numbers as written, formulas as tokens; any other token leaves nothing."""
    numbers = {item.token: item.written for item in lesson.bindings if isinstance(item, Number | Given)}
    around = {item.token: "" for item in lesson.bindings if isinstance(item, Word | Claim)}
    return {**numbers, **around, **{formula.token: formula.token for formula in lesson.formulas}}


def tex(formula: str) -> str:
    r"""TeX that every notebook sets: ``\mark{kind}{x}``, which only our pages know, is ``{x}``."""
    at = formula.find(r"\mark{")
    while at >= 0:
        end = formula.index("}", at) + 1
        formula = formula[:at] + formula[end:]
        at = formula.find(r"\mark{")
    return formula.strip()
