"""What MkDocs was told, and by which program: what decides, besides the course, how its pages look."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path

from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import Config
from mkdocs.config.defaults import MkDocsConfig

from .. import unchanged


def program() -> str:
    """``mkdocs``, or ``properdocs`` in its place."""
    return mkdocs_build.__module__.split(".")[0]


def told(config: MkDocsConfig) -> unchanged.Surroundings:
    """What MkDocs was told. Its own record of that has lost the options of extensions and plugins."""
    plugins = {name: written(plugin.config) for name, plugin in config.plugins.items()}
    return unchanged.Surroundings(
        program=program(),
        plugins=list(config.plugins),
        hooks=[str(hook) for hook in config.hooks],
        extensions=list(config.markdown_extensions),
        theme=config.theme.name or "",
        written=unchanged.written_text([written(config), plugins, config.mdx_configs]),
        folders=[Path(folder) for folder in (config.docs_dir, config.theme.custom_dir) if folder],
    )


def written(config: Config | Mapping[str, object]) -> object:
    """What somebody wrote into a configuration. MkDocs keeps that, and warns each who asks that it may not for ever."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return getattr(config, "user_configs", config)


def surroundings(config: MkDocsConfig) -> object:
    """What decides how every page looks besides the course: the settings, the theme, files that are no lessons."""
    folders = [Path(folder) for folder in (config.docs_dir, config.theme.custom_dir) if folder]
    files = [path for folder in folders for path in sorted(folder.rglob("*")) if path.suffix != ".md"]
    return repr(written(config)), _stamps(files)


def root_pages(config: MkDocsConfig) -> object:
    """The pages of the docs folder; those of languages change more often, and then the root's are built as well."""
    return _stamps(sorted(Path(config.docs_dir).rglob("*.md")))


def _stamps(files: Iterable[Path]) -> list[tuple[str, int, int]]:
    return [(str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in files if path.is_file()]
