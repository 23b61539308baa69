"""``aferir texts``: what the catalogues of the interface lack."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..course import read_course
from ..texts_report import brought_up_to_date, texts_of
from .common import echo, told


@click.command()
@click.option("--lang", "codes", multiple=True, help="Only this language (may be repeated).")
@click.option("--write", is_flag=True, help="Add what is missing, still to be translated, and drop what nothing says.")
@click.pass_obj
def texts(config: Path, codes: tuple[str, ...], write: bool) -> None:
    """List the texts of the interface that a language lacks, and what is wrong with those it has.

    What is not translated stands in English. Exit 1 for a text that nothing says, for wrong plural forms and
    placeholders, and for what a language lacks that is not only begun.
    """
    with told(config) as settings:
        course = read_course(settings)
        reports = [texts_of(settings, code) for code in codes or course.all_languages]
        wrong = [report for report in reports if report.faults or (report.missing and report.code in course.languages)]
        for report in reports:
            echo(report.shown())
            if write and (report.missing or report.faults):
                file, text = brought_up_to_date(report, settings)
                file.write_text(text, encoding="utf-8")
                echo(f"  written: {file}")
    sys.exit(int(bool(wrong)))
