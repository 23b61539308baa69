"""What ``serve`` keeps from one build to the next, and what of the new site is as it was in the old one.

An edit changes one page most of the time. Its language is built by MkDocs with every other page left empty; those are
then taken from the site that is being served, and so is what the search had read of them. A language in which nothing
changed is not built at all. Whatever cannot be told to be the same is built.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import search
from .build import Edition, SiteParts
from .memory import Memory


@dataclass(slots=True)
class Served:
    """The site that is being served, once there is one, and what its course was computed from."""

    memory: Memory = field(default_factory=Memory)
    built: Built | None = None


@dataclass(frozen=True, slots=True)
class Built:
    """A site: its parts; what else decides how pages look (settings, theme, images); the pages beside the languages."""

    parts: SiteParts
    surroundings: object
    root_pages: object


PageContext = Callable[[SiteParts, Edition, str], object]
"""What the templates show of a page of an edition, by its path."""


@dataclass(frozen=True, slots=True)
class Same:
    """What is as it was in ``folder``: pages by the code of their language, languages as a ``whole``, the ``root``."""

    folder: Path = Path()
    pages: Mapping[str, frozenset[str]] = field(default_factory=dict)
    whole: frozenset[str] = frozenset()
    root: bool = False

    def of(self, code: str) -> frozenset[str]:
        """The pages of a language."""
        return self.pages.get(code, frozenset())


def same_as_before(served: Served, new: Built, site: str, context: PageContext) -> Same:
    """What a new site has in common with the one served from the folder ``site``."""
    folder = Path(site)
    if served.built is None or served.built.surroundings != new.surroundings:
        return Same(folder)
    before, parts = served.built.parts, new.parts
    old = {edition.language.code: edition for edition in before.editions}
    pages: dict[str, frozenset[str]] = {}
    whole: set[str] = set()
    for edition in parts.editions:
        code = edition.language.code
        known = old.get(code)
        pages[code] = _same_pages(before, known, parts, edition, context) if known else frozenset()
        if known and pages[code] == frozenset(edition.pages) and known.files == edition.files:
            whole.add(code)
    root = served.built.root_pages == new.root_pages and _shared(before) == _shared(parts)
    return Same(folder, pages, frozenset(whole), root)


def _shared(parts: SiteParts) -> object:
    """What the pages beside the languages show of them."""
    folders = [parts.modules.folder_name, *(folder.folder_name for folder in parts.assets.values())]
    return folders, parts.is_draft, [(edition.language.code, _navigation(edition)) for edition in parts.editions]


def _same_pages(
    before: SiteParts, old: Edition, parts: SiteParts, edition: Edition, context: PageContext
) -> frozenset[str]:
    """The pages in which nothing changed; none when the navigation, which stands on each, is another one."""
    if _navigation(old) != _navigation(edition):
        return frozenset()
    return frozenset(
        name
        for name, page in edition.pages.items()
        if old.pages[name] == page and context(before, old, name) == context(parts, edition, name)
    )


def _navigation(edition: Edition) -> object:
    titles = [(name, page.title, page.description) for name, page in edition.pages.items()]
    return titles, edition.title, edition.description, edition.copyright, dict(edition.sources)


# ── Files ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def take_over(old: Path, new: Path, names: Iterable[str]) -> None:
    """Put the folders ``names`` of one site into another one, as links: nothing writes into them any more."""
    for name in names:
        if (old / name).is_dir() and not (new / name).exists():
            shutil.copytree(old / name, new / name, copy_function=_linked)


def _linked(source: str, target: str) -> object:
    try:
        os.link(source, target)
    except OSError:
        return shutil.copy2(source, target)
    return target


def take_pages(old: Path, new: Path, addresses: Collection[str], also: Collection[str] = ()) -> None:
    """Put the pages at ``addresses`` (``one/``) of one site into another, with what the search read of them.

    ``also``: files that name pages by their titles, which MkDocs does not know of pages that it left empty.
    """
    if not addresses:
        return
    for place in (*(f"{address}index.html" for address in addresses), *also):
        (new / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(old / place, new / place)
    index = new / "search" / search.INDEX
    if index.exists():
        whole = old / "search" / search.INDEX
        apart = whole.with_name(search.TEXTS)
        before, after = (_json(apart if apart.exists() else whole), _json(index))
        merged = merged_index(before, after, addresses)
        index.write_text(json.dumps(merged, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def _json(path: Path) -> dict[str, Any]:
    return dict(json.loads(path.read_text(encoding="utf-8")))


def address(name: str) -> str:
    """Where the page of a file lies in its language: ``one/`` for ``one.md``, nothing for the first."""
    stem = name.removesuffix(".md")
    return "" if stem == "index" else f"{stem}/"


def merged_index(old: Mapping[str, Any], new: Mapping[str, Any], kept: Collection[str]) -> dict[str, Any]:
    """The new search index with what the old one says of the pages at the addresses ``kept``, in the new order."""
    by_page: dict[str, list[Any]] = {}
    for entry in old["docs"]:
        by_page.setdefault(_page_of(entry), []).append(entry)
    docs: list[Any] = []
    for entry in new["docs"]:
        page = _page_of(entry)
        docs += by_page.pop(page, []) if page in kept else [entry]
    return {**new, "docs": docs}


def _page_of(entry: Mapping[str, str]) -> str:
    return entry["location"].partition("#")[0]
