"""The only room that imports mkdocs: events in, one pure call each, results out.

The root build verifies the course, then builds each language by an isolated sub-build of the same ``mkdocs.yml``,
so that every language has its own theme language, search index, 404 page and edit links.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from jinja2 import Environment
from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page as SitePage
from mkdocs.structure.toc import get_toc

from .. import served, site
from ..build import NotebookPage, SiteParts, build_site, check_course
from ..configuration import read_settings
from ..errors import AferirError
from ..markup import AferirExtension
from ..model import Page
from ..reports import with_lines
from ..settings import Settings
from .ahead import load_ahead
from .configured import alternates, prepare_markdown, prepare_templates, prepare_theme, use_theme
from .contexts import context_of, notebook_context, page_context, page_modules, shared_context
from .publishing import add_folders, looked_at, make_publishable, take_same, warnings_counted
from .root_files import root_files
from .searching import prepare_search, searched
from .serving import PACKAGE, built, is_serving, keep_served, last_served, patient
from .sub_build import SubBuild, edition_files, language_config
from .told import told
from .watched import Watched

log = get_plugin_logger("aferir")


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
        prepare_markdown(config, self._settings(config))
        prepare_theme(config)
        if self.sub:
            return language_config(config, self.sub)
        self.final_site, config.site_dir = config.site_dir, f"{config.site_dir}.building"
        self.watched = None if is_serving() else self._watched(config)
        self.is_unchanged = bool(self.watched and self.watched.is_as_before())
        if self.is_unchanged:
            log.info("Nothing has changed since the last build: the site stays as it is.")
            return config
        if self.watched:
            self.watched.listen()
        use_theme(config)
        self.parts = self._verified(config)
        config.extra["aferir_alternates"] = alternates(self.parts, config.site_url or "")
        self.same = served.same_as_before(last_served(), built(self.parts, config), self.final_site, context_of)
        return config

    def _watched(self, config: MkDocsConfig) -> Watched:
        try:
            return Watched(self._settings(config), told(config), Path(self.final_site))
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
            memory = last_served().memory
            checked = check_course(settings, log.info, memory=memory, meanwhile=partial(load_ahead, config, settings))
            # Only an author's own `serve` shows what is wrong; it must not count as a warning, which would stop it.
            for finding in checked.findings:
                log.log(logging.INFO if is_serving() else logging.WARNING, "%s", with_lines(finding))
            offered = replace(settings, notebooks=settings.notebooks and not is_serving())  # an edit shows at once
            shown = not checked.findings or is_serving()
            parts = build_site(checked, offered, log.info, memory) if shown else None
        except AferirError as error:
            raise PluginError(str(error)) from None
        if parts is None:
            count = len(checked.findings)
            raise PluginError(f"Aferir: {count} finding{'s' if count > 1 else ''}; nothing was published")
        # While it is served a fixed name for the data keeps pages the same whose data alone have changed.
        return replace(parts, data=replace(parts.data, fixed_name="course")) if is_serving() else parts

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Give MkDocs the pages of this build."""
        if self.is_unchanged:
            return Files([])
        if self.sub:
            kept = edition_files(files, self.sub.edition, config)
            return searched(kept, self.sub.edition.language.code, config)
        return searched(root_files(files, self._parts(), config), "en", config)

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
        prepare_templates(env, config, settings)
        env.globals["aferir"] = shared_context(parts, self.sub.edition if self.sub else None)
        prepare_search(config, self.sub.edition.language.code if self.sub else "en")
        return env

    def on_page_context(self, context: Any, *, page: SitePage, **_: Any) -> Any:
        """What the templates show of one page."""
        own = self._page(page)
        book = self._notebook(page)
        if self.sub and book:
            context["aferir"] = notebook_context(self.sub.parts, self.sub.edition, book)
        elif self.sub and own:
            context["aferir"] = page_context(self.sub.parts, self.sub.edition, own)
        elif not self.sub:  # a page of the root: its search has a name as well
            own_lead = {"modules": page_modules(self._parts()), "lead": page.meta.get("description", "")}
            context["aferir"] = {**shared_context(self._parts(), None), **own_lead}
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
        take_same(self.same, parts, self.left_empty, Path(config.site_dir))
        add_folders(parts, Path(config.site_dir), looked_at(self.same, self.left_empty, Path(config.site_dir)))
        if is_serving():
            site.retire(Path(config.site_dir))
        else:
            make_publishable(parts, config)
        if not warnings_counted():
            site.swap(Path(config.site_dir), Path(self.final_site))
            config.site_dir = self.final_site
            keep_served(last_served(), parts, config)
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
        for folder in (settings.lessons_folder, settings.snippets_folder, PACKAGE):
            server.watch(str(folder))
        state = served.Served()
        keep_served(state, self._parts(), config)
        server.builder = patient(server.builder, config.site_dir, state)
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


def _toc_tokens(headings: Sequence[tuple[int, str, str]]) -> list[dict[str, Any]]:
    """The headings of a page as Python-Markdown's ``toc`` tells them: those of level 3 inside those of level 2."""
    tokens: list[dict[str, Any]] = []
    for level, name, text in headings:
        token = {"level": level, "id": name, "name": text, "children": []}
        (tokens[-1]["children"] if level > 2 and tokens else tokens).append(token)
    return tokens
