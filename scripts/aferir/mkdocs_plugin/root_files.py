"""The files of the root build: the pages beside the languages, and those that are made from the code."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from .. import explained, handbook, schemas
from ..__main__ import main as program
from ..build import SiteParts

_CHOOSER = "---\ntemplate: chooser.html\nsearch:\n  exclude: true\n---\n"


def root_files(files: Files, parts: SiteParts, config: MkDocsConfig) -> Files:
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
