"""Lesson + outputs -> Page: the fragment of every token, from templates with autoescape. No HTML stands here."""

from __future__ import annotations

import functools
import hashlib
import re
from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from .explorables import frame_of, label_pieces
from .figures import described
from .glossary import Glossary
from .languages import Language
from .markup import TOKEN, inline_html
from .model import (
    Block,
    Cell,
    Claim,
    Drawing,
    Explorable,
    Fence,
    Finding,
    Formula,
    Fragment,
    Given,
    Lesson,
    Number,
    Output,
    Page,
    Part,
    Question,
    QuestionFrame,
    Table,
    TermLink,
    Word,
)
from .printed import plain_numerals
from .question_frames import number_marks, question_frame
from .quizzes import quiz_mark
from .references import Reference
from .shown_html import alt_keys, fit_html, svg_size
from .tables import pieces

Item = TypeVar("Item")

_LABEL_MESSAGES = {
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
"""What each kind of block is called."""

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
class Step:
    """A smaller challenge that a page offers inside another one: its id, and its statement as HTML."""

    id: str
    statement: str


@dataclass(frozen=True, slots=True)
class Ingredients:
    """What a lesson's tokens become: everything that the stages before made of it."""

    language: Language
    cells: Mapping[str, Cell] = field(default_factory=dict)
    """By name, their sources localised as the reader sees and runs them."""
    outputs: Mapping[str, Output] = field(default_factory=dict)
    drawings: Mapping[str, Drawing] = field(default_factory=dict)
    tables: Mapping[str, Table] = field(default_factory=dict)
    explorables: Mapping[str, Explorable] = field(default_factory=dict)
    table_formulas: Mapping[str, str] = field(default_factory=dict)
    """TeX -> KaTeX's HTML."""
    formulas: Mapping[str, str] = field(default_factory=dict)
    """Token of a formula -> KaTeX's HTML."""
    diagrams: Mapping[str, str] = field(default_factory=dict)
    """Token of a fence -> SVG."""
    starters: Mapping[str, str] = field(default_factory=dict)
    """Challenge -> the code its editor starts with."""
    references: Sequence[Reference] = ()
    """The sources that the page cites, in the order of its list."""
    glossary: Glossary = field(default_factory=dict)
    terms: tuple[TermLink, ...] = ()
    language_names: Mapping[str, str] = field(default_factory=dict)
    steps: Mapping[str, Sequence[Step]] = field(default_factory=dict)
    """Challenge -> its smaller steps."""
    lessons: Sequence[LessonLink] = ()
    words_per_minute: int = 140
    boxes: Mapping[str, Sequence[Finding]] = field(default_factory=dict)
    """Token of a mark -> what is wrong there."""
    above: Sequence[Finding] = ()
    """What is wrong and has no place in the text."""
    is_draft: bool = False
    """What a token needs may lack, and leaves nothing: a page that only its author sees, with its findings."""
    question_marks: Mapping[str, str] = field(default_factory=dict)
    """``quiz.question`` -> what changes with the question's source, in any language."""


def render_page(lesson: Lesson, made: Ingredients, *, is_lesson: bool = True) -> Page:
    """The page of a lesson.

    Raises KeyError when ``made`` lacks what a token needs: verification comes first, except for a draft.
    """
    renderer = _Renderer(lesson, made)
    fences = {fence.token: renderer.made_of(renderer.fence, fence) for fence in lesson.fences}
    figures = [fence for fence in lesson.fences if fence.kind == "figure"]
    heads = {block.token: renderer.head(block) for block in lesson.blocks}
    boxes = {token: renderer.boxes(found) for token, found in made.boxes.items()}
    return Page(
        path=lesson.path,
        slug=lesson.slug,
        language=lesson.language,
        title=renderer.plain(lesson.title),
        description=renderer.plain(lesson.description),
        markdown=lesson.markdown,
        fragments={**renderer.inline, **fences, **heads, **boxes},
        wrappers=renderer.wrappers(),
        block_attributes={block.token: renderer.attributes(block) for block in lesson.blocks},
        tails={
            block.token: renderer.made_of(renderer.tail, block) for block in lesson.blocks if block.kind == "challenge"
        },
        files=_shown_pictures(lesson, made)
        | {path: data for item in figures for path, data in renderer.figure_files(item).items()},
        reading_minutes=reading_minutes(lesson.markdown, made.words_per_minute),
        checked_numbers=sum(isinstance(item, Number) for item in lesson.bindings),
        checked_claims=sum(isinstance(item, Word | Claim) for item in lesson.bindings) + len(lesson.keys),
        is_lesson=is_lesson,
        title_html=renderer.marked(lesson.title),
        lead_html=renderer.marked(lesson.description),
        terms=made.terms if is_lesson else (),
        notice=renderer.boxes(made.above, is_notice=True).html if made.above else "",
        questions={question.token: renderer.question(question) for question in lesson.questions},
        task_lists=renderer.task_lists(),
        tasks=frozenset(task.token for task in lesson.tasks),
        quiz_mark=quiz_mark(made.question_marks),
        challenges=tuple(block.argument for block in lesson.blocks if block.kind == "challenge"),
        explorables=tuple(fence.name for fence in lesson.fences if fence.kind == "explorable"),
    )


def reading_minutes(markdown: str, words_per_minute: int) -> int:
    """Whole minutes, at least one, that the words of a lesson take."""
    words = len(re.findall(r"\w+", TOKEN.sub(" 1 ", markdown)))
    return max(1, round(words / words_per_minute))


def notebook_fragments(lesson: Lesson, made: Ingredients, page: Page) -> dict[str, str]:
    """What a notebook's page shows in the place of its tokens: formulas as the lesson does, figures and tables."""
    renderer = _Renderer(lesson, made, root="../../")
    formulas = {formula.token: page.fragments[formula.token].html for formula in lesson.formulas}
    shown = (fence for fence in lesson.fences if fence.kind in ("figure", "diagram", "table"))
    return formulas | {fence.token: renderer.fence(fence).html for fence in shown}


def diagram_html(alt: str, caption: str, svg: str) -> str:
    """A diagram on a page that is no lesson; ``caption`` is plain text."""
    shown = {"name": "", "alt": alt, "caption": caption, "sources": (), "drawing": Markup(svg)}  # noqa: S704
    return _environment().get_template("diagram.html").render(shown).strip()


@functools.cache
def _environment() -> Environment:
    """Our templates, each compiled once for all lessons."""
    environment = Environment(
        loader=PackageLoader("aferir", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["label_pieces"] = label_pieces
    return environment


class _Renderer:
    """Fills templates for one lesson. Holds nothing but what it was given."""

    def __init__(self, lesson: Lesson, made: Ingredients, root: str = "") -> None:
        self.lesson = lesson
        self.made = made
        self.language = made.language
        self.root = root or ("" if lesson.slug == "index" else "../")
        self.environment = _environment()
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

    def made_of(self, make: Callable[[Item], Fragment], item: Item) -> Fragment:
        """What ``make`` makes of ``item``; nothing when it lacks something and this is a draft."""
        try:
            return make(item)
        except KeyError:
            if not self.made.is_draft:
                raise
            return Fragment("")

    def boxes(self, findings: Sequence[Finding], *, is_notice: bool = False) -> Fragment:
        """What is wrong at one place, or (as a notice) with the whole page."""
        return self._filled("findings.html", findings=findings, is_notice=is_notice)

    def _formula(self, formula: Formula, bound: Sequence[int]) -> Fragment:
        if self.made.is_draft and formula.token not in self.made.formulas:
            return self._filled("unread.html", written=formula.tex, text=formula.tex)
        html = Markup(self.made.formulas[formula.token])  # noqa: S704  KaTeX's own output, made at build time
        return self._filled("formula.html", html=html, display=formula.display, sources=bound, text=formula.tex)

    def fence(self, fence: Fence) -> Fragment:
        """What a fence becomes."""
        kinds = {
            "cell": self._cell,
            "figure": self._figure,
            "diagram": self._diagram,
            "table": self._table,
            "explorable": self._explorable,
            "references": self._references,
            "lessons": self._lessons,
            "glossary": self._glossary,
            "kept": self._kept,
        }
        return kinds[fence.kind](fence)

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
        steps = [(step.id, Markup(step.statement)) for step in self.made.steps.get(block.argument, ())]  # noqa: S704
        code = highlighted(self.made.starters[block.argument])
        return self._filled("challenge_tail.html", code=code, steps=steps)

    def plain(self, text: str) -> str:
        """Text where only characters can stand: each token by its plain form, no wrapper marks."""
        filled = TOKEN.sub(lambda match: self.inline[match[0]].text if match[0] in self.inline else "", text)
        return re.sub("\ue002\\d+\ue001", "", filled)

    def marked(self, text: str) -> Markup:
        """The same with its bindings as the page shows them: text that is no Markdown."""
        pieces = re.split(r"(\ue000[0-9]+\ue001)", text)
        shown = (Markup(self.inline[piece].html) if piece in self.inline else piece for piece in pieces)  # noqa: S704
        return Markup("").join(piece if isinstance(piece, Markup) else self.plain(piece) for piece in shown)

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
        return self.language.text(_LABEL_MESSAGES[kind])

    def _cell(self, fence: Fence) -> Fragment:
        cell = self.made.cells[fence.name]
        output = self.made.outputs[fence.name] if not self.made.is_draft else self._any_output(fence.name)
        return self._filled("cell.html", cell=cell, code=highlighted(cell.source), parts=self._parts(fence, output))

    def _parts(self, fence: Fence, output: Output) -> list[dict[str, object]]:
        """What the cell put out, piece by piece, in order."""
        alts = iter(alt_keys(output.parts))
        return [self._picture(fence, part, next(alts)) if part.kind == "svg" else _piece(part) for part in output.parts]

    def _picture(self, fence: Fence, part: Part, key: str) -> dict[str, object]:
        width, height = svg_size(part) or (0.0, 0.0)
        alt = self.plain(fence.options[key].text) if key in fence.options else ""
        size = {"width": round(width), "height": round(height)}
        return {"kind": "svg", "src": self.root + picture_path(self.lesson.slug, part), "alt": alt, **size} | {
            "words": part.words
        }

    def _any_output(self, name: str) -> Output:
        return self.made.outputs.get(name, Output(name, ""))

    def _figure(self, fence: Fence) -> Fragment:
        drawing = self.made.drawings[fence.name]
        caption = fence.options.get("caption")
        light, dark = self.figure_files(fence)
        return self._filled(
            "figure.html",
            text=self._alt(fence),
            name=fence.name,
            alt=self._alt(fence),
            caption=self._rich(caption.text) if caption else "",
            sources=TOKEN.findall(fence.options["alt"].text),
            light=self.root + light,
            dark=self.root + dark,
            width=round(drawing.width),
            height=round(drawing.height),
            data=drawing.data if "data" in fence.options else (),
        )

    def _diagram(self, fence: Fence) -> Fragment:
        caption = fence.options.get("caption")
        return self._filled(
            "diagram.html",
            text=self._alt(fence),
            name=fence.name,
            alt=self._alt(fence),
            sources=TOKEN.findall(fence.options["alt"].text),
            caption=self._rich(caption.text) if caption else "",
            drawing=Markup(self.made.diagrams[fence.token]),  # noqa: S704  tidied by `aferir.diagrams`
        )

    def figure_files(self, fence: Fence) -> dict[str, bytes]:
        """The two drawings of a figure by their paths, light before dark; none when a draft lacks it."""
        if self.made.is_draft and fence.name not in self.made.drawings:
            return {}
        drawing, alt = self.made.drawings[fence.name], self._alt(fence)
        caption = self.plain(fence.options["caption"].text) if "caption" in fence.options else alt
        title = re.sub(r"[*`]", "", caption)  # Markdown's marks say nothing in a file of their own
        files = {}
        for theme, svg in (("light", drawing.light), ("dark", drawing.dark)):
            data = described(svg, f"figure-{fence.name}-{theme}", title, alt)
            files[_figure_path(self.lesson.slug, f"{fence.name}-{theme}", data)] = data
        return files

    def _alt(self, fence: Fence) -> str:
        return self.plain(fence.options["alt"].text)

    def _table(self, fence: Fence) -> Fragment:
        table = self.made.tables[fence.name]
        caption = fence.options.get("caption")
        columns = list(zip(*table.rows, strict=True))
        return self._filled(
            "table.html",
            name=fence.name,
            columns=[pieces(entry) for entry in table.columns],
            rows=[[pieces(entry) for entry in row] for row in table.rows],
            numeric=[all(_is_numeric(entry, self.language) for entry in column) for column in columns],
            formulas={tex: Markup(html) for tex, html in self.made.table_formulas.items()},  # noqa: S704  KaTeX's own
            caption=self._rich(caption.text) if caption else "",
        )

    def _explorable(self, fence: Fence) -> Fragment:
        own = self.made.explorables[fence.name]
        caption = fence.options.get("caption")
        linked = (link.settings for link in self.lesson.state_links if link.name == fence.name)
        settings = [(control.label, dict(control.options)[control.initial]) for control in own.controls]
        return self._filled(
            "explorable.html",
            name=fence.name,
            alt=self.plain(fence.options["alt"].text),
            sources=TOKEN.findall(fence.options["alt"].text),
            caption=self._rich(caption.text) if caption else "",
            linked=tuple(dict.fromkeys(linked)),
            settings=settings,
            panels=[shown for panel in own.panels if panel.kind != "spoken" and (shown := frame_of(panel, own, {}))],
        )

    def _references(self, _fence: Fence) -> Fragment:
        return self._filled("references.html", references=self.made.references)

    def _lessons(self, _fence: Fence) -> Fragment:
        return self._filled("lessons.html", lessons=self.made.lessons)

    def _glossary(self, _fence: Fence) -> Fragment:
        code = self.language.code
        codes = [other for other in self.made.language_names if other != "en"]
        terms = sorted(self.made.glossary.values(), key=lambda term: self.language.sort_key(term.words[code].term))
        shown = [{"key": term.key, "word": term.words[code], "others": term.others(code, codes)} for term in terms]
        return self._filled("glossary.html", terms=shown, names=self.made.language_names)

    def _kept(self, _fence: Fence) -> Fragment:
        return self._filled("kept.html")

    def _filled(self, template: str, *, text: str = "", **values: object) -> Fragment:
        html = self.environment.get_template(template).render(language=self.language, **values)
        return Fragment(html.strip(), text)


def _is_numeric(entry: str, language: Language) -> bool:
    """Whether an entry is a numeral and no more: a column of them is aligned at the right."""
    bare = entry.strip().rstrip("%\u00a0\u202f ")
    if not bare or bare in "—–":
        return True
    marks = f"{language.marks.decimal}{''.join(language.marks.thousands)}"
    return len(plain_numerals(bare, language.marks.decimal, language.marks.thousands[0])) == 1 and all(
        letter.isdigit() or letter in marks + "+-\u2212" for letter in bare
    )


def formula_bindings(lesson: Lesson) -> dict[str, list[int]]:
    """Token of a formula -> the ids of the numbers inside it: those that follow it before the next formula."""
    starts = sorted(_id(formula.token) for formula in lesson.formulas)
    found: dict[int, list[int]] = {start: [] for start in starts}
    for number in sorted(_id(item.token) for item in lesson.bindings if item.place == "math"):
        found[starts[bisect(starts, number) - 1]].append(number)
    return {formula.token: found[_id(formula.token)] for formula in lesson.formulas}


def _id(token: str) -> int:
    return int(token[1:-1])


def picture_path(slug: str, part: Part) -> str:
    """Where a picture that a cell shows lies below its language's root."""
    return f"figures/{slug}/shown.{hashlib.sha256(part.data.encode()).hexdigest()[:10]}.svg"


def _piece(part: Part) -> dict[str, object]:
    if not part.is_shown:
        return {"kind": part.kind, "text": part.data, "words": ""}
    return {"kind": "html", "html": Markup(fit_html(part).html), "words": part.words}  # noqa: S704 - a tree written out


def _figure_path(slug: str, stem: str, svg: bytes) -> str:
    """Where a drawing lies below its language's root; the name carries the hash of the content."""
    return f"figures/{slug}/{stem}.{hashlib.sha256(svg).hexdigest()[:10]}.svg"


def highlighted(code: str) -> Markup:
    """Python code as Pygments marks it, without a wrapper of its own."""
    return Markup(highlight(code.strip("\n"), PythonLexer(), HtmlFormatter(nowrap=True)))  # noqa: S704


def _shown_pictures(lesson: Lesson, made: Ingredients) -> dict[str, bytes]:
    shown = [made.outputs.get(fence.name) for fence in lesson.fences if fence.kind == "cell"]
    pictures = [part for output in shown if output for part in output.parts if part.kind == "svg"]
    return {picture_path(lesson.slug, part): part.data.encode() for part in pictures}
