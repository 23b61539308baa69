"""What the commands share: how they speak to authors, in English, and what they read first."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from ..configuration import read_settings
from ..errors import AferirError
from ..settings import Settings

CANNOT = 2
"""The exit code of a command that could not do what it was asked: no verdict, no findings, one message."""


@contextmanager
def told(config: Path) -> Iterator[Settings]:
    """The settings of ``mkdocs.yml``; an AferirError inside becomes one message and exit 2, never a traceback."""
    with explained():
        yield _settings(config)


@contextmanager
def explained() -> Iterator[None]:
    """An AferirError inside becomes one message and exit 2, never a traceback."""
    try:
        yield
    except AferirError as error:
        echo(f"aferir: {error}", err=True)
        sys.exit(CANNOT)


def _settings(config: Path) -> Settings:
    """The settings of the file ``config``. Raises AferirError for none, and for one that is wrong."""
    if not config.is_file():
        raise AferirError(f"{config}: there is no such file; run aferir in the folder of mkdocs.yml, or pass --config")
    return read_settings(config)


def echo(text: str, *, err: bool = False) -> None:
    """Print. What the terminal cannot show, such as half of a character that a cell raised, stands as an escape."""
    encoding = (sys.stderr if err else sys.stdout).encoding or "utf-8"
    click.echo(text.encode(encoding, "backslashreplace").decode(encoding), err=err)


def note(text: str) -> None:
    """Say on standard error what goes on; nothing in the quiet, which AFERIR_QUIET=1 asks for."""
    if os.environ.get("AFERIR_QUIET") != "1":
        echo(text, err=True)
