"""Pictures: the files of a figure's drawings and of what cells draw, and what a cell put out."""

from __future__ import annotations

import hashlib
import re

from markupsafe import Markup

from ..figures import Described
from ..model import Content, Fence, Lesson, Output, Part
from ..shown_html import alt_keys, fit_html, svg_size
from .ingredients import Ingredients
from .page_text import PageText


def shown_parts(fence: Fence, output: Output, page: PageText) -> list[dict[str, object]]:
    """What a cell put out, piece by piece, in order, as its template shows it."""
    alts = iter(alt_keys(output.parts))
    return [_picture(fence, part, next(alts), page) if part.kind == "svg" else _piece(part) for part in output.parts]


def _picture(fence: Fence, part: Part, key: str, page: PageText) -> dict[str, object]:
    width, height = svg_size(part) or (0.0, 0.0)
    return {
        "kind": "svg",
        "src": page.root + _path(page.lesson.slug, "shown", part.content),
        "alt": page.plain(fence.options[key].text) if key in fence.options else "",
        "width": round(width),
        "height": round(height),
        "words": part.words,
    }


def _piece(part: Part) -> dict[str, object]:
    if not part.is_shown:
        return {"kind": part.kind, "text": part.data, "words": ""}
    return {"kind": "html", "html": Markup(fit_html(part).html), "words": part.words}  # noqa: S704 - a tree written out


def shown_pictures(lesson: Lesson, made: Ingredients) -> dict[str, Content]:
    """The pictures that the cells of a lesson show, by their paths."""
    shown = [made.outputs.get(fence.name) for fence in lesson.fences if fence.kind == "cell"]
    pictures = [part for output in shown if output for part in output.parts if part.kind == "svg"]
    return {_path(lesson.slug, "shown", part.content): part.content for part in pictures}


def figure_files(fence: Fence, page: PageText) -> dict[str, Content]:
    """The two drawings of a figure by their paths, light before dark; none when a draft lacks it."""
    if page.made.is_draft and fence.name not in page.made.drawings:
        return {}
    drawing, alt = page.made.drawings[fence.name], page.alt(fence)
    caption = page.plain(fence.options["caption"].text) if "caption" in fence.options else alt
    title = re.sub(r"[*`]", "", caption)  # Markdown's marks say nothing in a file of their own
    both = {"light": drawing.light, "dark": drawing.dark}
    files = {theme: Described(svg, f"figure-{fence.name}-{theme}", title, alt) for theme, svg in both.items()}
    return {_path(page.lesson.slug, f"{fence.name}-{theme}", file): file for theme, file in files.items()}


def _path(slug: str, stem: str, svg: Content) -> str:
    """Where a picture lies below its language's root; the name carries the hash of the content."""
    return f"figures/{slug}/{stem}.{hashlib.sha256(svg.text.encode()).hexdigest()[:10]}.svg"
