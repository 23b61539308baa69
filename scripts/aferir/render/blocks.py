"""What stands around a block: its first line, its attributes, the work area of a challenge, a question's frame."""

from __future__ import annotations

from markupsafe import Markup

from ..labels import LABEL_MESSAGES
from ..languages import Language
from ..model import Block, Fragment, Lesson, Question, QuestionFrame
from ..question_frames import number_marks, question_frame
from .page_text import PageText
from .templates import highlighted

_NUMBERED = ("theorem", "definition", "exercise", "project", "question")
"""Blocks that carry a number where a page, or a quiz, holds several."""


def block_head(block: Block, page: PageText) -> Fragment:
    """The first line of a block: what it is, and its title."""
    label = page.language.text(LABEL_MESSAGES[block.kind])
    if block.kind == "answer":
        return page.filled("answer_head.html", label=label)
    title = "" if block.kind in ("challenge", "quiz", "question") else page.rich(block.argument)
    return page.filled("block_head.html", label=label, number=_ordinal(block, page.lesson), title=title)


def block_attributes(block: Block, language: Language) -> dict[str, str]:
    """The attributes of a block's section."""
    shared = {"class": f"block {block.kind}"}
    if block.kind == "answer":
        return {"class": "fold block-answer", "data-search-exclude": ""}
    if block.kind == "challenge":
        return shared | {"data-challenge": block.argument}
    if block.kind == "quiz":
        return shared | {"data-quiz": block.argument, "data-marks": number_marks(language)}
    return shared


def challenge_tail(block: Block, page: PageText) -> Fragment:
    """The work area of a challenge."""
    steps = [(step.id, Markup(step.statement)) for step in page.made.steps.get(block.argument, ())]  # noqa: S704
    code = highlighted(page.made.starters[block.argument])
    return page.filled("challenge_tail.html", code=code, steps=steps)


def question_of(question: Question, page: PageText) -> QuestionFrame:
    """What surrounds a question, and the key by which the page judges its answers."""
    block = next(item for item in page.lesson.blocks if item.token == question.token)
    mark = page.made.question_marks.get(f"{question.quiz}.{question.name}", "")
    return question_frame(question, page.lesson, page.language, mark, _ordinal(block, page.lesson) or 1)


def task_lists(lesson: Lesson) -> dict[str, dict[str, str]]:
    """Token of a project that has tasks -> the attributes of its list."""
    projects = [block.token for block in lesson.blocks if block.kind == "project"]
    counts = {token: sum(task.project == token for task in lesson.tasks) for token in projects}
    return {
        token: {"class": "done-when", "data-tasks": f"{projects.index(token) + 1}.{counts[token]}"}
        for token in projects
        if counts[token]
    }


def _ordinal(block: Block, lesson: Lesson) -> int:
    """The number of a block among its kind (of a question in its quiz); 0 for one that needs none."""
    if block.kind not in _NUMBERED:
        return 0
    quiz = {question.token: question.quiz for question in lesson.questions}
    alike = [
        item.token
        for item in lesson.blocks
        if item.kind == block.kind and quiz.get(item.token) == quiz.get(block.token)
    ]
    return alike.index(block.token) + 1 if len(alike) > 1 else 0
