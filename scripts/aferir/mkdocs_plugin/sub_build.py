"""The build of one language: what it is given, its own settings and its own files."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.utils import write_file

from ..build import Edition, SiteParts
from ..model import Content, Held
from .configured import alternates, use_theme


@dataclass(frozen=True, slots=True)
class SubBuild:
    """What the sub-build of one language is given: the parts of the whole site and its own edition."""

    parts: SiteParts
    edition: Edition
    root_url: str
    same: frozenset[str] = frozenset()
    """Pages that are left empty, since the site that is being served has them."""


def language_config(config: MkDocsConfig, sub: SubBuild) -> MkDocsConfig:
    """The configuration with the language's title, navigation and switch to the others."""
    own = sub.edition.language
    config.theme["language"] = own.code
    use_theme(config)
    config.site_name = sub.edition.title
    config.site_description = sub.edition.description
    config.copyright = sub.edition.copyright or config.copyright
    config.nav = list(sub.edition.pages)
    config.extra["aferir_language"] = own.code
    config.extra["aferir_alternates"] = alternates(sub.parts, sub.root_url)
    # True, not a list: the header shows the switch, and Material neither lists roots in the head nor fetches sitemaps.
    config.extra["alternate"] = len(sub.parts.editions) > 1
    config.mdx_configs["toc"] = {**config.mdx_configs["toc"], "permalink_title": own.text("Link to this section")}
    for option, name in zip(config.theme.get("palette", ()), (own.text("Dark"), own.text("Light")), strict=False):
        option.get("toggle", {})["name"] = name
    return config


class ContentFile(File):
    """A file beside pages, asked for when MkDocs writes it: one that is ``generated`` would be held from now on."""

    def __init__(self, path: str, content: Content, config: MkDocsConfig) -> None:
        super().__init__(path, None, config.site_dir, config.use_directory_urls)
        self.generated_by = "aferir"
        self._asked = content

    @property
    def content_bytes(self) -> bytes:
        """The whole of it."""
        return self._asked.text.encode()

    @content_bytes.setter
    def content_bytes(self, value: bytes) -> None:
        self._asked = Held(value.decode())

    @property
    def content_string(self) -> str:
        """The same as text."""
        return self._asked.text

    @content_string.setter
    def content_string(self, value: str) -> None:
        self._asked = Held(value)

    def copy_file(self, dirty: bool = False) -> None:  # noqa: ARG002 - it was made by this build
        """Write it into the site."""
        write_file(self.content_bytes, self.abs_dest_path)


def edition_files(files: Files, edition: Edition, config: MkDocsConfig) -> Files:
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
    for path_in_edition, content in edition.files.items():
        kept.append(ContentFile(path_in_edition, content, config))
    for file in files:
        if not file.is_documentation_page():
            kept.append(file)
    return kept
