"""The text of a page with its tokens filled in: as Markdown's HTML, as HTML alone, as characters alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from ..languages import Language
from ..markup import TOKEN, inline_html
from ..model import Claim, Fence, Fragment, Lesson, Word
from .ingredients import Ingredients
from .inline import inline_fragments
from .templates import filled


def page_text(lesson: Lesson, made: Ingredients, root: str = "") -> PageText:
    """What every part of a page is filled with; ``root`` leads from the page to the root of its language."""
    wrappers = {
        item.token: "claim" if isinstance(item, Claim) else "word"
        for item in lesson.bindings
        if isinstance(item, Word | Claim)
    }
    up = root or ("" if lesson.slug == "index" else "../")
    return PageText(lesson, made, up, inline_fragments(lesson, made), wrappers)


@dataclass(frozen=True, slots=True)
class PageText:
    """A lesson, what was made of it, and its text with the tokens filled in."""

    lesson: Lesson
    made: Ingredients
    root: str
    inline: Mapping[str, Fragment]
    """Token -> what stands for it inside a line."""
    wrappers: Mapping[str, str]
    """Token of a word or a claim -> the class of the span that holds it."""

    @property
    def language(self) -> Language:
        """The language of the page."""
        return self.made.language

    def filled(self, template: str, *, text: str = "", **values: object) -> Fragment:
        """A template filled in the page's language: see `templates.filled`."""
        return filled(template, self.language, text=text, **values)

    def plain(self, text: str) -> str:
        """Text where only characters can stand: each token by its plain form, no wrapper marks."""
        filled = TOKEN.sub(lambda match: self.inline[match[0]].text if match[0] in self.inline else "", text)
        return re.sub("\ue002\\d+\ue001", "", filled)

    def marked(self, text: str) -> Markup:
        """The same with its bindings as the page shows them: text that is no Markdown."""
        pieces = re.split(r"(\ue000[0-9]+\ue001)", text)
        shown = (Markup(self.inline[piece].html) if piece in self.inline else piece for piece in pieces)  # noqa: S704
        return Markup("").join(piece if isinstance(piece, Markup) else self.plain(piece) for piece in shown)

    def rich(self, text: str) -> Markup:
        """The same of text that is Markdown of one line."""
        return Markup(inline_html(text, self.inline, self.wrappers))  # noqa: S704  Markdown's own output

    def alt(self, fence: Fence) -> str:
        """What a figure, a diagram or an explorable says to who does not see it."""
        return self.plain(fence.options["alt"].text)

    def caption(self, fence: Fence) -> Markup | str:
        """What stands below a fence; nothing when it has no caption."""
        caption = fence.options.get("caption")
        return self.rich(caption.text) if caption else ""
