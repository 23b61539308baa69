"""``aferir accept``: stale numbers rewritten in the lessons and the ledger."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..accept import accepted, difference
from ..build import Checked, check_course
from ..ledger import joined, ledger_of, written
from ..reports import FORMATS
from ..settings import Settings
from .common import echo, note, told

_ACCEPTABLE = ("AF301", "AF701", "AF703", "AF704", "AF705")
"""The findings that say: this number is not what the code gives."""


@click.command()
@click.option("--dry-run", is_flag=True, help="Show the differences and write nothing.")
@click.pass_obj
def accept(config: Path, dry_run: bool) -> None:
    """Rewrite stale numbers in every language, and the ledger, as the code now gives them.

    Words and claims are never touched. Shows the differences. Exit 1, and nothing is written, while anything but
    numbers is wrong.
    """
    with told(config) as settings:
        checked = check_course(settings, note)
        others = [item for item in checked.findings if item.code not in _ACCEPTABLE]
        if others:
            echo(FORMATS["text"](others))
            click.echo("Numbers are accepted when nothing else is wrong: mend these first.", err=True)
            sys.exit(1)
        before, after = _accepted_texts(settings, checked)
    for path, text in after.items():
        echo(difference(path, before[path], text))
        if not dry_run:
            (settings.root / path).write_bytes(text.encode("utf-8"))
    if not after:
        click.echo("Every number agrees with the code.", err=True)


def _accepted_texts(settings: Settings, checked: Checked) -> tuple[dict[str, str], dict[str, str]]:
    """Path -> text of what is to be rewritten, lessons and ledger: before and after."""
    before = {path: source.text for path, source in checked.sources.items()}
    for lesson in checked.challenge_texts:
        before[lesson.path] = (settings.root / lesson.path).read_text(encoding="utf-8")
    lessons = (*checked.lessons, *checked.challenge_texts)
    after = accepted(lessons, {**checked.results, **checked.challenge_results}, before)
    path = settings.ledger_file.relative_to(settings.root).as_posix()
    ledger = joined(ledger_of(checked.produced), checked.ledger, checked.produced)
    kept, new = checked.ledger.text if checked.ledger else "", written(ledger) if ledger else ""
    if any(item.code.startswith("AF7") for item in checked.findings):
        before[path], after[path] = kept, new
    return before, after
