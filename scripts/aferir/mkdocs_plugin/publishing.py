"""What is done to the built site before it is published: our folders, a last look at every page."""

from __future__ import annotations

import logging
from collections.abc import Collection
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import get_plugin_logger
from mkdocs.utils import CountHandler

from .. import search, served, site
from ..build import SiteParts

log = get_plugin_logger("aferir")


def take_same(same: served.Same, parts: SiteParts, left_empty: Collection[str], building: Path) -> None:
    """Take from the served site the pages that nothing changed in, the root's at the addresses ``left_empty``."""
    served.take_pages(same.folder, building, left_empty, also=("404.html",))
    for code in same.pages.keys() - same.whole:
        served.take_pages(same.folder / code, building / code, [served.address(name) for name in same.of(code)])
    search.set_texts_apart(building)
    assets = [site.asset_path(folder.folder_name) for folder in parts.assets.values()] if same.pages else []
    served.take_over(same.folder, building, [*same.whole, *assets])


def looked_at(same: served.Same, left_empty: Collection[str], building: Path) -> frozenset[Path]:
    """The folders of the pages that were taken from the served site: they were looked at when they were built."""
    pages = (building / code / name.removesuffix(".md") for code, names in same.pages.items() for name in names)
    of_root = (building / address for address in left_empty if address)
    return frozenset((*pages, *of_root, *(building / code for code in same.whole)))


def add_folders(parts: SiteParts, folder: Path, seen: frozenset[Path]) -> None:
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


def make_publishable(parts: SiteParts, config: MkDocsConfig) -> None:
    """The pass over what is to be published; what its policy would refuse stops the build."""
    beside = site.App("", config.site_name, config.site_description or config.site_name)
    apps = (beside, *(site.App(one.language.code, one.title, one.description) for one in parts.editions))
    faults = site.finish(Path(config.site_dir), site.SiteFacts(parts.course.id, config.site_url or "", apps))
    for fault in faults:
        log.warning("%s", fault)
    if faults:
        raise PluginError("Aferir: the pages hold what their policy refuses; nothing was published")


def warnings_counted() -> bool:
    """Whether a strict build has counted a warning, at which MkDocs will stop."""
    handlers = logging.getLogger("mkdocs").handlers
    return any(handler.get_counts() for handler in handlers if isinstance(handler, CountHandler))
