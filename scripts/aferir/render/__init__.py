"""Lesson + outputs -> Page: the fragment of every token, from templates with autoescape. No HTML stands here.

Ingredients (what the stages made) + Lesson  -page_text->  its text with the tokens filled in
fence  -fences, pictures->  Fragment        block  -blocks->  head, attributes, tail        all of them  -page->  Page
"""

from .ingredients import Ingredients, LessonLink, Step
from .inline import formula_bindings
from .page import notebook_fragments, reading_minutes, render_page
from .templates import diagram_html

__all__ = [
    "Ingredients",
    "LessonLink",
    "Step",
    "diagram_html",
    "formula_bindings",
    "notebook_fragments",
    "reading_minutes",
    "render_page",
]
