"""Follows the lines of quizzes, questions and projects: boxes, keys, steps, settings, and where explanations begin."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ..model import Answer, Question, Task
from .bindings import MARK, Reading, read_binding
from .draft import Draft
from .lines import LIST_MARK, Line
from .question_judge import report_question
from .questions import ARGUMENT, SETTING, OpenAnswer, OpenQuestion, is_setting, setting_fault, usable_setting

_BOX = re.compile(r"\[(?P<mark>[ xX])\](?=[ \t{]|\Z)")
_BLANKS = re.compile(r"[ \t]*")


@dataclass(slots=True)
class QuizReader:
    """Follows the lines of quizzes, questions and projects."""

    draft: Draft
    quizzes: dict[str, int] = field(default_factory=dict)
    """Name -> where it was opened."""
    questions: dict[str, int] = field(default_factory=dict)
    """The same, of the quiz that is open."""
    is_open: bool = False
    """Whether a quiz is open."""
    has_question: bool = False
    """Whether the quiz that is open holds a question, be it one at fault."""
    question: OpenQuestion | None = None
    project: str = ""
    """Token of the project that is open, "" for none."""

    # ── Opening and closing ──────────────────────────────────────────────────────────────────────────────────────────

    def open(self, kind: str, argument: str, offset: int, quiz: str, *, is_right: bool) -> str:
        """Follow a block that opens; the canonical string of a question ("" for other kinds)."""
        if kind == "quiz" and is_right:
            self._take_name(self.quizzes, "quiz", argument, offset)
            self.questions, self.has_question, self.is_open = {}, False, True
        if kind != "question":
            return ""
        self.has_question = True
        self.question = OpenQuestion(offset)
        found = ARGUMENT.fullmatch(argument)
        if not found or not is_right:
            return ""
        self._take_name(self.questions, "question", found["name"], offset)
        self.question.kind, self.question.name, self.question.quiz = found["kind"], found["name"], quiz
        return f"question {found['kind']} {quiz}.{found['name']}"

    def named(self, kind: str, token: str) -> None:
        """The token of the block that was opened last."""
        if kind == "project":
            self.project = token
        elif kind == "question" and self.question:
            self.question.token = token

    def _take_name(self, taken: dict[str, int], what: str, name: str, offset: int) -> None:
        first = taken.setdefault(name, offset)
        if first != offset:
            self.draft.report("AF903", offset, what=what, name=name, line=self.draft.position(first).line)

    def close(self, kind: str, offset: int, end: int, *, is_right: bool) -> None:
        """Follow a block that closes: ``offset`` is its opening line, ``end`` where its closing line begins."""
        if kind == "quiz" and is_right:
            self.is_open = False
        if kind == "quiz" and is_right and not self.has_question:
            self.draft.report("AF901", offset, reason="this quiz holds no question: write /// question inside it")
        elif kind == "project":
            self.project = ""
        elif kind == "question" and self.question:
            own, self.question = self.question, None
            if own.kind and own.token:
                report_question(self.draft, own)
                self._keep(own, end)

    def _keep(self, own: OpenQuestion, end: int) -> None:
        for index, answer in enumerate(own.answers, start=1):
            found = self.draft.found[answer.token]
            canonical = f"answer {own.quiz}.{own.name} {index} {answer.canonical}".strip()
            self.draft.found[answer.token] = replace(found, canonical=canonical)
        tokens = tuple(answer.token for answer in own.answers)
        made = Question(
            token=own.token,
            position=self.draft.position(own.offset),
            kind=own.kind,
            name=own.name,
            quiz=own.quiz,
            margin=usable_setting(own, "margin"),
            decimals=usable_setting(own, "decimals"),
            source=self.draft.text[own.offset : end].strip(),
        )
        self.draft.questions.append((made, tokens))
        settings = " ".join(f"{key} {value}" for key, value in sorted(own.settings.items()))
        if settings:
            found = self.draft.found[own.token]
            self.draft.found[own.token] = replace(found, canonical=f"{found.canonical} {settings}")

    # ── Lines ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def setting(self, line: Line) -> bool:
        """Whether this line, one of the first of a question, is a setting; it is read and taken out of the text."""
        own = self.question
        if not own or not own.takes_settings or line.level:
            return False
        found = SETTING.fullmatch(self.draft.text, line.content, line.end)
        if not found or not is_setting(found["key"], found["value"]):
            own.takes_settings = False
            return False
        self._read_setting(own, found, line.content)
        self.draft.edit(line.content, line.end, "")
        return True

    def _read_setting(self, own: OpenQuestion, found: re.Match[str], offset: int) -> None:
        key, value = found["key"], found["value"]
        fault = setting_fault(own, key, value)
        if fault and own.kind:
            self.draft.report("AF910", offset, reason=fault)
        own.settings.setdefault(key, value)

    def item(self, line: Line, start: int, *, joins: bool) -> int:
        """Read the box of an item, or the start of a step, behind its list mark. Where its text begins.

        ``joins``: the line goes on with a paragraph, so that no list begins here.
        """
        if self.project:
            return self._task(line, start)
        if not self.question or line.level or line.quotes:
            return start
        own = self.question
        is_step = own.kind == "order"
        mark = LIST_MARK.match(self.draft.text, line.content, line.end)
        is_numbered = bool(mark and mark[0][0].isdigit())
        box = _BOX.match(self.draft.text, start, line.end)
        if is_step and box:
            self.draft.report("AF907", start, reason="a step has no box: write 1. and its text, in the right order")
            return start
        if is_step != is_numbered or (not is_step and not box):
            self._refuse_item(own, start, is_numbered=is_numbered, has_box=bool(box))
            return start
        self._check_place(own, line.content, joins=joins)
        return self._step(own, line, start) if is_step or box is None else self._option(own, line, box)

    def _refuse_item(self, own: OpenQuestion, start: int, *, is_numbered: bool, has_box: bool) -> None:
        """A list item that is no answer. Numbered lists are text, except where an option was meant."""
        own.is_faulty |= has_box or (not is_numbered and own.kind != "order")
        if not own.kind or own.is_over or (is_numbered and not has_box):
            own.has_text = True
            return
        if own.kind == "order":
            if own.answers:
                self.draft.report("AF907", start, reason="steps are numbered: write 1. and its text")
            own.has_text = True
            return
        self.draft.report("AF907", start, reason="an option begins with * [x] when it is right, with * [ ] when not")

    def _check_place(self, own: OpenQuestion, offset: int, *, joins: bool) -> None:
        if joins and own.kind:
            self.draft.report("AF907", offset, reason="a list begins after a blank line: leave one above this item")
        elif own.is_over and own.kind:
            reason = "all items stand in one list: what is said of all of them stands below the last"
            self.draft.report("AF907", offset, reason=reason)

    def _step(self, own: OpenQuestion, line: Line, start: int) -> int:
        token = self._added(start, lambda t, p: Answer(t, p, is_right=True))
        own.answers.append(OpenAnswer(token, start, start, line.end, is_right=True))
        self.draft.edit(start, start, token)
        return start

    def _option(self, own: OpenQuestion, line: Line, box: re.Match[str]) -> int:
        is_right, reading = box["mark"] in "xX", self._key(box.end())
        expression = reading.content if reading and not reading.code else ""
        after = reading.end if reading else box.end()
        blanks = _BLANKS.match(self.draft.text, after, line.end)
        start = blanks.end() if blanks else after
        token = self._added(box.start(), lambda t, p: Answer(t, p, is_right, expression))
        canonical = f"[{'x' if is_right else ' '}]" + (f"{{!{reading.canonical}}}" if reading else "")
        own.answers.append(OpenAnswer(token, box.start(), start, line.end, is_right, expression, canonical))
        self.draft.edit(box.start(), start, token)
        return start

    def _key(self, at: int) -> Reading | None:
        """The binding right behind a box; one that cannot be read, or is no claim, is reported."""
        if not MARK.match(self.draft.text, at):
            return None
        reading = read_binding(self.draft.text, at)
        if reading.code:
            self.draft.report(reading.code, at, binding=reading.text, what=reading.what)
        elif reading.sigil != "!":
            reason = f"a box is bound by {{!…}}, which is true or false, not by {reading.text}"
            self.draft.report("AF907", at, reason=reason)
            return replace(reading, content="", canonical="")
        return reading

    def _task(self, line: Line, start: int) -> int:
        box = _BOX.match(self.draft.text, start, line.end)
        if not box or line.level or line.quotes:
            return start
        if box["mark"] != " ":
            reason = "what is done the reader ticks: write * [ ] here"
            self.draft.report("AF907", start, reason=reason)
        blanks = _BLANKS.match(self.draft.text, box.end(), line.end)
        after = blanks.end() if blanks else box.end()
        project = self.project
        token = self.draft.add(start, "task", lambda t, p: Task(t, p, project))
        self.draft.edit(start, after, token)
        return after

    def _added(self, offset: int, made: Callable[..., Answer]) -> str:
        return self.draft.add(offset, "", made)

    def follow(self, line: Line, *, fresh: bool, is_item: bool, depth: int) -> None:
        """Follow a line that is not blank, already read: ``fresh`` when it begins a paragraph, in so many lists."""
        own = self.question
        if not own:
            return
        own.takes_settings = False
        last = own.answers[-1] if own.answers else None
        if last and line.content <= last.start <= line.end:  # the item itself
            return
        if last is None:
            own.has_text = True
        elif depth == 0 and fresh:
            own.is_over = True
        elif fresh or (is_item and depth > 1):
            last.is_explained = True
        elif not last.is_explained and not own.is_over:
            last.end = line.end
