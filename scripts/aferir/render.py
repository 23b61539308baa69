"""Lesson + outputs -> Page: the fragment of every token, from templates with autoescape. No HTML stands here."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from .languages import Language
from .markup import TOKEN, inline_html
from .model import (
    Block,
    Cell,
    Claim,
    Drawing,
    Fence,
    Formula,
    Fragment,
    Given,
    Lesson,
    Number,
    Output,
    Page,
    Question,
    QuestionFrame,
    Word,
)
from .question_frames import number_marks, question_frame
from .quizzes import quiz_mark

_NUMBERED = ("theorem", "definition", "exercise", "project", "question")
"""Blocks that carry a number where a page, or a quiz, holds several."""


@dataclass(frozen=True, slots=True)
class LessonLink:
    """One line of the list of lessons: where it leads, what it says, how long it takes."""

    href: str
    title: str
    description: str
    facts: str
    slug: str = ""
    quiz_mark: str = ""
    challenges: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ingredients:
    """What a lesson's tokens become: everything that the stages before made of it."""

    language: Language
    cells: Mapping[str, Cell] = field(default_factory=dict)
    """By name, their sources localised as the reader sees and runs them."""
    outputs: Mapping[str, Output] = field(default_factory=dict)
    drawings: Mapping[str, Drawing] = field(default_factory=dict)
    formulas: Mapping[str, str] = field(default_factory=dict)
    """Token of a formula -> KaTeX's HTML."""
    starters: Mapping[str, str] = field(default_factory=dict)
    """Challenge -> the code its editor starts with."""
    lessons: Sequence[LessonLink] = ()
    words_per_minute: int = 140
    question_marks: Mapping[str, str] = field(default_factory=dict)
    """``quiz.question`` -> what changes with the question's source, in any language."""


def render_page(lesson: Lesson, made: Ingredients, *, is_lesson: bool = True) -> Page:
    """The page of a lesson. Raises KeyError when ``made`` lacks what a token needs: verification comes first."""
    renderer = _Renderer(lesson, made)
    fences = {fence.token: renderer.fence(fence) for fence in lesson.fences}
    heads = {block.token: renderer.head(block) for block in lesson.blocks}
    return Page(
        path=lesson.path,
        slug=lesson.slug,
        language=lesson.language,
        title=renderer.plain(lesson.title),
        description=renderer.plain(lesson.description),
        markdown=lesson.markdown,
        fragments={**renderer.inline, **fences, **heads},
        wrappers=renderer.wrappers(),
        block_attributes={block.token: renderer.attributes(block) for block in lesson.blocks},
        tails={block.token: renderer.tail(block) for block in lesson.blocks if block.kind == "challenge"},
        files=_figure_files(lesson, made),
        reading_minutes=reading_minutes(lesson.markdown, made.words_per_minute),
        checked_numbers=sum(isinstance(item, Number) for item in lesson.bindings),
        checked_claims=sum(isinstance(item, Word | Claim) for item in lesson.bindings) + len(lesson.keys),
        is_lesson=is_lesson,
        questions={question.token: renderer.question(question) for question in lesson.questions},
        task_lists=renderer.task_lists(),
        tasks=frozenset(task.token for task in lesson.tasks),
        quiz_mark=quiz_mark(made.question_marks),
        challenges=tuple(block.argument for block in lesson.blocks if block.kind == "challenge"),
    )


def reading_minutes(markdown: str, words_per_minute: int) -> int:
    """Whole minutes, at least one, that the words of a lesson take."""
    words = len(re.findall(r"\w+", TOKEN.sub(" 1 ", markdown)))
    return max(1, round(words / words_per_minute))


class _Renderer:
    """Fills templates for one lesson. Holds nothing but what it was given."""

    def __init__(self, lesson: Lesson, made: Ingredients) -> None:
        self.lesson = lesson
        self.made = made
        self.language = made.language
        self.root = "" if lesson.slug == "index" else "../"
        self.environment = Environment(
            loader=PackageLoader("aferir", "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.inline = {**self._bindings(), **self._formulas()}

    def _bindings(self) -> dict[str, Fragment]:
        template = self.environment.get_template("number.html")
        shown = (item for item in self.lesson.bindings if isinstance(item, Number | Given))
        return {
            item.token: Fragment(template.render(written=item.written, source=_id(item.token)).strip(), item.written)
            for item in shown
        }

    def _formulas(self) -> dict[str, Fragment]:
        bound = formula_bindings(self.lesson)
        return {formula.token: self._formula(formula, bound[formula.token]) for formula in self.lesson.formulas}

    def _formula(self, formula: Formula, bound: Sequence[int]) -> Fragment:
        html = Markup(self.made.formulas[formula.token])  # noqa: S704  KaTeX's own output, made at build time
        return self._filled("formula.html", html=html, display=formula.display, sources=bound, text=formula.tex)

    def fence(self, fence: Fence) -> Fragment:
        """What a fence becomes."""
        made = {"cell": self._cell, "figure": self._figure, "lessons": self._lessons, "forget": self._forget}
        return made[fence.kind](fence)

    def head(self, block: Block) -> Fragment:
        """The first line of a block: what it is, and its title."""
        label = self._label(block.kind)
        if block.kind == "answer":
            return self._filled("answer_head.html", label=label)
        title = "" if block.kind in ("challenge", "quiz", "question") else self._rich(block.argument)
        return self._filled("block_head.html", label=label, number=self._ordinal(block), title=title)

    def _ordinal(self, block: Block) -> int:
        """The number of a block among its kind (of a question in its quiz); 0 for one that needs none."""
        if block.kind not in _NUMBERED:
            return 0
        quiz = {question.token: question.quiz for question in self.lesson.questions}
        alike = [
            item.token
            for item in self.lesson.blocks
            if item.kind == block.kind and quiz.get(item.token) == quiz.get(block.token)
        ]
        return alike.index(block.token) + 1 if len(alike) > 1 else 0

    def attributes(self, block: Block) -> dict[str, str]:
        """The attributes of a block's section."""
        shared = {"class": f"block {block.kind}"}
        if block.kind == "answer":
            return {"class": "fold block-answer", "data-search-exclude": ""}
        if block.kind == "challenge":
            return shared | {"data-challenge": block.argument}
        if block.kind == "quiz":
            return shared | {"data-quiz": block.argument, "data-marks": number_marks(self.language)}
        return shared

    def question(self, question: Question) -> QuestionFrame:
        """What surrounds a question, and the key by which the page judges its answers."""
        block = next(item for item in self.lesson.blocks if item.token == question.token)
        mark = self.made.question_marks.get(f"{question.quiz}.{question.name}", "")
        return question_frame(question, self.lesson, self.language, mark, self._ordinal(block) or 1)

    def task_lists(self) -> dict[str, dict[str, str]]:
        """Token of a project that has tasks -> the attributes of its list."""
        projects = [block.token for block in self.lesson.blocks if block.kind == "project"]
        counts = {token: sum(task.project == token for task in self.lesson.tasks) for token in projects}
        return {
            token: {"class": "done-when", "data-tasks": f"{projects.index(token) + 1}.{counts[token]}"}
            for token in projects
            if counts[token]
        }

    def tail(self, block: Block) -> Fragment:
        """The work area of a challenge."""
        return self._filled("challenge_tail.html", code=highlighted(self.made.starters[block.argument]))

    def plain(self, text: str) -> str:
        """Text where only characters can stand: each token by its plain form, no wrapper marks."""
        filled = TOKEN.sub(lambda match: self.inline[match[0]].text if match[0] in self.inline else "", text)
        return re.sub("\ue002\\d+\ue001", "", filled)

    def _rich(self, text: str) -> Markup:
        return Markup(inline_html(text, self.inline, self.wrappers()))  # noqa: S704  Markdown's own output

    def wrappers(self) -> dict[str, str]:
        """The class of each span that holds a word or a claim."""
        return {
            item.token: "claim" if isinstance(item, Claim) else "word"
            for item in self.lesson.bindings
            if isinstance(item, Word | Claim)
        }

    def _label(self, kind: str) -> str:
        labels = {
            "challenge": "Challenge",
            "theorem": "Theorem",
            "proof": "Proof",
            "definition": "Definition",
            "exercise": "Exercise",
            "check-yourself": "Check yourself",
            "project": "Project",
            "quiz": "Quiz",
            "question": "Question",
            "answer": "Show an answer",
        }
        return self.language.text(labels[kind])

    def _cell(self, fence: Fence) -> Fragment:
        cell = self.made.cells[fence.name]
        output = self.made.outputs[fence.name]
        return self._filled("cell.html", cell=cell, code=highlighted(cell.source), output=output)

    def _figure(self, fence: Fence) -> Fragment:
        drawing = self.made.drawings[fence.name]
        caption = fence.options.get("caption")
        light, dark = figure_paths(self.lesson.slug, drawing)
        return self._filled(
            "figure.html",
            name=fence.name,
            alt=self.plain(fence.options["alt"].text),
            caption=self._rich(caption.text) if caption else "",
            sources=TOKEN.findall(fence.options["alt"].text),
            light=self.root + light,
            dark=self.root + dark,
            width=round(drawing.width),
            height=round(drawing.height),
        )

    def _lessons(self, _fence: Fence) -> Fragment:
        return self._filled("lessons.html", lessons=self.made.lessons)

    def _forget(self, _fence: Fence) -> Fragment:
        return self._filled("forget.html")

    def _filled(self, template: str, *, text: str = "", **values: object) -> Fragment:
        html = self.environment.get_template(template).render(language=self.language, **values)
        return Fragment(html.strip(), text)


def formula_bindings(lesson: Lesson) -> dict[str, list[int]]:
    """Token of a formula -> the ids of the numbers inside it: those that follow it before the next formula."""
    starts = sorted(_id(formula.token) for formula in lesson.formulas)
    found: dict[int, list[int]] = {start: [] for start in starts}
    for number in sorted(_id(item.token) for item in lesson.bindings if item.place == "math"):
        found[starts[bisect(starts, number) - 1]].append(number)
    return {formula.token: found[_id(formula.token)] for formula in lesson.formulas}


def _id(token: str) -> int:
    return int(token[1:-1])


def figure_paths(slug: str, drawing: Drawing) -> tuple[str, str]:
    """Where the two drawings of a figure lie below their language's root; the names carry the hash of the content."""
    light, dark = (
        f"figures/{slug}/{drawing.name}-{theme}.{hashlib.sha256(svg.encode()).hexdigest()[:10]}.svg"
        for theme, svg in (("light", drawing.light), ("dark", drawing.dark))
    )
    return light, dark


def highlighted(code: str) -> Markup:
    """Python code as Pygments marks it, without a wrapper of its own."""
    return Markup(highlight(code.strip("\n"), PythonLexer(), HtmlFormatter(nowrap=True)))  # noqa: S704


def _figure_files(lesson: Lesson, made: Ingredients) -> dict[str, bytes]:
    drawn = [made.drawings[fence.name] for fence in lesson.fences if fence.kind == "figure"]
    files: dict[str, bytes] = {}
    for drawing in drawn:
        light, dark = figure_paths(lesson.slug, drawing)
        files |= {light: drawing.light.encode(), dark: drawing.dark.encode()}
    return files
