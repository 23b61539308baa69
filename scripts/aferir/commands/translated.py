"""``aferir translated``: translations said to have been held against their source."""

from __future__ import annotations

from pathlib import Path

import click

from ..build import held_against_source
from .common import echo, note, told


@click.command()
@click.argument("lesson", required=False, default="")
@click.option("--lang", "codes", multiple=True, help="Only this language (may be repeated).")
@click.option("--section", default="", help="Only the section of this title, in either language.")
@click.option("--all", "every", is_flag=True, help="Every lesson, page and challenge of the course.")
@click.pass_obj
def translated(config: Path, lesson: str, codes: tuple[str, ...], section: str, every: bool) -> None:
    """Say that the translations of LESSON, or of a page, have been held against their source and say what it says.

    Writes what they were held against into lessons/translations.txt, and names the sections that were behind.
    """
    if bool(lesson) == every:
        raise click.UsageError("name a lesson, or say --all; example: aferir translated split-then-sum --lang es")

    with told(config) as settings:
        text, behind = held_against_source(settings, lesson, codes, section)
        settings.translations_file.write_text(text, encoding="utf-8")
    echo("\n".join(f"{item.lesson.path}:{item.position.line}: {item.title}" for item in behind))
    note(f"{len(behind)} section{'' if len(behind) == 1 else 's'} brought up to date.")
