"""A lesson and what was made of it -> Page: the fragment of every token."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from ..markup import TOKEN
from ..model import Claim, Finding, Fragment, Lesson, Number, Page, Word
from ..quizzes import quiz_mark
from .blocks import block_attributes, block_head, challenge_tail, question_of, task_lists
from .fences import fence_fragment
from .ingredients import Ingredients
from .page_text import PageText, page_text
from .pictures import figure_files, shown_pictures

Item = TypeVar("Item")


def render_page(lesson: Lesson, made: Ingredients, *, is_lesson: bool = True) -> Page:
    """The page of a lesson.

    Raises KeyError when ``made`` lacks what a token needs: verification comes first, except for a draft.
    """
    text = page_text(lesson, made)
    fences = {fence.token: _made_of(fence_fragment, fence, text) for fence in lesson.fences}
    figures = [fence for fence in lesson.fences if fence.kind == "figure"]
    heads = {block.token: block_head(block, text) for block in lesson.blocks}
    boxes = {token: _boxes(found, text) for token, found in made.boxes.items()}
    return Page(
        path=lesson.path,
        slug=lesson.slug,
        language=lesson.language,
        title=text.plain(lesson.title),
        description=text.plain(lesson.description),
        markdown=lesson.markdown,
        fragments={**text.inline, **fences, **heads, **boxes},
        wrappers=text.wrappers,
        block_attributes={block.token: block_attributes(block, made.language) for block in lesson.blocks},
        tails={
            block.token: _made_of(challenge_tail, block, text) for block in lesson.blocks if block.kind == "challenge"
        },
        files=shown_pictures(lesson, made)
        | {path: data for item in figures for path, data in figure_files(item, text).items()},
        reading_minutes=reading_minutes(lesson.markdown, made.words_per_minute),
        checked_numbers=sum(isinstance(item, Number) for item in lesson.bindings),
        checked_claims=sum(isinstance(item, Word | Claim) for item in lesson.bindings) + len(lesson.keys),
        is_lesson=is_lesson,
        title_html=text.marked(lesson.title),
        lead_html=text.marked(lesson.description),
        terms=made.terms if is_lesson else (),
        notice=_boxes(made.above, text, is_notice=True).html if made.above else "",
        questions={question.token: question_of(question, text) for question in lesson.questions},
        task_lists=task_lists(lesson),
        tasks=frozenset(task.token for task in lesson.tasks),
        quiz_mark=quiz_mark(made.question_marks),
        challenges=tuple(block.argument for block in lesson.blocks if block.kind == "challenge"),
        explorables=tuple(fence.name for fence in lesson.fences if fence.kind == "explorable"),
    )


def notebook_fragments(lesson: Lesson, made: Ingredients, page: Page) -> dict[str, str]:
    """What a notebook's page shows in the place of its tokens: formulas as the lesson does, figures and tables."""
    text = page_text(lesson, made, root="../../")
    formulas = {formula.token: page.fragments[formula.token].html for formula in lesson.formulas}
    shown = (fence for fence in lesson.fences if fence.kind in ("figure", "diagram", "table"))
    return formulas | {fence.token: fence_fragment(fence, text).html for fence in shown}


def reading_minutes(markdown: str, words_per_minute: int) -> int:
    """Whole minutes, at least one, that the words of a lesson take."""
    words = len(re.findall(r"\w+", TOKEN.sub(" 1 ", markdown)))
    return max(1, round(words / words_per_minute))


def _made_of(make: Callable[[Item, PageText], Fragment], item: Item, text: PageText) -> Fragment:
    """What ``make`` makes of ``item``; nothing when it lacks something and this is a draft."""
    try:
        return make(item, text)
    except KeyError:
        if not text.made.is_draft:
            raise
        return Fragment("")


def _boxes(findings: Sequence[Finding], text: PageText, *, is_notice: bool = False) -> Fragment:
    """What is wrong at one place, or (as a notice) with the whole page."""
    return text.filled("findings.html", findings=findings, is_notice=is_notice)
