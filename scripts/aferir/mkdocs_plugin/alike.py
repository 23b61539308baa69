"""What many pages show alike is rendered once: an item of the navigation, a step of the course's path.

Each page lists every lesson, so that all pages of a course of 500 have a quarter of a million of both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from markupsafe import Markup

Rendered = Callable[..., str]
"""A macro of a template: what it gives is HTML."""


class Alike:
    """Belongs to the templates of one build of MkDocs; nothing of it is known in the next."""

    def __init__(self) -> None:
        self._kept: dict[tuple[object, ...], str] = {}

    def item(self, theirs: Rendered, page: Any, base_url: str) -> Rendered:
        """The macro of the theme for items of the navigation, as it is on ``page``.

        What it gives for an item without children that is not the page's own depends on nothing but the item and its
        address from there: the same from all pages of a folder, except for what lies below one of them.
        """
        kept, parts = self._kept, folders_of(page.url) if page else ()
        place, own = (parts[:-1], len(parts)) if page else base_url, "".join(f"{part}/" for part in parts)

        def render(nav_item: Any, path: str, level: int, *parent: Any) -> str:
            if nav_item.children or nav_item.active or (own and str(nav_item.url).startswith(own)):
                return theirs(nav_item, path, level, *parent)
            key = (place, path, level, nav_item.url)
            found = kept.get(key)
            if found is None:
                found = kept[key] = theirs(nav_item, path, level, *parent)
            return found

        return render

    def steps(self, render: Rendered, steps: Sequence[object], at: int, page: Any) -> Markup:
        """All ``steps`` of a path as ``render(step, number, is_current)`` has them, the one ``at`` being the current.

        Each leads to a page beside the others, so their addresses are the same from all but their own.
        """
        kept, parts = self._kept, folders_of(page.url)
        shown: list[str] = []
        for number, step in enumerate(steps):
            key = ("step", parts[:-1], number)
            found = render(step, number + 1, is_current=True) if number == at else kept.get(key)
            if found is None:
                found = kept[key] = render(step, number + 1, is_current=False)
            shown.append(found)
        return Markup("".join(shown))  # noqa: S704 - each was written by the template


def folders_of(address: str) -> tuple[str, ...]:
    """The folders that a page at ``address`` lies in, its own included: ``one/`` is ``one/index.html``."""
    return tuple(part for part in address.rpartition("/")[0].split("/") if part not in ("", "."))
