"""MkDocs' configuration with what is ours: the extensions of Markdown and the theme."""

from __future__ import annotations

from pathlib import Path

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, PrefixLoader
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import get_plugin_logger
from pymdownx.superfences import SuperFencesException

from .. import site
from ..appearance import theme_options
from ..build import SiteParts, diagram_fence
from ..compiled import Compiled
from ..configuration import written_theme
from ..errors import AferirError
from ..markup import EXTENSION_SETTINGS, EXTENSIONS
from ..settings import Settings
from ..stores import Cache
from .alike import Alike

log = get_plugin_logger("aferir")
_BELOW = Path(__file__).parent.parent / "theme" / "below"


class _RefusedError(SuperFencesException, PluginError):  # type: ignore[misc]
    """What SuperFences lets pass, and MkDocs reports without a traceback."""


def prepare_markdown(config: MkDocsConfig, settings: Settings) -> None:
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


def prepare_theme(config: MkDocsConfig) -> None:
    """Give the theme what the author's file leaves to us."""
    for name, value in theme_options(written_theme(Path(config.config_file_path))).items():
        config.theme[name] = value


def use_theme(config: MkDocsConfig) -> None:
    """Our templates before the theme's, and one page besides that the theme does not know.

    An author's own templates come before those in ``below``.
    """
    config.theme.dirs.insert(1 if config.theme.custom_dir else 0, str(_BELOW))
    config.theme.dirs.insert(0, str(_BELOW.parent))
    config.theme.static_templates.add(site.OFFLINE_PAGE)


def prepare_templates(env: Environment, config: MkDocsConfig, settings: Settings) -> None:
    """Let templates of ours ask for the theme's of the same name, as ``theirs/…``, and remember what these rendered.

    What is compiled of them is kept, if anything is.
    """
    if settings.use_cache:
        env.bytecode_cache = Compiled(Cache(settings.cache_folder / "templates", log.info), env)
    folders = config.theme.dirs[config.theme.dirs.index(str(_BELOW)) + 1 :]
    own: list[BaseLoader] = [env.loader] if env.loader else []
    env.loader = ChoiceLoader([*own, PrefixLoader({"theirs": FileSystemLoader(folders)})])
    env.globals["aferir_alike"] = Alike()


def alternates(parts: SiteParts, root_url: str) -> list[dict[str, object]]:
    """Where each language is, for the switch in the header: its root below ``root_url``, and the pages it has."""
    return [
        {
            "lang": edition.language.code,
            "name": edition.language.name,
            "root": f"{root_url}{edition.language.code}/",
            "pages": [*edition.pages, *edition.notebooks],
        }
        for edition in parts.editions
    ]
