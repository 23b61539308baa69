"""``aferir coverage``: the numerals of every page, counted by what vouches for them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from ..build import check_course
from ..coverage import coverage_counts
from ..ledger import numeral_count
from ..reports import COVERAGE_FORMATS, CoverageRow
from .common import echo, note, told


@click.command()
@click.option("--lang", "codes", multiple=True, help="Count only this language (may be repeated).")
@click.option("--format", "form", type=click.Choice(sorted(COVERAGE_FORMATS)), default="text", show_default=True)
@click.pass_obj
def coverage(config: Path, codes: tuple[str, ...], form: str) -> None:
    """Count the numerals of every page and language: bound, given, produced, structural, naked."""
    with told(config) as settings:
        checked = check_course(replace(settings, languages=codes or settings.languages), note)
        rows = [
            CoverageRow(
                lesson.slug,
                lesson.language,
                coverage_counts(lesson, numeral_count(item for item in checked.produced if item.path == lesson.path)),
            )
            for lesson in (*checked.lessons, *checked.challenge_texts)
        ]
    echo(COVERAGE_FORMATS[form](rows))
