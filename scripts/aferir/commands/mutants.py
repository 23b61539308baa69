"""``aferir mutants``: how many wrong solutions the checks of a challenge kill."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..course import read_course
from ..mutants import score
from ..reports import MUTANTS_FORMATS
from .common import echo, told
from .named import challenges_named


@click.command()
@click.argument("challenge", required=False)
@click.option("--format", "form", type=click.Choice(sorted(MUTANTS_FORMATS)), default="text", show_default=True)
@click.pass_obj
def mutants(config: Path, challenge: str | None, form: str) -> None:
    """Count how many mechanical mutants of a solution, and how many misconceptions, its checks kill.

    Without CHALLENGE: of every challenge. Exit 1 when one lives that equivalent.toml does not explain, or when that
    list is wrong.
    """
    with told(config) as settings:
        chosen = challenges_named(challenge, settings, read_course(settings).languages)
        scores = [score(item, settings.snippets_folder) for item in chosen]
    echo(MUTANTS_FORMATS[form](scores))
    sys.exit(int(not all(one.is_whole for one in scores)))
