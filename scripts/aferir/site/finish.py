"""The pass over the built site: every page read once, one policy in all of them, a service worker, a manifest."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from .. import __version__
from .manifest import MANIFEST, Entry, Manifest, entries, entry_of, written
from .offline import OFFLINE_PAGE, WORKER, Site, listing, retiring_script, worker_script
from .pages import Fault, SitePage, style_faults
from .policy import policy
from .webapp import TOUCH_ICON, App, app_manifest, app_path, icons

_HASH_DIGITS = 12


@dataclass(frozen=True, slots=True)
class SiteFacts:
    """What the pass has to know of a site: the course's id, the address it is published at, what it is called.

    The address is "" when unknown. There is an app for each language, and one for the pages beside them.
    """

    course: str
    address: str
    apps: tuple[App, ...] = ()

    @property
    def base(self) -> str:
        """The path that the site is published below, with its final slash."""
        return urlsplit(self.address).path.rstrip("/") + "/"

    @property
    def languages(self) -> tuple[str, ...]:
        """The codes of the course's languages."""
        return tuple(app.code for app in self.apps if app.code)


def finish(folder: Path, facts: SiteFacts) -> tuple[Fault, ...]:
    """Complete a built site in place. What its policy would refuse comes back, and nothing is written then."""
    pages = _read_pages(folder, facts)
    faults = (*(fault for page in pages for fault in page.faults), *_faults_of_styles(folder))
    if faults:
        return faults
    _write_apps(folder, facts)
    files = entries(folder)
    build = _build_of(files)
    headed, written_pages = _write_heads(folder, facts, pages, build)
    files |= written_pages
    files |= _write_worker(folder, listing(_site_of(folder, facts, files, headed), build))
    _write(folder, MANIFEST, written(Manifest(f"aferir {__version__}", facts.course, files)))
    return ()


def retire(folder: Path) -> None:
    """What `mkdocs serve` serves in the place of a service worker: it removes one that an earlier build left."""
    _write(folder, WORKER, retiring_script())


@dataclass(frozen=True, slots=True)
class _Read:
    """What a page of the site holds that the pass asks for, without its text: a large site has hundreds of them."""

    path: str
    scripts: tuple[str, ...]
    loads: tuple[str, ...]
    faults: tuple[Fault, ...]


def _read_pages(folder: Path, facts: SiteFacts) -> tuple[_Read, ...]:
    """Every page of the site, whoever made it. What many say in the same words is kept once."""
    said: dict[tuple[str, ...], tuple[str, ...]] = {}
    words: dict[str, str] = {}

    def once(items: tuple[str, ...]) -> tuple[str, ...]:
        return said.setdefault(items, tuple(words.setdefault(item, item) for item in items))

    found = []
    for path in sorted(folder.rglob("*.html")):
        page = _page(folder, path.relative_to(folder).as_posix(), facts)
        found.append(_Read(page.path, once(page.scripts), once(page.loads), page.faults))
    return tuple(found)


def _page(folder: Path, path: str, facts: SiteFacts, known: tuple[str, ...] | None = None) -> SitePage:
    return SitePage(path, (folder / path).read_text(encoding="utf-8"), facts.address, known)


def _faults_of_styles(folder: Path) -> Sequence[Fault]:
    return [
        fault
        for path in sorted(folder.rglob("*.css"))
        for fault in style_faults(path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8"))
    ]


def _write_apps(folder: Path, facts: SiteFacts) -> None:
    for app in facts.apps:
        _write(folder, app_path(app.code), app_manifest(app))
    for path, data in icons():
        if not (folder / path).exists():
            _write(folder, path, data)


def _build_of(files: Mapping[str, Entry]) -> str:
    """What tells one build from another: the hash of all that was written before the pass."""
    lines = "\n".join(f"{path} {one.sha256}" for path, one in sorted(files.items()))
    return hashlib.sha256(lines.encode()).hexdigest()[:_HASH_DIGITS]


def _write_heads(
    folder: Path, facts: SiteFacts, pages: Sequence[_Read], build: str
) -> tuple[list[SitePage], dict[str, Entry]]:
    """Write into each page what the pass adds to its head. The pages, without their texts, and their entries."""
    text = Markup(policy(script for page in pages for script in page.scripts))  # noqa: S704 - it holds no double quote
    head = _templates().get_template("site_head.html")
    headed: list[SitePage] = []
    files: dict[str, Entry] = {}
    for page in pages:
        code = page.path.split("/")[0]
        app = app_path(code if code in facts.languages else "")
        own = head.render(policy=text, build=build, root=_root(page.path, facts), app=app, touch_icon=TOUCH_ICON)
        made = _page(folder, page.path, facts, page.loads).with_head(own)
        files[page.path] = _write(folder, page.path, made.text.encode("utf-8"))
        headed.append(replace(made, text=""))
    return headed, files


def _root(path: str, facts: SiteFacts) -> str:
    """The way to the root of the site. A page that is shown at other addresses than its own starts from the host."""
    name = path.rsplit("/", 1)[-1]
    if name == OFFLINE_PAGE or (len(name) == len("404.html") and name[:3].isdigit()):
        return facts.base
    return "../" * path.count("/") or "./"


def _site_of(folder: Path, facts: SiteFacts, files: Mapping[str, Entry], pages: Sequence[SitePage]) -> Site:
    texts = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((folder / "assets").glob("aferir-*/*.js"))
    }
    return Site(files, texts, pages, facts.languages, facts.base)


def _write_worker(folder: Path, listed: bytes) -> dict[str, Entry]:
    """The list, named by its hash, and the worker that names the list: together they are one version."""
    sha256 = entry_of(listed).sha256
    name = f"assets/offline-{sha256[:_HASH_DIGITS]}.json"
    return {name: _write(folder, name, listed), WORKER: _write(folder, WORKER, worker_script(name, sha256))}


def _write(folder: Path, path: str, data: bytes) -> Entry:
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    return entry_of(data)


def _templates() -> Environment:
    loader = PackageLoader("aferir", "templates")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, keep_trailing_newline=False)
