"""Python-Markdown extension: puts each token's fragment where Markdown carried it, and opens lesson blocks.

The library's own way from a ``Page`` to HTML; MkDocs runs the same extension. Nothing here knows MkDocs.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as etree
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString
from pymdownx.blocks import BlocksExtension
from pymdownx.blocks.block import Block as MarkdownBlock
from pymdownx.slugs import slugify

from .model import Claim, Fragment, Lesson, Page, Question, QuestionFrame, TermLink, Word
from .passages import Passages
from .question_tree import arrange_question, arrange_tasks
from .scan.blocks import BLOCKS

TOKEN = re.compile("\ue000(\\d+)\ue001")
_WRAPPED = "\ue000(\\d+)\ue001((?:.|\n)*?)\ue002\\1\ue001"
_BEFORE_LINKS = 175  # after code spans and escapes, before links and emphasis
_AFTER_INLINE = 15  # inline patterns run at 20; attr_list at 8 and toc at 5 must see the restored tree
_LAST = -11
_STATE = re.compile(r"#[a-z][a-z0-9_]*:(?![0-9])")
_AFTER_LINKS = -10  # MkDocs resolves relative links at 0; those to the glossary are addresses already
_LINKED_IN = ("p", "li", "dd")
_NOT_INSIDE = ("a", "code", "h1", "h2", "h3", "h4", "h5", "h6", "button", "summary", "table")

EXTENSIONS: tuple[str, ...] = (
    "admonition",
    "attr_list",
    "def_list",
    "footnotes",
    "tables",
    "toc",
    "pymdownx.details",
    "pymdownx.highlight",
    "pymdownx.superfences",
)
"""What lessons may use besides Aferir's own syntax."""

EXTENSION_SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "toc": {"permalink": True, "slugify": slugify(case="lower"), "toc_depth": "2-3"},
    "pymdownx.highlight": {"use_pygments": True, "guess_lang": False},
    "pymdownx.superfences": {"disable_indented_code_blocks": True},
}


def to_html(page: Page) -> tuple[str, frozenset[str]]:
    """The HTML of a page's body, and the tokens that reached it."""
    own = AferirExtension(page=page)
    converter = Markdown(extensions=[*EXTENSIONS, own], extension_configs=dict(EXTENSION_SETTINGS))
    return converter.convert(page.markdown), frozenset(own.restored)


def tokens_that_survive(lesson: Lesson) -> frozenset[str]:
    """The tokens of a lesson that Markdown carries to the page, whatever they will show there."""
    wrapped = [item.token for item in lesson.bindings if isinstance(item, Word | Claim)]
    blocks = [block.token for block in lesson.blocks]
    every = [item.token for item in (*lesson.bindings, *lesson.formulas, *lesson.fences, *lesson.blocks)]
    page = Page(
        *(lesson.path, lesson.slug, lesson.language, "", "", lesson.markdown),
        fragments={token: Fragment("", "") for token in every if token not in wrapped},
        wrappers=dict.fromkeys(wrapped, ""),
        block_attributes={token: {} for token in blocks},
        questions={question.token: _bare_frame(question) for question in lesson.questions},
        task_lists={task.project: {} for task in lesson.tasks},
        tasks=frozenset(task.token for task in lesson.tasks),
    )
    return to_html(page)[1]


def _bare_frame(question: Question) -> QuestionFrame:
    """What surrounds a question of which only the tokens matter."""
    answers: dict[str, Mapping[str, str]] = {answer.token: {} for answer in question.answers}
    count = len(answers)
    options = ("", "") if question.kind == "true-false" else ()
    return QuestionFrame(question.kind, {}, "", "", "", answers, ("",) * count, tuple(range(count)), options)


def inline_html(text: str, fragments: Mapping[str, Fragment], wrappers: Mapping[str, str]) -> str:
    """The HTML of one line of Markdown (a caption, the title of a block), without a paragraph around it."""
    page = Page("", "", "", "", "", text, fragments, wrappers)
    html = Markdown(extensions=[AferirExtension(page=page)]).convert(text)
    return html.removeprefix("<p>").removesuffix("</p>")


class AferirExtension(Extension):
    """The extension of one page. ``restored`` collects the tokens that found their place."""

    def __init__(self, *, page: Page) -> None:
        super().__init__()
        self.page = page
        self.restored: set[str] = set()

    def extendMarkdown(self, md: Markdown) -> None:
        """Register our processors; indented code is gone, since the scanner refuses it."""
        if "code" in md.parser.blockprocessors:
            md.parser.blockprocessors.deregister("code")
        md.inlinePatterns.register(_Wrapper(_WRAPPED, md, self), "aferir_wrapper", _BEFORE_LINKS)
        md.treeprocessors.register(_Restore(md, self), "aferir_restore", _AFTER_INLINE)
        md.treeprocessors.register(_Terms(md, self.page.terms), "aferir_terms", _AFTER_LINKS)
        md.treeprocessors.register(_HideStates(md), "aferir_hide_states", _AFTER_INLINE)
        md.treeprocessors.register(_ShowStates(md), "aferir_show_states", _LAST)
        md.treeprocessors.register(Passages(md), "aferir_passages", _LAST)
        _LessonBlocks(self.page, self.restored).extendMarkdown(md)


class _Wrapper(InlineProcessor):
    """A word or a claim: its text stays Markdown, inside a span that says what it is."""

    def __init__(self, pattern: str, md: Markdown, own: AferirExtension) -> None:
        super().__init__(pattern, md)
        self.own = own

    def handleMatch(self, m: re.Match[str], data: str) -> tuple[etree.Element, int, int]:  # type: ignore[override]
        token = f"\ue000{m[1]}\ue001"
        self.own.restored.add(token)
        element = etree.Element("span", {"class": self.own.page.wrappers[token], "data-source": m[1]})
        element.text = m[2]
        return element, m.start(0), m.end(0)


class _Restore(Treeprocessor):
    """Replace each token by its fragment: HTML in text, plain text in attributes."""

    def __init__(self, md: Markdown, own: AferirExtension) -> None:
        super().__init__(md)
        self.own = own

    def run(self, root: etree.Element) -> None:
        for element in root.iter():
            for name, value in element.attrib.items():
                element.set(name, self._with(value, self._plain))
            element.text = self._restored(element.text)
            element.tail = self._restored(element.tail)

    def _restored(self, text: str | None) -> str | None:
        if not text or "\ue000" not in text:
            return text
        replaced = self._with(text, self._stashed)
        return AtomicString(replaced) if isinstance(text, AtomicString) else replaced

    def _with(self, text: str, put: Callable[[Fragment], str]) -> str:
        def found(match: re.Match[str]) -> str:
            fragment = self.own.page.fragments.get(match[0])
            if fragment is None:  # half of a word or claim, which a table cell cut off from its other half
                return match[0]
            self.own.restored.add(match[0])
            return put(fragment)

        return TOKEN.sub(found, text)

    def _stashed(self, fragment: Fragment) -> str:
        return str(self.md.htmlStash.store(fragment.html))

    @staticmethod
    def _plain(fragment: Fragment) -> str:
        return fragment.text


class _HideStates(Treeprocessor):
    """Take the address from a link to a state of an explorable while MkDocs looks for headings with such a name."""

    def run(self, root: etree.Element) -> None:
        for link in root.iter("a"):
            if _STATE.match(link.get("href", "")):
                link.set("data-state", link.get("href", ""))
                link.set("href", "#")


class _ShowStates(Treeprocessor):
    """Give each link to a state its address again; the scanner has seen that it leads somewhere."""

    def run(self, root: etree.Element) -> None:
        for link in root.iter("a"):
            if link.get("data-state"):
                link.set("href", link.attrib.pop("data-state"))
                link.set("class", "state-link")


class _Terms(Treeprocessor):
    """Link the first mention of each term in the running text; not in headings, tables, code, links."""

    def __init__(self, md: Markdown, terms: Sequence[TermLink]) -> None:
        super().__init__(md)
        self._by_form = {form.casefold(): term for term in terms for form in term.forms}
        forms = sorted(self._by_form, key=len, reverse=True)  # the longest first: multi-head attention, attention
        joined = "|".join(re.escape(form).replace(r"\ ", r"[\s\u00a0]+") for form in forms)
        self._form = re.compile(rf"(?<![\w-])(?:{joined})(?![\w-])", re.IGNORECASE) if forms else None
        self._linked: set[str] = set()

    def run(self, root: etree.Element) -> None:
        if self._form:
            self._walk(root, is_running=False)

    def _walk(self, element: etree.Element, *, is_running: bool) -> None:
        """Link in the order in which a reader meets the text: an element's own, then each child and what follows it."""
        if element.tag in _NOT_INSIDE:
            return
        is_running = is_running or element.tag in _LINKED_IN
        if is_running:
            self._link(element, None)
        for child in list(element):
            self._walk(child, is_running=is_running)
            if is_running:
                self._link(element, child)

    def _link(self, parent: etree.Element, before: etree.Element | None) -> None:
        """Link the first new mention in the text after ``before``, or at the beginning, and go on behind it."""
        text = (parent.text if before is None else before.tail) or ""
        found = self._first_new(text)
        if not found or isinstance(text, AtomicString):
            return
        term = self._term(found[0])
        self._linked.add(term.key)
        link = etree.Element("a", {"class": "term", "href": term.href, "data-term": term.key})
        link.text, link.tail = AtomicString(found[0]), text[found.end() :]
        if before is None:
            parent.text = text[: found.start()]
        else:
            before.tail = text[: found.start()]
        parent.insert(0 if before is None else list(parent).index(before) + 1, link)
        self._link(parent, link)

    def _first_new(self, text: str) -> re.Match[str] | None:
        assert self._form
        return next(
            (found for found in self._form.finditer(text) if self._term(found[0]).key not in self._linked), None
        )

    def _term(self, form: str) -> TermLink:
        return self._by_form[re.sub(r"\s", " ", form).casefold()]


class _LessonBlocks(BlocksExtension):  # type: ignore[misc]
    """``/// kind | token`` for each kind of block; the token names the fragments of its head and its tail."""

    def __init__(self, page: Page, restored: set[str]) -> None:
        super().__init__()
        self.page = page
        self.restored = restored

    def extendMarkdownBlocks(self, md: Markdown, block_mgr: Any) -> None:
        for kind in BLOCKS:
            block_mgr.register(_block_class(kind, self.page, self.restored), {})


def _block_class(kind: str, page: Page, restored: set[str]) -> type[MarkdownBlock]:
    class LessonBlock(MarkdownBlock):  # type: ignore[misc]
        NAME = kind
        ARGUMENT = True

        def on_create(self, parent: etree.Element) -> etree.Element:
            token = self.argument.strip()
            restored.add(token)
            is_folded = kind == "answer"
            tag = "details" if is_folded else "section"
            made = etree.SubElement(parent, tag, dict(page.block_attributes[token]))
            etree.SubElement(made, "summary" if is_folded else "p").text = token
            return made

        def on_end(self, block: etree.Element) -> None:
            token = self.argument.strip()
            if token in page.questions:
                restored.update(arrange_question(block, page.questions[token]))
            if token in page.task_lists:
                restored.update(arrange_tasks(block, page.tasks, page.task_lists[token]))
            tail = page.tails.get(token)
            if tail:
                etree.SubElement(block, "p").text = self.md.htmlStash.store(tail.html)

    return LessonBlock
