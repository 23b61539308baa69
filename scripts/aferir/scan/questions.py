"""Questions: what their items say, and whether the page can ask them. Each mistake is a finding at its own place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from ..errors import hint
from ..model import Answer, Number, Question, Task
from .bindings import Reading, read_binding
from .draft import Draft
from .fences import NAME, Fault
from .lines import LIST_MARK, Line

KINDS = ("single", "multiple", "true-false", "numeric", "order")
TRUTHS = ("true", "false")

_ARGUMENT = re.compile(r"(?P<kind>\S+)[ ]+(?P<name>\S+)")
_BOX = re.compile(r"\[(?P<mark>[ xX])\](?=[ \t{]|\Z)")
_SETTING = re.compile(r"(?P<key>[a-z]+):[ \t]*(?P<value>[0-9.,+-]\S*|)[ \t]*\Z")
_SETTINGS: Mapping[str, tuple[re.Pattern[str], str]] = {
    "margin": (re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,12})?"), "a number with a point, such as margin: 0.5"),
    "decimals": (re.compile(r"[0-9]|1[0-2]"), "how many decimals are asked for, such as decimals: 3"),
}
_BLANKS = re.compile(r"[ \t]*")
_FEWEST_STEPS = 3


def argument_fault(argument: str) -> Fault | None:
    """What is wrong with what stands behind ``/// question |``."""
    found = _ARGUMENT.fullmatch(argument)
    if not found:
        reason = "a question needs its kind and a name: write /// question | single before_softmax"
        return Fault("AF113", {"reason": reason})
    if found["kind"] not in KINDS:
        return Fault("AF702", {"kind": found["kind"], "hint": hint(found["kind"], KINDS), "known": ", ".join(KINDS)})
    if not NAME.fullmatch(found["name"]):
        reason = f"“{found['name']}” is no name: names are small letters, digits and _, such as before_softmax"
        return Fault("AF113", {"reason": reason})
    return None


@dataclass(slots=True)
class OpenAnswer:
    """An item whose end was not seen yet: its box or step, and the span of its first paragraph."""

    token: str
    offset: int
    start: int
    end: int
    is_right: bool
    expression: str = ""
    canonical: str = ""
    is_explained: bool = False


@dataclass(slots=True)
class OpenQuestion:
    """A question that is being read. ``kind`` is "" when its opening line is at fault: then nothing is checked."""

    offset: int
    kind: str = ""
    name: str = ""
    quiz: str = ""
    token: str = ""
    answers: list[OpenAnswer] = field(default_factory=list)
    settings: dict[str, str] = field(default_factory=dict)
    takes_settings: bool = True
    has_text: bool = False
    is_over: bool = False
    """Whether text stands below the list."""


@dataclass(slots=True)
class QuizReader:
    """Follows the lines of quizzes, questions and projects."""

    draft: Draft
    quizzes: dict[str, int] = field(default_factory=dict)
    """Name -> where it was opened."""
    questions: dict[str, int] = field(default_factory=dict)
    """The same, of the quiz that is open."""
    question: OpenQuestion | None = None
    project: str = ""
    """Token of the project that is open, "" for none."""

    # ── Opening and closing ──────────────────────────────────────────────────────────────────────────────────────────

    def open(self, kind: str, argument: str, offset: int, quiz: str, *, is_right: bool) -> str:
        """Follow a block that opens; the canonical string of a question ("" for other kinds)."""
        if kind == "quiz" and is_right:
            self._take_name(self.quizzes, "quiz", argument, offset)
            self.questions = {}
        if kind != "question":
            return ""
        self.question = OpenQuestion(offset)
        found = _ARGUMENT.fullmatch(argument)
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
            self.draft.report("AF703", offset, what=what, name=name, line=self.draft.position(first).line)

    def close(self, kind: str, offset: int, end: int) -> None:
        """Follow a block that closes: ``offset`` is its opening line, ``end`` where its closing line begins."""
        if kind == "quiz" and not self.questions:
            self.draft.report("AF701", offset, reason="this quiz holds no question: write /// question inside it")
        elif kind == "project":
            self.project = ""
        elif kind == "question" and self.question:
            own, self.question = self.question, None
            if own.kind and own.token:
                _Judge(self.draft, own).report()
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
            margin=own.settings.get("margin", ""),
            decimals=own.settings.get("decimals", ""),
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
        found = _SETTING.fullmatch(self.draft.text, line.content, line.end)
        if not found:
            own.takes_settings = False
            return False
        self._read_setting(own, found, line.content)
        self.draft.edit(line.content, line.end, "")
        return True

    def _read_setting(self, own: OpenQuestion, found: re.Match[str], offset: int) -> None:
        key, value = found["key"], found["value"]
        fault = _setting_fault(own, key, value)
        if fault and own.kind:
            self.draft.report("AF710", offset, reason=fault)
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
            self.draft.report("AF707", start, reason="a step has no box: write 1. and its text, in the right order")
            return start
        if is_step != is_numbered or (not is_step and not box):
            self._refuse_item(own, start, is_numbered=is_numbered, has_box=bool(box))
            return start
        self._check_place(own, line.content, joins=joins)
        return self._step(own, line, start) if is_step or box is None else self._option(own, line, box)

    def _refuse_item(self, own: OpenQuestion, start: int, *, is_numbered: bool, has_box: bool) -> None:
        """A list item that is no answer. Numbered lists are text, except where an option was meant."""
        if not own.kind or own.is_over or (is_numbered and not has_box):
            own.has_text = True
            return
        if own.kind == "order":
            if own.answers:
                self.draft.report("AF707", start, reason="steps are numbered: write 1. and its text")
            own.has_text = True
            return
        self.draft.report("AF707", start, reason="an option begins with * [x] when it is right, with * [ ] when not")

    def _check_place(self, own: OpenQuestion, offset: int, *, joins: bool) -> None:
        if joins and own.kind:
            self.draft.report("AF707", offset, reason="a list begins after a blank line: leave one above this item")
        elif own.is_over and own.kind:
            reason = "all items stand in one list: what is said of all of them stands below the last"
            self.draft.report("AF707", offset, reason=reason)

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
        if not re.compile(r"\{[=!@]").match(self.draft.text, at):
            return None
        reading = read_binding(self.draft.text, at)
        if reading.code:
            self.draft.report(reading.code, at, binding=reading.text, what=reading.what)
        elif reading.sigil != "!":
            reason = f"a box is bound by {{!…}}, which is true or false, not by {reading.text}"
            self.draft.report("AF707", at, reason=reason)
            return replace(reading, content="", canonical="")
        return reading

    def _task(self, line: Line, start: int) -> int:
        box = _BOX.match(self.draft.text, start, line.end)
        if not box or line.level or line.quotes:
            return start
        if box["mark"] != " ":
            reason = "what is done the reader ticks: write * [ ] here"
            self.draft.report("AF707", start, reason=reason)
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


def _setting_fault(own: OpenQuestion, key: str, value: str) -> str:
    if key not in _SETTINGS:
        return f"a question has no setting “{key}”{hint(key, _SETTINGS)}; its settings: {', '.join(_SETTINGS)}"
    pattern, wanted = _SETTINGS[key]
    if own.kind != "numeric":
        return f"“{key}” is for numeric questions, this one is {own.kind}"
    if key in own.settings:
        return f"the setting “{key}” is given twice"
    if own.settings:
        return "margin and decimals both say how exact an answer must be: keep one of them"
    if not pattern.fullmatch(value):
        return f"“{value}” is no value of {key}: write {wanted}"
    return ""


# ── What a question needs ────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Judge:
    """Reports what keeps a question from being asked."""

    draft: Draft
    own: OpenQuestion

    def report(self) -> None:
        own = self.own
        if not own.has_text:
            self._say("AF704", own.offset, reason="this question asks nothing: write its text above the answers")
        _REPORTS[own.kind](self)
        if own.kind in ("single", "multiple", "true-false", "numeric"):
            self._report_unexplained()
        for answer in own.answers:
            self.draft.put(replace(self._item(answer), text=self._text(answer)))

    def _item(self, answer: OpenAnswer) -> Answer:
        item = self.draft.found[answer.token].item
        assert isinstance(item, Answer)
        return item

    def _say(self, code: str, offset: int, **details: object) -> None:
        self.draft.report(code, offset, **details)

    def _text(self, answer: OpenAnswer) -> str:
        return " ".join(self.draft.text[answer.start : answer.end].split())

    def _rights(self) -> list[OpenAnswer]:
        return [answer for answer in self.own.answers if answer.is_right]

    def _report_rights(self, most: int | None = None) -> None:
        """At least one right answer, and at most so many."""
        kind, rights = self.own.kind, self._rights()
        if not rights:
            example = "* [x] 36{=pairs(8)}" if kind == "numeric" else "* [x] and its text"
            self._say("AF704", self.own.offset, reason=f"no answer is marked as the right one: write {example}")
        for answer in rights[most:] if most else []:
            reason = f"a question of kind {kind} has one right answer: write * [ ] here"
            advice = ", or make the question multiple" if kind == "single" else ""
            self._say("AF704", answer.offset, reason=reason + advice)

    def _report_choice(self) -> None:
        self._report_rights(1 if self.own.kind == "single" else None)
        if len(self.own.answers) == 1:
            self._say("AF704", self.own.answers[0].offset, reason="there is only one option: nothing is to choose")
        for answer in self.own.answers:
            if not self._text(answer):
                self._say("AF707", answer.offset, reason="this option has no text")
        self._report_same("option")

    def _report_same(self, what: str) -> None:
        first: dict[str, OpenAnswer] = {}
        for answer in self.own.answers:
            text = self._text(answer)
            other = first.setdefault(text.casefold().rstrip("."), answer)
            if text and other is not answer:
                line = self.draft.position(other.offset).line
                self._say("AF709", answer.offset, written=text, what=what, line=line)

    def _report_unexplained(self) -> None:
        for answer in self.own.answers:
            if not answer.is_explained:
                how = ", after a blank line, four spaces deep"
                self._say("AF705", answer.offset, what=f"“{self._text(answer)[:40]}”", how=how)

    def _report_truth(self) -> None:
        answers = self.own.answers
        if not answers:
            reason = "a question of kind true-false has one item: write * [x] true or * [x] false"
            self._say("AF704", self.own.offset, reason=reason)
        for answer in answers[1:]:
            reason = "a question of kind true-false has one item, the right answer: take this one out"
            self._say("AF704", answer.offset, reason=reason)
        for answer in answers[:1]:
            text = self._text(answer)
            if text not in TRUTHS:
                self._say("AF704", answer.offset, reason=f"“{text[:40]}” is neither true nor false: write * [x] true")
            elif not answer.is_right:
                other = TRUTHS[1 - TRUTHS.index(text)]
                self._say("AF704", answer.offset, reason=f"the item is the right answer: write * [x] {other}")
            answer.canonical += f" {text}"

    def _report_numeric(self) -> None:
        self._report_rights(1)
        for answer in self.own.answers:
            number = self._number(answer)
            if number:
                self.draft.put(replace(self._item(answer), number=number.token))
                answer.canonical += f" {self.draft.found[number.token].canonical.removeprefix('number ')}"
            elif not self._is_reported(answer):
                details = {"written": f"“{self._text(answer)[:40]}”", "correct": "36{=pairs(8)}"}
                self._say("AF706", answer.start if self._text(answer) else answer.offset, **details)

    def _number(self, answer: OpenAnswer) -> Number | None:
        """The one number that the item holds, or None when it holds anything else."""
        inside = [
            found.item for found in self.draft.found.values() if answer.start <= found.offset <= answer.end
        ]
        own = inside[0] if len(inside) == 1 else None
        if not isinstance(own, Number) or own.place != "text" or own.written[0] in "[(":
            return None
        binding = read_binding(self.draft.text, answer.start + len(own.written))
        return own if not self.draft.text[binding.end : answer.end].strip() else None

    def _is_reported(self, answer: OpenAnswer) -> bool:
        first, last = self.draft.position(answer.start), self.draft.position(answer.end)
        return any(first <= self._place(index) <= last for index in range(len(self.draft.findings)))

    def _place(self, index: int) -> object:
        found = self.draft.findings[index]
        return type(self.draft.position(0))(found.line, found.column)

    def _report_order(self) -> None:
        own = self.own
        if len(own.answers) < _FEWEST_STEPS:
            reason = f"{len(own.answers)} steps are too few to be put in order: write three or more, numbered"
            self._say("AF708", own.offset, reason=reason)
        for answer in own.answers:
            answer.canonical = "step"
            if answer.is_explained:
                reason = "a step is one paragraph: what explains the order stands below the list"
                self._say("AF708", answer.offset, reason=reason)
        self._report_same("step")
        if not own.is_over:
            self._say("AF705", own.offset, what="this order", how=", after the list")


_REPORTS: Mapping[str, Callable[[_Judge], None]] = {
    "single": _Judge._report_choice,  # noqa: SLF001
    "multiple": _Judge._report_choice,  # noqa: SLF001
    "true-false": _Judge._report_truth,  # noqa: SLF001
    "numeric": _Judge._report_numeric,  # noqa: SLF001
    "order": _Judge._report_order,  # noqa: SLF001
}
