"""The theme's search told what is ours: the script of a language, what it reads of a page, when it begins."""

from __future__ import annotations

import copy

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page as SitePage

from .. import search


def searched(files: Files, code: str, config: MkDocsConfig) -> Files:
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


def prepare_search(config: MkDocsConfig, code: str) -> None:
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
