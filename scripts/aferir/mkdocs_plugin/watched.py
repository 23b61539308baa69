"""A build from its beginning to its end, to tell whether the next one would write the same."""

from __future__ import annotations

import logging
from pathlib import Path

from mkdocs.plugins import get_plugin_logger

from .. import unchanged
from ..settings import Settings

log = get_plugin_logger("aferir")


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
