"""``mkdocs serve``: what it keeps of its last build, and how it goes on after a mistake."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from pathlib import Path

import click
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort
from mkdocs.plugins import get_plugin_logger

from .. import served
from ..build import SiteParts
from .told import program, root_pages, surroundings

log = get_plugin_logger("aferir")
PACKAGE = Path(__file__).parent.parent
"""The generator's own folder."""

_SERVED: ContextVar[served.Served | None] = ContextVar("served", default=None)
"""What ``serve`` has of its last build, while it builds again."""


def is_serving() -> bool:
    """Whether the command is ``mkdocs serve``. An ``on_startup`` would say so too, and keep this plugin's state."""
    context = click.get_current_context(silent=True)
    return context is not None and context.info_name == "serve"


def patient(build: Callable[[], None], folder: str, state: served.Served) -> Callable[[], None]:
    """The rebuild of ``serve``: after a mistake what is served stays as it was, where MkDocs would hang.

    When the generator's own Python has changed, the command starts afresh: modules once loaded would not notice.
    """
    code = _newest_module()

    def attempt() -> None:
        if _newest_module() > code:
            log.info("The generator has changed: starting again.")
            shutil.rmtree(folder, ignore_errors=True)
            os.execv(sys.executable, [sys.executable, "-m", program(), *sys.argv[1:]])  # noqa: S606
        try:
            with _building_on(state):
                build()
        except Abort:
            log.error("What is served stays as it was until this is mended.")  # noqa: TRY400  the reason stands above

    return attempt


@contextlib.contextmanager
def _building_on(state: served.Served) -> Iterator[None]:
    token = _SERVED.set(state)
    try:
        yield
    finally:
        _SERVED.reset(token)


def last_served() -> served.Served:
    """What ``serve`` has of its last build; nothing in any other build."""
    return _SERVED.get() or served.Served()


def built(parts: SiteParts, config: MkDocsConfig) -> served.Built:
    """The build of ``parts``, with what decides besides them how its pages look."""
    return served.Built(parts, surroundings(config), root_pages(config))


def keep_served(state: served.Served, parts: SiteParts, config: MkDocsConfig) -> None:
    """Keep in ``state`` the build that is served from now on."""
    state.built = built(parts, config)


_MADE_OF = (".py", ".html", ".md", ".po", ".toml", ".csl", ".ebnf", ".j2")


def _newest_module() -> float:
    """When our Python, or what it reads, was last changed."""
    files = PACKAGE.rglob("*")
    return max(path.stat().st_mtime for path in files if path.suffix in _MADE_OF)
