"""What the templates show: of every page, of a lesson, of a notebook, of the pages beside the languages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from markupsafe import Markup

from .. import site
from ..build import Edition, NotebookPage, SiteParts, lesson_data_path
from ..languages import Language
from ..model import Page


def shared_context(parts: SiteParts, edition: Edition | None) -> Mapping[str, object]:
    """What every page may show. Paths are relative to the root of the build, as the ``url`` filter expects."""
    up = "../" if edition else ""
    modules = up + site.asset_path(parts.modules.folder_name)
    shared: dict[str, object] = {
        "styles": [
            up + site.asset_path(parts.assets["fonts"].folder_name, "fonts.css"),
            up + site.asset_path(parts.assets["katex"].folder_name, "katex.min.css"),
            f"{modules}page.css",
            *([f"{modules}findings.css"] if parts.is_draft else ()),
        ],
        "modules": [up + path for path in page_modules(parts)] if edition else [],
        "chooser": f"{modules}chooser.js",
        "editions": [
            {"code": item.language.code, "name": item.language.name, "title": item.title} for item in parts.editions
        ],
    }
    return shared | (_edition_context(parts, edition) if edition else _root_context(parts))


def page_modules(parts: SiteParts) -> list[str]:
    """The program of a page, and what it imports; asked for early, since the theme's own script goes first."""
    return [site.asset_path(parts.modules.folder_name, name) for name in ("main.js", "folders.js")]


def _root_context(parts: SiteParts) -> dict[str, object]:
    codes = [edition.language for edition in parts.editions]
    return {
        "leads": {},
        "counterparts": (),
        "not_found": [_not_found(own, f"{own.code}/") for own in codes],
        "offline": [_offline(own, f"{own.code}/") for own in codes],
    }


def _edition_context(parts: SiteParts, edition: Edition) -> dict[str, object]:
    own = edition.language
    return {
        "course": parts.course.id,
        "language": own.code,
        "texts": "../" + site.asset_path(parts.modules.folder_name, f"strings/{own.code}.json"),
        "leads": {name: page.description for name, page in edition.pages.items()},
        "not_found": [_not_found(own, ".")],
        "offline": [_offline(own, ".")],
        "counterparts": _counterparts(parts, "index.md"),
    }


def _counterparts(parts: SiteParts, name: str) -> list[dict[str, str]]:
    """The same page in each language, lesson or notebook; the first page of a language that does not have it."""
    stem = "" if name == "index.md" else f"{name.removesuffix('.md')}/"
    return [
        {
            "lang": edition.language.code,
            "name": edition.language.name,
            "href": f"../{edition.language.code}/{stem if name in {*edition.pages, *edition.notebooks} else ''}",
        }
        for edition in parts.editions
    ]


def _not_found(own: Language, home: str) -> dict[str, str]:
    return {
        "lang": own.code,
        "title": own.text("This page does not exist"),
        "text": own.text("The address may have changed. The lessons are all on the first page."),
        "link": own.text("To the first page"),
        "home": home,
    }


def _offline(own: Language, home: str) -> dict[str, str]:
    return {
        "lang": own.code,
        "title": own.text("This page is not on this device"),
        "text": own.text("There is no network just now, and you have not visited this page before."),
        "again": own.text("Try again"),
        "first": own.text("To the first page"),
        "home": home,
    }


def page_context(parts: SiteParts, edition: Edition, page: Page) -> dict[str, object]:
    """What a page of a language shows: its title and, for a lesson, its place in the course and its data."""
    shared = dict(shared_context(parts, edition)) | {"counterparts": _counterparts(parts, f"{page.slug}.md")}
    shared |= {
        "title": Markup(page.title_html),  # noqa: S704 - of our own templates, as are the others
        "lead": Markup(page.lead_html),  # noqa: S704
        "notice": Markup(page.notice),  # noqa: S704
    }
    if not page.is_lesson:
        return shared
    own = edition.language
    return shared | {
        "kicker": _kicker(parts, edition, page),
        "path": _course_path(parts, edition),
        "place": _lessons(parts, edition).index(page.slug),
        "path_name": own.text("The course's path"),
        "checked": "" if parts.is_draft else _checked_line(edition, page),
        "show_sources": own.text("Show sources"),
        "notebook": _notebook_links(edition, page),
        "about": "about/" if "about.md" in edition.pages else "",
        "lesson": page.slug,
        "quiz_mark": page.quiz_mark,
        "lesson_url": f"../{lesson_data_path(parts, page)}",
        "sources_url": f"../{lesson_data_path(parts, page, 'sources.json')}",
        "explorables_url": f"../{lesson_data_path(parts, page, 'explorables.json')}" if page.explorables else "",
        "glossary_url": _glossary_url(parts, own.code),
        "worker": f"../{site.asset_path(parts.modules.folder_name, 'worker.js')}",
        "python_url": f"../{site.asset_path(parts.data.folder_name, 'python.json')}",
        "code": own.code,
    }


def context_of(parts: SiteParts, edition: Edition, name: str) -> object:
    """What the page of an edition shows, by the page's path: its context, to be compared with an earlier one."""
    return page_context(parts, edition, edition.pages[name])


def notebook_context(parts: SiteParts, edition: Edition, book: NotebookPage) -> dict[str, object]:
    """What the page of a notebook shows: the way back to its lesson, and what of it can be downloaded."""
    own = edition.language
    return {
        **shared_context(parts, edition),
        "counterparts": _counterparts(parts, f"notebooks/{book.slug}.md"),
        "title": book.title,
        "kicker": own.text("Jupyter notebook"),
        "back": {"href": f"{book.slug}/", "text": own.text("Back to the lesson")},
        "downloads": _downloads(book, own),
    }


def _notebook_links(edition: Edition, page: Page) -> dict[str, object]:
    """Where a lesson's notebook is and what of it can be downloaded; nothing when it has none."""
    book = edition.notebooks.get(f"notebooks/{page.slug}.md")
    if not book:
        return {}
    own = edition.language
    return {
        "href": f"notebooks/{book.slug}/",
        "text": own.text("Notebook of the lesson"),
        "files": _downloads(book, own),
    }


def _downloads(book: NotebookPage, own: Language) -> list[dict[str, str]]:
    """The files of a notebook: address, ending, and the whole of what the link does."""
    names = [Path(path).name for path in book.files]
    return [
        {"href": path, "ending": Path(path).suffix, "says": own.text("Download {file}", file=name)}
        for path, name in zip(book.files, names, strict=True)
    ]


def _glossary_url(parts: SiteParts, code: str) -> str:
    """The address of the terms of a language from one of its pages; "" when the course has none."""
    name = f"{code}/glossary.json"
    return f"../{site.asset_path(parts.data.folder_name, name)}" if name in parts.data.files else ""


def _lessons(parts: SiteParts, edition: Edition) -> list[str]:
    """The lessons that the edition has, in order."""
    return [slug for slug in parts.course.lessons if f"{slug}.md" in edition.pages]


def _course_path(parts: SiteParts, edition: Edition) -> list[dict[str, str]]:
    """The lessons in order, from any of their pages; nothing when there is only one."""
    slugs = _lessons(parts, edition)
    steps = [{"href": f"{slug}/", "title": edition.pages[f"{slug}.md"].title} for slug in slugs]
    return steps if len(steps) > 1 else []


def _kicker(parts: SiteParts, edition: Edition, page: Page) -> str:
    own = edition.language
    order = parts.course.lessons
    place = own.text("Lesson {number} of {total}", number=order.index(page.slug) + 1, total=len(order))
    reading = own.plural("{count} minute of reading", "{count} minutes of reading", page.reading_minutes)
    return f"{place} · {reading}" if len(order) > 1 else reading


def _checked_line(edition: Edition, page: Page) -> str:
    own = edition.language
    numbers = own.plural("{count} number", "{count} numbers", page.checked_numbers)
    claims = own.plural("{count} statement", "{count} statements", page.checked_claims)
    return own.text(
        "Checked on this page against its code: {numbers} and {statements}.", numbers=numbers, statements=claims
    )
