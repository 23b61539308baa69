"""The only module that imports mkdocs: events in, one pure call each, results out.

The root build verifies the course, then builds each language by an isolated sub-build of the same ``mkdocs.yml``,
so that every language has its own theme language, search index, 404 page and edit links.
"""

from __future__ import annotations

import contextlib
import copy
import logging
import os
import shutil
import sys
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import click
from jinja2 import Environment
from markupsafe import Markup
from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import Config, load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page as SitePage
from mkdocs.structure.toc import get_toc
from mkdocs.utils import CountHandler
from pymdownx.superfences import SuperFencesException

from . import explained, handbook, schemas, search, served, site, unchanged
from .__main__ import main as program
from .appearance import theme_options
from .build import Edition, NotebookPage, SiteParts, build_site, check_course, diagram_fence, lesson_data_path
from .compiled import Compiled
from .configuration import read_settings, written_theme
from .errors import AferirError
from .languages import Language
from .markup import EXTENSION_SETTINGS, EXTENSIONS, AferirExtension
from .model import Page
from .reports import with_lines
from .settings import Settings
from .stores import Cache

log = get_plugin_logger("aferir")
_CHOOSER = "---\ntemplate: chooser.html\nsearch:\n  exclude: true\n---\n"


@dataclass(frozen=True, slots=True)
class SubBuild:
    """What the sub-build of one language is given: the parts of the whole site and its own edition."""

    parts: SiteParts
    edition: Edition
    root_url: str
    same: frozenset[str] = frozenset()
    """Pages that are left empty, since the site that is being served has them."""


_SERVED: ContextVar[served.Served | None] = ContextVar("served", default=None)
"""What ``serve`` has of its last build, while it builds again."""


class AferirPlugin(BasePlugin):  # type: ignore[type-arg, no-untyped-call]
    """MkDocs calls these methods; each hands over to a function and gives back what it returns."""

    def __init__(self) -> None:
        self.sub: SubBuild | None = None
        self.parts: SiteParts | None = None
        self.same = served.Same()
        self.left_empty: list[str] = []
        """Addresses of pages that are taken from the served site."""
        self.final_site = ""
        self.watched: Watched | None = None
        self.is_unchanged = False
        """Whether the site that is there stays: then MkDocs is given no page."""

    def load_config(self, options: dict[str, Any], config_file_path: str | None = None) -> tuple[list[Any], list[Any]]:  # noqa: ARG002
        """Take what stands under ``aferir:`` as it is: `read_settings` judges it, and names line and column."""
        self.config = options
        return [], []

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Verify the course (root), or take the language's own settings (sub-build)."""
        _prepare_markdown(config, self._settings(config))
        _prepare_theme(config)
        if self.sub:
            return _language_config(config, self.sub)
        self.final_site, config.site_dir = config.site_dir, f"{config.site_dir}.building"
        self.watched = None if _is_serving() else self._watched(config)
        self.is_unchanged = bool(self.watched and self.watched.is_as_before())
        if self.is_unchanged:
            log.info("Nothing has changed since the last build: the site stays as it is.")
            return config
        if self.watched:
            self.watched.listen()
        self.parts = self._verified(config)
        _use_theme(config)
        config.extra["aferir_alternates"] = _alternates(self.parts, config.site_url or "")
        self.same = served.same_as_before(
            _state(), served.Built(self.parts, _surroundings(config), _root_pages(config)), self.final_site, _context_of
        )
        return config

    def _watched(self, config: MkDocsConfig) -> Watched:
        try:
            return Watched(self._settings(config), _told(config), Path(self.final_site))
        except AferirError as error:
            raise PluginError(str(error)) from None

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """For a site that stays, MkDocs has no page, template or navigation to write."""
        if self.is_unchanged:
            config.theme.dirs, config.theme.static_templates = [], set()
            config.nav, config.extra_templates = None, []

    def on_build_error(self, *, error: Exception) -> None:  # noqa: ARG002
        """Leave nothing behind in what outlives a build."""
        if self.watched:
            self.watched.close()

    def _verified(self, config: MkDocsConfig) -> SiteParts:
        try:
            settings = self._settings(config)
            memory = _state().memory
            checked = check_course(settings, log.info, memory=memory)
            # Only an author's own `serve` shows what is wrong; it must not count as a warning, which would stop it.
            for finding in checked.findings:
                log.log(logging.INFO if _is_serving() else logging.WARNING, "%s", with_lines(finding))
            offered = replace(settings, notebooks=settings.notebooks and not _is_serving())  # an edit shows at once
            shown = not checked.findings or _is_serving()
            parts = build_site(checked, offered, log.info, memory) if shown else None
        except AferirError as error:
            raise PluginError(str(error)) from None
        if parts is None:
            count = len(checked.findings)
            raise PluginError(f"Aferir: {count} finding{'s' if count > 1 else ''}; nothing was published")
        # While it is served a fixed name for the data keeps pages the same whose data alone have changed.
        return replace(parts, data=replace(parts.data, fixed_name="course")) if _is_serving() else parts

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Give MkDocs the pages of this build."""
        if self.is_unchanged:
            return Files([])
        if self.sub:
            kept = _edition_files(files, self.sub.edition, config)
            return _searched(kept, self.sub.edition.language.code, config)
        return _searched(_root_files(files, self._parts(), config), "en", config)

    def on_page_read_source(self, *, page: SitePage, **_: Any) -> str | None:
        """The body of a lesson with its tokens, in place of the file; nothing for a page that the served site has."""
        own = self._page(page)
        if self._is_same(page):
            return ""
        return own.markdown if own else None

    def on_page_markdown(self, markdown: str, *, page: SitePage, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG002
        """Hand the page's fragments to our Markdown extension, and its title to MkDocs."""
        own, book = self._page(page), self._notebook(page)
        if book:
            page.meta = {"title": book.title, "template": "notebook.html", "search": {"exclude": True}}
            page.edit_url = None
        if own:
            page.meta = {"title": own.title, "description": own.description}
            page.edit_url = page.edit_url and urljoin(page.edit_url, urlsplit(page.edit_url).path)  # without its ".."
            extension = AferirExtension(page=own)
            names = [item for item in config.markdown_extensions if isinstance(item, str)]
            config.markdown_extensions = [*names, extension]  # type: ignore[list-item]
        if self._is_same(page):  # nothing of it is shown or written, but its title, where others name it
            page.meta = {**page.meta, "template": "empty.html"}
        return markdown

    def on_page_content(self, html: str, *, page: SitePage, **_: Any) -> str:
        """A notebook's page is rendered already; one that stays as it is shows no anchors, so none are checked."""
        book = self._notebook(page)
        if book:
            page.toc = get_toc(_toc_tokens(book.headings))  # type: ignore[arg-type]
        if self._is_same(page):
            page.present_anchor_ids = None
        return book.html if book else html

    def on_post_page(self, output: str, *, page: SitePage, **_: Any) -> str:
        """MkDocs does not write an empty page."""
        if not self._is_same(page):
            return output
        self.left_empty.append(page.file.url.removeprefix("./"))
        return ""

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:  # noqa: ARG002
        """Give templates what they show."""
        if self.is_unchanged:
            return env
        parts = self.sub.parts if self.sub else self._parts()
        settings = self._settings(config)
        if settings.use_cache:
            env.bytecode_cache = Compiled(Cache(settings.cache_folder / "templates", log.info), env)
        env.globals["aferir"] = _shared_context(parts, self.sub.edition if self.sub else None)
        _prepare_search(config, self.sub.edition.language.code if self.sub else "en")
        return env

    def on_page_context(self, context: Any, *, page: SitePage, **_: Any) -> Any:
        """What the templates show of one page."""
        own = self._page(page)
        book = self._notebook(page)
        if self.sub and book:
            context["aferir"] = _notebook_context(self.sub.parts, self.sub.edition, book)
        elif self.sub and own:
            context["aferir"] = _page_context(self.sub.parts, self.sub.edition, own)
        elif not self.sub:  # a page of the root: its search has a name as well
            own_lead = {"modules": _modules(self._parts()), "lead": page.meta.get("description", "")}
            context["aferir"] = {**_shared_context(self._parts(), None), **own_lead}
        return context

    def on_template_context(self, context: Any, *, template_name: str, config: MkDocsConfig) -> Any:
        """Addresses from the root of the host for a page that is shown in the place of others."""
        if template_name == site.OFFLINE_PAGE:
            context["base_url"] = urlsplit(config.site_url or "/").path
        return context

    @event_priority(
        -100
    )  # last: MkDocs shares a search plugin among builds, and the root's index must be written first
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Build each language, add the folders, look once more at every page, and swap the new site in."""
        if self.sub:
            return
        if self.is_unchanged:
            shutil.rmtree(config.site_dir, ignore_errors=True)  # what another plugin wrote for no page
            config.site_dir = self.final_site
            return
        parts = self._parts()
        for edition in parts.editions:
            code = edition.language.code
            if code not in self.same.whole:
                _build_edition(config, SubBuild(parts, edition, config.site_url or "", self.same.of(code)))
        _take_same(self.same, parts, self.left_empty, Path(config.site_dir))
        _finish(parts, Path(config.site_dir), _looked_at(self.same, self.left_empty, Path(config.site_dir)))
        if _is_serving():
            site.retire(Path(config.site_dir))
        else:
            _complete(parts, config)
        if not _warnings_counted():
            site.swap(Path(config.site_dir), Path(self.final_site))
            config.site_dir = self.final_site
            _remember(_state(), parts, config)
        if self.watched:
            self.watched.remember()

    def on_serve(
        self,
        server: LiveReloadServer,
        *,
        config: MkDocsConfig,
        builder: Callable[..., None],  # noqa: ARG002
    ) -> LiveReloadServer:
        """Rebuild when a lesson, a snippet or the generator changes."""
        settings = self._settings(config)
        for folder in (settings.lessons_folder, settings.snippets_folder, Path(__file__).parent):
            server.watch(str(folder))
        state = served.Served()
        _remember(state, self._parts(), config)
        server.builder = _patient(server.builder, config.site_dir, state)
        return server

    def _settings(self, config: MkDocsConfig) -> Settings:
        try:
            return read_settings(Path(config.config_file_path), self.config)
        except AferirError as error:
            raise PluginError(str(error)) from None

    def _page(self, page: SitePage) -> Page | None:
        return self.sub.edition.pages.get(page.file.src_uri) if self.sub else None

    def _notebook(self, page: SitePage) -> NotebookPage | None:
        return self.sub.edition.notebooks.get(page.file.src_uri) if self.sub else None

    def _is_same(self, page: SitePage) -> bool:
        return page.file.src_uri in self.sub.same if self.sub else self.same.root

    def _parts(self) -> SiteParts:
        assert self.parts, "on_config runs first"
        return self.parts


class Watched:
    """A build from its beginning: what it reads then, and whether anything is said that the next one must say again."""

    def __init__(self, settings: Settings, told: unchanged.Surroundings, site_folder: Path) -> None:
        self._settings, self._told, self._site = settings, told, site_folder
        self._store = unchanged.builds(settings, log.info)
        self._inputs = unchanged.inputs_hash(settings, told)
        self._warned = _Warned(logging.WARNING)

    def is_as_before(self) -> bool:
        """Whether the site is what a build of the same would write."""
        return unchanged.is_unchanged(self._store, self._site, self._inputs)

    def listen(self) -> None:
        """Hear all that is said from now on."""
        logging.getLogger("mkdocs").addHandler(self._warned)

    def remember(self) -> None:
        """The site is written. Not remembered: a build that warned, or that somebody edited a file under."""
        self.close()
        if not self._warned.anything and unchanged.inputs_hash(self._settings, self._told) == self._inputs:
            unchanged.remember(self._store, self._site, self._inputs)

    def close(self) -> None:
        """Stop listening."""
        logging.getLogger("mkdocs").removeHandler(self._warned)


class _Warned(logging.Handler):
    """Notes that something was said at its level or above."""

    anything = False

    def emit(self, _record: logging.LogRecord) -> None:
        self.anything = True


# ── The root build ───────────────────────────────────────────────────────────────────────────────────────────────────


class _RefusedError(SuperFencesException, PluginError):  # type: ignore[misc]
    """What SuperFences lets pass, and MkDocs reports without a traceback."""


def _prepare_markdown(config: MkDocsConfig, settings: Settings) -> None:
    """Add the extensions that lessons rely on, with their settings; what the author set himself stays."""
    config.use_directory_urls = True
    missing = [name for name in EXTENSIONS if name not in config.markdown_extensions]
    config.markdown_extensions = [*config.markdown_extensions, *missing]
    for name, own in EXTENSION_SETTINGS.items():
        config.mdx_configs[name] = {**own, **(config.mdx_configs.get(name) or {})}
    fences = config.mdx_configs["pymdownx.superfences"]
    fences["custom_fences"] = [*fences.get("custom_fences", ()), _diagrams(settings)]


def _diagrams(settings: Settings) -> dict[str, object]:
    """Diagrams on pages that are no lessons."""

    def drawn(source: str, *_: object, **__: object) -> str:
        try:
            return diagram_fence(source, settings)
        except AferirError as error:
            raise _RefusedError(str(error)) from None

    return {"name": "diagram", "class": "diagram", "format": drawn}


def _prepare_theme(config: MkDocsConfig) -> None:
    """Give the theme what the author's file leaves to us."""
    for name, value in theme_options(written_theme(Path(config.config_file_path))).items():
        config.theme[name] = value


def _is_serving() -> bool:
    """Whether the command is ``mkdocs serve``. An ``on_startup`` would say so too, and keep this plugin's state."""
    context = click.get_current_context(silent=True)
    return context is not None and context.info_name == "serve"


def _patient(build: Callable[[], None], folder: str, state: served.Served) -> Callable[[], None]:
    """The rebuild of ``serve``: after a mistake what is served stays as it was, where MkDocs would hang.

    When the generator's own Python has changed, the command starts afresh: modules once loaded would not notice.
    """
    code = _newest_module()

    def attempt() -> None:
        if _newest_module() > code:
            log.info("The generator has changed: starting again.")
            shutil.rmtree(folder, ignore_errors=True)
            os.execv(sys.executable, [sys.executable, "-m", _program(), *sys.argv[1:]])  # noqa: S606
        try:
            with _building_on(state):
                build()
        except Abort:
            log.error("What is served stays as it was until this is mended.")  # noqa: TRY400  the reason stands above

    return attempt


def _program() -> str:
    """``mkdocs``, or ``properdocs`` in its place."""
    return mkdocs_build.__module__.split(".")[0]


@contextlib.contextmanager
def _building_on(state: served.Served) -> Iterator[None]:
    token = _SERVED.set(state)
    try:
        yield
    finally:
        _SERVED.reset(token)


def _state() -> served.Served:
    """What ``serve`` has of its last build; nothing in any other build."""
    return _SERVED.get() or served.Served()


def _remember(state: served.Served, parts: SiteParts, config: MkDocsConfig) -> None:
    """The build that is served from now on."""
    state.built = served.Built(parts, _surroundings(config), _root_pages(config))


def _surroundings(config: MkDocsConfig) -> object:
    """What decides how every page looks besides the course: the settings, the theme, files that are no lessons."""
    folders = [Path(folder) for folder in (config.docs_dir, config.theme.custom_dir) if folder]
    files = [path for folder in folders for path in sorted(folder.rglob("*")) if path.suffix != ".md"]
    return repr(_written(config)), _stamps(files)


def _root_pages(config: MkDocsConfig) -> object:
    """The pages of the docs folder; those of languages change more often, and then the root's are built as well."""
    return _stamps(sorted(Path(config.docs_dir).rglob("*.md")))


def _stamps(files: Iterable[Path]) -> list[tuple[str, int, int]]:
    return [(str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in files if path.is_file()]


def _context_of(parts: SiteParts, edition: Edition, name: str) -> object:
    return _page_context(parts, edition, edition.pages[name])


def _take_same(same: served.Same, parts: SiteParts, left_empty: Collection[str], building: Path) -> None:
    """Take from the served site the pages that nothing changed in, the root's at the addresses ``left_empty``."""
    served.take_pages(same.folder, building, left_empty, also=("404.html",))
    for code in same.pages.keys() - same.whole:
        served.take_pages(same.folder / code, building / code, [served.address(name) for name in same.of(code)])
    search.set_texts_apart(building)
    assets = [site.asset_path(folder.folder_name) for folder in parts.assets.values()] if same.pages else []
    served.take_over(same.folder, building, [*same.whole, *assets])


def _looked_at(same: served.Same, left_empty: Collection[str], building: Path) -> frozenset[Path]:
    """The folders of the pages that were taken from the served site: they were looked at when they were built."""
    pages = (building / code / name.removesuffix(".md") for code, names in same.pages.items() for name in names)
    of_root = (building / address for address in left_empty if address)
    return frozenset((*pages, *of_root, *(building / code for code in same.whole)))


_MADE_OF = (".py", ".html", ".md", ".po", ".toml", ".csl", ".ebnf", ".j2")


def _newest_module() -> float:
    """When our Python, or what it reads, was last changed."""
    files = Path(__file__).parent.rglob("*")
    return max(path.stat().st_mtime for path in files if path.suffix in _MADE_OF)


def _written(config: Config | Mapping[str, object]) -> object:
    """What somebody wrote into a configuration. MkDocs keeps that, and warns each who asks that it may not for ever."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return getattr(config, "user_configs", config)


def _told(config: MkDocsConfig) -> unchanged.Surroundings:
    """What MkDocs was told. Its own record of that has lost the options of extensions and plugins."""
    plugins = {name: _written(plugin.config) for name, plugin in config.plugins.items()}
    return unchanged.Surroundings(
        program=_program(),
        plugins=list(config.plugins),
        hooks=[str(hook) for hook in config.hooks],
        extensions=list(config.markdown_extensions),
        theme=config.theme.name or "",
        written=unchanged.written_text([_written(config), plugins, config.mdx_configs]),
        folders=[Path(folder) for folder in (config.docs_dir, config.theme.custom_dir) if folder],
    )


def _use_theme(config: MkDocsConfig) -> None:
    """Our templates before the theme's, and one page besides that the theme does not know."""
    config.theme.dirs.insert(0, str(Path(__file__).parent / "theme"))
    config.theme.static_templates.add(site.OFFLINE_PAGE)


def _alternates(parts: SiteParts, root_url: str) -> list[dict[str, object]]:
    return [
        {
            "lang": edition.language.code,
            "name": edition.language.name,
            "root": f"{root_url}{edition.language.code}/",
            "pages": [*edition.pages, *edition.notebooks],
        }
        for edition in parts.editions
    ]


def _root_files(files: Files, parts: SiteParts, config: MkDocsConfig) -> Files:
    """The pages beside the languages, and the page that sends a reader to a language."""
    codes = {edition.language.code for edition in parts.editions}
    kept = Files([item for item in files if item.src_uri.split("/")[0] not in codes])
    if "index.md" not in kept.src_uris:
        kept.append(File.generated(config, "index.md", content=_CHOOSER))
    for path, content in explained.reference_pages().items():
        kept.append(File.generated(config, path, content=content))
    kept.append(File.generated(config, handbook.BLOCKS_PAGE, content=handbook.blocks_page()))
    kept.append(File.generated(config, handbook.COMMANDS_PAGE, content=handbook.commands_page(program)))
    for name in schemas.SCHEMAS:
        kept.append(File.generated(config, f"{schemas.FOLDER}/{name}.json", content=schemas.schema_text(name)))
    return kept


def _build_edition(config: MkDocsConfig, sub: SubBuild) -> None:
    """Build one language below the root's folder, by a configuration read afresh."""
    code = sub.edition.language.code
    own = load_config(
        config.config_file_path,
        site_dir=str(Path(config.site_dir) / code),
        site_url=f"{sub.root_url}{code}/",
        strict=config.strict,
    )
    plugin = own.plugins["aferir"]
    assert isinstance(plugin, AferirPlugin)
    plugin.sub = sub
    log.info("Building %s", code)
    mkdocs_build(own)


def _finish(parts: SiteParts, folder: Path, seen: frozenset[Path]) -> None:
    """Add our folders to the built site; a page (not in a folder ``seen``) that still shows a binding is an error."""
    site.write_folder(parts.modules, folder)
    site.write_folder(parts.data, folder)
    for assets in parts.assets.values():
        site.copy_assets(assets, folder)
    left = [] if parts.is_draft else list(site.pages_with_marks(folder, seen))
    for path, marks in left:
        log.warning("%s still shows %s", path.relative_to(folder), ", ".join(sorted(set(marks))))
    if left:
        raise PluginError("Aferir: bindings are left on finished pages; nothing was published")


def _complete(parts: SiteParts, config: MkDocsConfig) -> None:
    """The pass over what is to be published; what its policy would refuse stops the build."""
    beside = site.App("", config.site_name, config.site_description or config.site_name)
    apps = (beside, *(site.App(one.language.code, one.title, one.description) for one in parts.editions))
    faults = site.finish(Path(config.site_dir), site.SiteFacts(parts.course.id, config.site_url or "", apps))
    for fault in faults:
        log.warning("%s", fault)
    if faults:
        raise PluginError("Aferir: the pages hold what their policy refuses; nothing was published")


def _warnings_counted() -> bool:
    handlers = logging.getLogger("mkdocs").handlers
    return any(handler.get_counts() for handler in handlers if isinstance(handler, CountHandler))


# ── Search ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _searched(files: Files, code: str, config: MkDocsConfig) -> Files:
    """The files with our script for the search of a language in the place of the theme's scripts for thirty."""
    files = Files([made for file in files for made in _begun_when_asked(file, config)])
    if not search.has_own_search(code):
        return files
    support = files.get_file_from_path(search.SUPPORT)
    if support is None:  # another theme
        return files
    their_file = files.get_file_from_path(search.theirs(code))
    kept = [file for file in files if not file.src_uri.startswith(search.THEIRS)]
    script = search.search_script(code, their_file.content_string if their_file else "")
    return Files([*kept, support, File.generated(config, search.FILE, content=script)])


def _begun_when_asked(file: File, config: MkDocsConfig) -> list[File]:
    """The theme's search worker beside one that stands for it until it is asked; any other file as it is."""
    folder, _, name = file.src_uri.rpartition("/")
    if f"{folder}/" != search.WORKERS or not name.startswith("search.") or not name.endswith(".js"):
        return [file]
    engine = name.replace("search.", f"{search.ENGINE}.", 1)
    return [
        File.generated(config, file.src_uri, content=search.worker_script(engine)),
        File.generated(config, f"{folder}/{engine}", content=file.content_bytes),
    ]


def _prepare_search(config: MkDocsConfig, code: str) -> None:
    """Tell the theme's search plugin, where there is one, to load our script, and what to read of a page."""
    index = getattr(config.plugins.get("material/search"), "search_index", None)
    if index is None:
        return
    read = index.add_entry_from_context
    index.add_entry_from_context = lambda page: read(_as_searched(page))
    if search.has_own_search(code):
        index.config |= {"lang": [search.NAME], "separator": search.SEPARATOR, "pipeline": ["stemmer"]}


def _as_searched(page: SitePage) -> SitePage:
    """The page with what a search reads of it; what is shown stays as it is."""
    read = copy.copy(page)
    read.content = search.searchable(page.content or "")
    return read


# ── The build of one language ────────────────────────────────────────────────────────────────────────────────────────


def _language_config(config: MkDocsConfig, sub: SubBuild) -> MkDocsConfig:
    own = sub.edition.language
    config.theme["language"] = own.code
    _use_theme(config)
    config.site_name = sub.edition.title
    config.site_description = sub.edition.description
    config.copyright = sub.edition.copyright or config.copyright
    config.nav = list(sub.edition.pages)
    config.extra["aferir_language"] = own.code
    config.extra["aferir_alternates"] = _alternates(sub.parts, sub.root_url)
    # True, not a list: the header shows the switch, and Material neither lists roots in the head nor fetches sitemaps.
    config.extra["alternate"] = len(sub.parts.editions) > 1
    config.mdx_configs["toc"] = {**config.mdx_configs["toc"], "permalink_title": own.text("Link to this section")}
    for option, name in zip(config.theme.get("palette", ()), (own.text("Dark"), own.text("Light")), strict=False):
        option.get("toggle", {})["name"] = name
    return config


def _edition_files(files: Files, edition: Edition, config: MkDocsConfig) -> Files:
    """The edition's pages in order, its figures, and what every language shares (images, the theme's files)."""
    docs = Path(config.docs_dir)
    kept = Files([])
    for name, source in edition.sources.items():
        path = Path(config.config_file_path).parent / source
        file = File(name, str(path.parent), config.site_dir, use_directory_urls=True)
        file.edit_uri = Path(os.path.relpath(path, docs)).as_posix()
        kept.append(file)
    for path_in_edition in edition.notebooks:
        kept.append(File.generated(config, path_in_edition, content="", inclusion=InclusionLevel.NOT_IN_NAV))
    for path_in_edition, data in edition.files.items():
        kept.append(File.generated(config, path_in_edition, content=data))
    for file in files:
        if not file.is_documentation_page():
            kept.append(file)
    return kept


# ── What templates show ──────────────────────────────────────────────────────────────────────────────────────────────


def _shared_context(parts: SiteParts, edition: Edition | None) -> Mapping[str, object]:
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
        "modules": [up + path for path in _modules(parts)] if edition else [],
        "chooser": f"{modules}chooser.js",
        "editions": [
            {"code": item.language.code, "name": item.language.name, "title": item.title} for item in parts.editions
        ],
    }
    return shared | (_edition_context(parts, edition) if edition else _root_context(parts))


def _modules(parts: SiteParts) -> list[str]:
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


def _page_context(parts: SiteParts, edition: Edition, page: Page) -> dict[str, object]:
    shared = dict(_shared_context(parts, edition)) | {"counterparts": _counterparts(parts, f"{page.slug}.md")}
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
        "path": _course_path(parts, edition, page),
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
        "python_url": f"../{site.asset_path(parts.data.folder_name, 'python.json')}",
        "code": own.code,
    }


def _notebook_context(parts: SiteParts, edition: Edition, book: NotebookPage) -> dict[str, object]:
    own = edition.language
    return {
        **_shared_context(parts, edition),
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


def _toc_tokens(headings: Sequence[tuple[int, str, str]]) -> list[dict[str, Any]]:
    """The headings of a page as Python-Markdown's ``toc`` tells them: those of level 3 inside those of level 2."""
    tokens: list[dict[str, Any]] = []
    for level, name, text in headings:
        token = {"level": level, "id": name, "name": text, "children": []}
        (tokens[-1]["children"] if level > 2 and tokens else tokens).append(token)
    return tokens


def _glossary_url(parts: SiteParts, code: str) -> str:
    """The address of the terms of a language from one of its pages; "" when the course has none."""
    name = f"{code}/glossary.json"
    return f"../{site.asset_path(parts.data.folder_name, name)}" if name in parts.data.files else ""


def _course_path(parts: SiteParts, edition: Edition, page: Page) -> list[dict[str, object]]:
    """The lessons in order, from one of their pages; nothing when there is only one."""
    pages = [edition.pages[f"{slug}.md"] for slug in parts.course.lessons if f"{slug}.md" in edition.pages]
    steps: list[dict[str, object]] = [
        {"href": f"{step.slug}/", "title": step.title, "is_current": step.slug == page.slug} for step in pages
    ]
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
