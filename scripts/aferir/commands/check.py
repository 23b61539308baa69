"""``aferir check``: every lesson verified, or one page that is not saved yet.

An editor calls it at every save. So what only findings in the whole course need is loaded where it is used, and
`aferir.build` loads a pass when it is asked for it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .. import build
from ..course import chosen_languages, page_paths, read_course
from ..errors import AferirError
from ..model import Finding
from ..reports import FORMATS
from ..settings import Settings
from .common import echo, note, told

if TYPE_CHECKING:
    from ..translations import Behind


@click.command()
@click.option("--lang", "codes", multiple=True, help="Check only this language (may be repeated).")
@click.option("--format", "form", type=click.Choice(sorted(FORMATS)), default="text", show_default=True)
@click.option("--stdin", "from_stdin", is_flag=True, help="Read the text of --path from standard input.")
@click.option("--path", "shown_path", help="With --stdin: the file whose text comes from standard input.")
@click.option("--no-cache", is_flag=True, help="Execute every cell anew.")
@click.pass_obj
def check(
    config: Path, codes: tuple[str, ...], form: str, from_stdin: bool, shown_path: str | None, no_cache: bool
) -> None:
    """Verify every lesson without building the site. Exit 1 when something is wrong."""
    with told(config) as settings:
        chosen = replace(settings, languages=codes or settings.languages, use_cache=not no_cache)
        unsaved = _unsaved(settings, shown_path) if from_stdin else None
        findings, behind = _found(chosen, unsaved)
        _report(findings, form, _notes(behind) if settings.stale_translations == "note" else [])
        if behind and form == "text":
            _show_changes(settings, behind)
        if not unsaved:
            _name_languages_in_english(chosen)
    sys.exit(int(bool(findings)))


def _unsaved(settings: Settings, shown_path: str | None) -> tuple[str, str]:
    """The path of the page that the text of standard input is to replace, and that text."""
    if not shown_path:
        raise click.UsageError("--stdin needs --path, for example --path lessons/es/split-then-sum.md")
    page = _page_of(settings, shown_path)
    try:
        return page, sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError:
        raise AferirError(f"{shown_path}: what standard input holds is not UTF-8 text") from None


def _page_of(settings: Settings, path: str) -> str:
    """The page that ``path`` means, seen from here or from the course's own folder. Raises AferirError for none."""
    pages = page_paths(settings, read_course(settings))
    places = (Path(path).resolve(), (settings.root / path).resolve())
    root = settings.root.resolve()
    for place in places:  # asks the disk of one path, not of every page
        if place.is_relative_to(root) and (page := place.relative_to(root).as_posix()) in pages:
            return page
    resolved = {(settings.root / page).resolve(): page for page in pages}
    for place in places:
        if place in resolved:
            return resolved[place]
    raise AferirError(f"{path}: is no lesson or page of this course")


def _found(settings: Settings, unsaved: tuple[str, str] | None) -> tuple[tuple[Finding, ...], tuple[Behind, ...]]:
    """What is wrong, and which translations are behind; of one page alone when it is not saved yet."""
    if unsaved:
        return build.check_page(settings, *unsaved, note), ()
    checked = build.check_course(settings, note)
    return checked.findings, checked.behind


def _notes(behind: Sequence[Behind]) -> list[Finding]:
    """Each translation that is behind as a finding, for a course that wants to be told and not stopped."""
    if not behind:
        return []
    from ..translations import behind_finding  # noqa: PLC0415 - see above

    return [behind_finding(item) for item in behind]


def _report(findings: Sequence[Finding], form: str, notes: Sequence[Finding]) -> None:
    """Print what was found in one of `FORMATS`, and on standard error how much it is."""
    if findings or notes or form == "json":
        echo(FORMATS[form](findings, notes))
    if findings:
        count = len(findings)
        click.echo(f"{count} finding{'s' if count > 1 else ''}", err=True)
        if form == "text":
            click.echo("Each code is explained on the page reference/findings/ of the built site.", err=True)
    else:
        click.echo("Everything agrees with the code.", err=True)


def _name_languages_in_english(settings: Settings) -> None:
    """Say which languages of this check show texts of the interface in English, and how many."""
    from ..messages import said_texts  # noqa: PLC0415 - see above
    from ..texts_report import untranslated  # noqa: PLC0415 - the same

    said = said_texts()
    for code in chosen_languages(read_course(settings), settings.languages):
        if count := len(untranslated(settings, code, said)):
            note(f"{code}: {count} texts of the interface stand in English; aferir texts --lang {code} lists them")


def _show_changes(settings: Settings, behind: Sequence[Behind]) -> None:
    """Say, for each section of the source that has changed since it was translated, what has."""
    from ..history import earlier_texts  # noqa: PLC0415 - see above
    from ..translations import word_difference  # noqa: PLC0415 - the same

    earlier = earlier_texts(behind, read_course(settings).source, settings.root)
    for item in {(one.source_path, one.part.title): one for one in behind if one.known}.values():
        before = next((earlier[digest] for digest in item.known if digest in earlier), None)
        head = f"{item.source_path}:{item.part.position.line}: “{item.part.title}”"
        if before is None:
            echo(f"{head}: the text it was translated from is not in the history that Git has here", err=True)
        else:
            echo(f"{head} has changed:\n{word_difference(before, item.part.text)}", err=True)
