"""What a page says around a question, in its language, and the key that its answers carry to the browser."""

from __future__ import annotations

import json

from .languages import MINUS, Language
from .literals.grammar import grammar
from .model import Answer, Lesson, Question, QuestionFrame
from .quizzes import answer_literal, plain_decimal, source_mark, tolerance

_NOTE_MESSAGES = {
    "single": "Choose one.",
    "multiple": "Choose all that hold. The answer is right only when every choice is.",
    "order": "Put the steps in order.",
}


def question_frame(question: Question, lesson: Lesson, language: Language, mark: str, number: int) -> QuestionFrame:
    """The frame of a question; ``mark`` changes with its source in any language, ``number`` is its place."""
    attributes = {"data-question": question.name, "data-kind": question.kind, "data-mark": mark}
    if question.kind == "numeric":
        attributes |= {"data-tolerance": plain_decimal(tolerance(question)), "data-decimals": question.decimals}
    return QuestionFrame(
        kind=question.kind,
        attributes=attributes,
        note=_note(question, language),
        summary=language.text("Show the answer"),
        printed=language.text("Answer to question {number}", number=number),
        answers={
            answer.token: _attributes(answer, index, question.kind, lesson, language)
            for index, answer in enumerate(question.answers)
        },
        labels=tuple(_label(answer, question.kind, language) for answer in question.answers),
        shown=shuffled(len(question.answers), f"{question.quiz}.{question.name}"),
        options=(language.text("True"), language.text("False")),
    )


def _attributes(answer: Answer, index: int, kind: str, lesson: Lesson, language: Language) -> dict[str, str]:
    if kind == "true-false":
        return {"data-answer": answer.text, "data-right": ""}
    own = {"data-answer": str(index)}
    if answer.is_right and kind != "order":
        own["data-right"] = ""
    literal = answer_literal(answer, lesson, language.marks) if kind == "numeric" else None
    if literal:
        own["data-value"] = plain_decimal(literal.value)
        own |= {"data-percent": ""} if literal.is_percent else {}
    return own


def _label(answer: Answer, kind: str, language: Language) -> str:
    if kind == "true-false":
        return language.text(answer.text.capitalize())
    return language.text("Right") if answer.is_right else language.text("Not right")


def _note(question: Question, language: Language) -> str:
    """How the question is to be answered."""
    if question.kind != "numeric":
        return language.text(_NOTE_MESSAGES[question.kind]) if question.kind in _NOTE_MESSAGES else ""
    if question.decimals == "0":
        return language.text("To the nearest whole number.")
    if question.decimals:
        return language.plural("To {count} decimal.", "To {count} decimals.", int(question.decimals))
    if tolerance(question):
        margin = question.margin.replace(".", language.marks.decimal)
        return language.text("Up to {margin} more or less counts as right.", margin=margin)
    return language.text("The exact number.")


def shuffled(count: int, name: str) -> tuple[int, ...]:
    """An order in which ``count`` answers stand on the page: always the same for a name, never the author's own.

    Authors tend to write the right answer first, and steps are written in the right order.
    """
    order = sorted(range(count), key=lambda index: source_mark((name, str(index))))
    return tuple(order if order != [*range(count)] else [*order[1:], *order[:1]])


def number_marks(language: Language) -> str:
    """How the language writes numbers, as JSON for the module that reads what a reader types."""
    marks = language.marks
    facts = {
        "decimal": marks.decimal,
        "thousands": list(marks.thousands),
        "percent": grammar(marks, math=False).percent_sign,
        "minus": MINUS,
        "grouped_from": marks.grouped_from,
    }
    return json.dumps(facts, ensure_ascii=False)
