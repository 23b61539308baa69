"""What MkDocs needs next, done while lessons run in other processes and this one would wait."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig

from ..__main__ import main as program
from ..build import load_rooms
from ..compiled import Compiled, compile_ahead
from ..settings import Settings
from .configured import prepare_templates


def load_ahead(config: MkDocsConfig, settings: Settings) -> None:
    """Load the rooms that write pages, and compile the theme's templates for them. No output depends on it."""
    load_rooms()
    tuple(program.commands.values())  # they are loaded when asked for, and a page names them all
    env = config.theme.get_env()
    prepare_templates(env, config, settings)
    if isinstance(env.bytecode_cache, Compiled):
        compile_ahead(env, env.bytecode_cache, ["main.html", *config.theme.static_templates])
