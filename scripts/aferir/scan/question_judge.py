"""Whether a question can be asked: right answers, explanations, numbers, steps. Each mistake is a finding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ..model import Answer, Number, Position
from .bindings import read_binding
from .draft import Draft
from .questions import OpenAnswer, OpenQuestion

_TRUTHS = ("true", "false")
_FEWEST_STEPS = 3


def report_question(draft: Draft, own: OpenQuestion) -> None:
    """Report what keeps a question from being asked; keep the text and the number of each of its answers."""
    _Judge(draft, own).report()


@dataclass(frozen=True, slots=True)
class _Judge:
    """Reports what keeps a question from being asked."""

    draft: Draft
    own: OpenQuestion

    def report(self) -> None:
        own = self.own
        if not own.has_text:
            self._say("AF904", own.offset, reason="this question asks nothing: write its text above the answers")
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
        if not rights and not self.own.is_faulty:
            example = "* [x] 36{=pairs(8)}" if kind == "numeric" else "* [x] and its text"
            self._say("AF904", self.own.offset, reason=f"no answer is marked as the right one: write {example}")
        for answer in rights[most:] if most else []:
            reason = f"a question of kind {kind} has one right answer: write * [ ] here"
            advice = ", or make the question multiple" if kind == "single" else ""
            self._say("AF904", answer.offset, reason=reason + advice)

    def _report_choice(self) -> None:
        self._report_rights(1 if self.own.kind == "single" else None)
        if len(self.own.answers) == 1 and not self.own.is_faulty:
            self._say("AF904", self.own.answers[0].offset, reason="there is only one option: nothing is to choose")
        for answer in self.own.answers:
            if not self._text(answer):
                self._say("AF907", answer.offset, reason="this option has no text")
        self._report_same("option")

    def _report_same(self, what: str) -> None:
        first: dict[str, OpenAnswer] = {}
        for answer in self.own.answers:
            text = self._text(answer)
            other = first.setdefault(text.casefold().rstrip("."), answer)
            if text and other is not answer:
                line = self.draft.position(other.offset).line
                self._say("AF909", answer.offset, written=text, what=what, line=line)

    def _report_unexplained(self) -> None:
        for answer in self.own.answers:
            if not answer.is_explained:
                how = ", after a blank line, four spaces deep"
                self._say("AF905", answer.offset, what=f"“{self._text(answer)[:40]}”", how=how)

    def _report_truth(self) -> None:
        answers = self.own.answers
        if not answers:
            reason = "a question of kind true-false has one item: write * [x] true or * [x] false"
            self._say("AF904", self.own.offset, reason=reason)
        for answer in answers[1:]:
            reason = "a question of kind true-false has one item, the right answer: take this one out"
            self._say("AF904", answer.offset, reason=reason)
        for answer in answers[:1]:
            text = self._text(answer)
            if text not in _TRUTHS:
                self._say("AF904", answer.offset, reason=f"“{text[:40]}” is neither true nor false: write * [x] true")
            elif not answer.is_right:
                other = _TRUTHS[1 - _TRUTHS.index(text)]
                self._say("AF904", answer.offset, reason=f"the item is the right answer: write * [x] {other}")
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
                self._say("AF906", answer.start if self._text(answer) else answer.offset, **details)

    def _number(self, answer: OpenAnswer) -> Number | None:
        """The one number that the item holds, or None when it holds anything else."""
        inside = [found.item for found in self.draft.found.values() if answer.start <= found.offset <= answer.end]
        own = inside[0] if len(inside) == 1 else None
        if not isinstance(own, Number) or own.place != "text" or own.written[0] in "[(":
            return None
        binding = read_binding(self.draft.text, answer.start + len(own.written))
        return own if not self.draft.text[binding.end : answer.end].strip() else None

    def _is_reported(self, answer: OpenAnswer) -> bool:
        first, last = self.draft.position(answer.start), self.draft.position(answer.end)
        return any(first <= Position(found.line, found.column) <= last for found in self.draft.findings)

    def _report_order(self) -> None:
        own = self.own
        if len(own.answers) < _FEWEST_STEPS:
            reason = f"{len(own.answers)} steps are too few to be put in order: write three or more, numbered"
            self._say("AF908", own.offset, reason=reason)
        for answer in own.answers:
            answer.canonical = "step"
            if answer.is_explained:
                reason = "a step is one paragraph: what explains the order stands below the list"
                self._say("AF908", answer.offset, reason=reason)
        self._report_same("step")
        if not own.is_over:
            self._say("AF905", own.offset, what="this order", how=", after the list")


_REPORTS: Mapping[str, Callable[[_Judge], None]] = {
    "single": _Judge._report_choice,  # noqa: SLF001
    "multiple": _Judge._report_choice,  # noqa: SLF001
    "true-false": _Judge._report_truth,  # noqa: SLF001
    "numeric": _Judge._report_numeric,  # noqa: SLF001
    "order": _Judge._report_order,  # noqa: SLF001
}
