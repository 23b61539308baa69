"""Our templates, and what they are filled with. No HTML stands in Python."""

from __future__ import annotations

import functools

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from ..explorables import label_pieces
from ..languages import Language
from ..model import Fragment


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


def filled(template: str, language: Language, *, text: str = "", **values: object) -> Fragment:
    """A template, filled; ``text`` stands for it where only characters can. Raises UndefinedError when one lacks."""
    html = _environment().get_template(template).render(language=language, **values)
    return Fragment(html.strip(), text)


def diagram_html(alt: str, caption: str, svg: str) -> str:
    """A diagram on a page that is no lesson; ``caption`` is plain text."""
    shown = {"name": "", "alt": alt, "caption": caption, "sources": (), "drawing": Markup(svg)}  # noqa: S704
    return _environment().get_template("diagram.html").render(shown).strip()


def highlighted(code: str) -> Markup:
    """Python code as Pygments marks it, without a wrapper of its own."""
    return Markup(highlight(code.strip("\n"), PythonLexer(), _html()))  # noqa: S704


@functools.cache
def _html() -> HtmlFormatter:  # type: ignore[type-arg]
    """Made once: it works out a style sheet that nobody asks it for."""
    return HtmlFormatter(nowrap=True)
