"""Python-Markdown extension: puts each token's fragment where Markdown carried it, and opens lesson blocks.

The library's own way from a ``Page`` to HTML; MkDocs runs the same extension. Nothing here knows MkDocs.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as etree
from collections.abc import Callable, Mapping
from typing import Any

from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString
from pymdownx.blocks import BlocksExtension
from pymdownx.blocks.block import Block as MarkdownBlock
from pymdownx.slugs import slugify
from pymdownx.superfences import fence_code_format

from .model import Fragment, Page
from .question_tree import arrange_question, arrange_tasks
from .scan.blocks import BLOCKS

TOKEN = re.compile("\ue000(\\d+)\ue001")
_WRAPPED = "\ue000(\\d+)\ue001((?:.|\n)*?)\ue002\\1\ue001"
_BEFORE_LINKS = 175  # after code spans and escapes, before links and emphasis
_AFTER_INLINE = 15  # inline patterns run at 20; attr_list at 8 and toc at 5 must see the restored tree

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
    "pymdownx.superfences": {
        "disable_indented_code_blocks": True,
        # Not the class `mermaid`: the theme would fetch its own copy from another host.
        "custom_fences": [{"name": "mermaid", "class": "diagram", "format": fence_code_format}],
    },
}


def to_html(page: Page) -> tuple[str, frozenset[str]]:
    """The HTML of a page's body, and the tokens that reached it."""
    own = AferirExtension(page=page)
    converter = Markdown(extensions=[*EXTENSIONS, own], extension_configs=dict(EXTENSION_SETTINGS))
    return converter.convert(page.markdown), frozenset(own.restored)


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
