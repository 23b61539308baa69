"""The command line: ``aferir check``, ``accept``, ``coverage``, ``grade``, ``mutants``, ``new``, ``schema`` and others.

It speaks English to authors.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import __version__
from .configuration import read_settings
from .course import chosen_languages, page_paths, read_course
from .errors import AferirError
from .languages import is_language
from .model import ChallengeFiles, Finding
from .reports import COVERAGE_FORMATS, FORMATS, MUTANTS_FORMATS, CoverageRow, verdict_text
from .settings import Settings, challenge_folders

if TYPE_CHECKING:
    from .build import Checked
    from .translations import Behind

_CANNOT = 2


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, package_name="aferir")
@click.option("--config", "config_file", default="mkdocs.yml", show_default=True, help="The course's mkdocs.yml.")
@click.pass_context
def main(context: click.Context, config_file: str) -> None:
    """Lessons whose numbers are true."""
    context.obj = Path(config_file)


@main.command()
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
    with _told(config) as settings:
        chosen = replace(settings, languages=codes or settings.languages, use_cache=not no_cache)
        unsaved = _unsaved(settings, shown_path) if from_stdin else None
        findings, behind = _found(chosen, unsaved)
        _report(findings, form, _notes(behind) if settings.stale_translations == "note" else [])
        if behind and form == "text":
            _show_changes(settings, behind)
        if not unsaved:
            _name_languages_in_english(chosen)
    sys.exit(int(bool(findings)))


@main.command()
@click.option("--dry-run", is_flag=True, help="Show the differences and write nothing.")
@click.pass_obj
def accept(config: Path, dry_run: bool) -> None:
    """Rewrite stale numbers in every language, and the ledger, as the code now gives them.

    Words and claims are never touched. Shows the differences. Exit 1, and nothing is written, while anything but
    numbers is wrong.
    """
    from .accept import difference  # noqa: PLC0415 - each command loads what it needs: see `build`
    from .build import check_course  # noqa: PLC0415 - the same

    with _told(config) as settings:
        checked = check_course(settings, _note)
        others = [item for item in checked.findings if item.code not in _ACCEPTABLE]
        if others:
            _echo(FORMATS["text"](others))
            click.echo("Numbers are accepted when nothing else is wrong: mend these first.", err=True)
            sys.exit(1)
        before, after = _accepted_texts(settings, checked)
    for path, text in after.items():
        _echo(difference(path, before[path], text))
        if not dry_run:
            (settings.root / path).write_bytes(text.encode("utf-8"))
    if not after:
        click.echo("Every number agrees with the code.", err=True)


_ACCEPTABLE = ("AF301", "AF701", "AF703", "AF704", "AF705")


def _accepted_texts(settings: Settings, checked: Checked) -> tuple[dict[str, str], dict[str, str]]:
    """Path -> text of what is to be rewritten, lessons and ledger: before and after."""
    from .accept import accepted  # noqa: PLC0415 - see `accept`
    from .ledger import joined, ledger_of, written  # noqa: PLC0415 - the same

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
        from .build import check_page  # noqa: PLC0415 - see `accept`

        return check_page(settings, *unsaved, _note), ()
    from .build import check_course  # noqa: PLC0415 - see `accept`

    checked = check_course(settings, _note)
    return checked.findings, checked.behind


def _notes(behind: Sequence[Behind]) -> list[Finding]:
    if not behind:
        return []
    from .translations import behind_finding  # noqa: PLC0415 - see `accept`

    return [behind_finding(item) for item in behind]


def _report(findings: Sequence[Finding], form: str, notes: Sequence[Finding]) -> None:
    if findings or notes or form == "json":
        _echo(FORMATS[form](findings, notes))
    if findings:
        count = len(findings)
        click.echo(f"{count} finding{'s' if count > 1 else ''}", err=True)
        if form == "text":
            click.echo("Each code is explained on the page reference/findings/ of the built site.", err=True)
    else:
        click.echo("Everything agrees with the code.", err=True)


def _name_languages_in_english(settings: Settings) -> None:
    """Say which languages of this check show texts of the interface in English, and how many."""
    from .messages import said_texts  # noqa: PLC0415 - see `accept`
    from .texts_report import untranslated  # noqa: PLC0415 - the same

    said = said_texts()
    for code in chosen_languages(read_course(settings), settings.languages):
        if count := len(untranslated(settings, code, said)):
            _note(f"{code}: {count} texts of the interface stand in English; aferir texts --lang {code} lists them")


def _show_changes(settings: Settings, behind: Sequence[Behind]) -> None:
    """Say, for each section of the source that has changed since it was translated, what has."""
    from .history import earlier_texts  # noqa: PLC0415 - see `accept`
    from .translations import word_difference  # noqa: PLC0415 - the same

    earlier = earlier_texts(behind, read_course(settings).source, settings.root)
    for item in {(one.source_path, one.part.title): one for one in behind if one.known}.values():
        before = next((earlier[digest] for digest in item.known if digest in earlier), None)
        head = f"{item.source_path}:{item.part.position.line}: “{item.part.title}”"
        if before is None:
            _echo(f"{head}: the text it was translated from is not in the history that Git has here", err=True)
        else:
            _echo(f"{head} has changed:\n{word_difference(before, item.part.text)}", err=True)


@main.command()
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
    from .build import held_against_source  # noqa: PLC0415 - see `accept`

    with _told(config) as settings:
        text, behind = held_against_source(settings, lesson, codes, section)
        settings.translations_file.write_text(text, encoding="utf-8")
    _echo("\n".join(f"{item.lesson.path}:{item.position.line}: {item.title}" for item in behind))
    _note(f"{len(behind)} section{'' if len(behind) == 1 else 's'} brought up to date.")


@main.command()
@click.option("--lang", "codes", multiple=True, help="Count only this language (may be repeated).")
@click.option("--format", "form", type=click.Choice(sorted(COVERAGE_FORMATS)), default="text", show_default=True)
@click.pass_obj
def coverage(config: Path, codes: tuple[str, ...], form: str) -> None:
    """Count the numerals of every page and language: bound, given, produced, structural, naked."""
    from .build import check_course  # noqa: PLC0415 - see `accept`
    from .coverage import coverage_counts  # noqa: PLC0415 - the same
    from .ledger import numeral_count  # noqa: PLC0415 - the same

    with _told(config) as settings:
        checked = check_course(replace(settings, languages=codes or settings.languages), _note)
        rows = [
            CoverageRow(
                lesson.slug,
                lesson.language,
                coverage_counts(lesson, numeral_count(item for item in checked.produced if item.path == lesson.path)),
            )
            for lesson in (*checked.lessons, *checked.challenge_texts)
        ]
    _echo(COVERAGE_FORMATS[form](rows))


def _seconds(_context: click.Context, _option: click.Parameter, value: float) -> float:
    """Refuse a time limit that is none: 0, negative, nan, inf."""
    if not (math.isfinite(value) and value > 0):
        raise click.BadParameter(f"a time limit is a number of seconds above 0, got {value:g}; example: --seconds 20")
    return value


@main.command()
@click.argument("challenge")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--lang", "code", help="Language of the verdict; by default the first of the course.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--seconds", default=20.0, show_default=True, callback=_seconds, help="Time limit of the whole attempt.")
@click.pass_obj
def grade(config: Path, challenge: str, file: Path, code: str | None, form: str, seconds: float) -> None:
    """Grade the solution in FILE as the browser would, in a process with limits.

    Exit 0 when all checks pass, 1 when one fails (an endless loop too), 2 when the grader itself cannot.
    """
    from .grading import grade_file  # noqa: PLC0415 - see `accept`

    with _told(config) as settings:
        course = read_course(settings)
        spoken = chosen_languages(course, (code,) if code else ())[0]
        files = _challenge(settings, challenge, course.languages)
        solution = _solution(file)
        verdict = grade_file(files, solution, spoken, settings.snippets_folder, seconds)
    _echo(json.dumps(verdict, ensure_ascii=False, indent=2) if form == "json" else verdict_text(verdict))
    sys.exit({"passed": 0, "failed": 1}.get(str(verdict["status"]), _CANNOT))


@main.command()
@click.argument("challenge", required=False)
@click.option("--format", "form", type=click.Choice(sorted(MUTANTS_FORMATS)), default="text", show_default=True)
@click.pass_obj
def mutants(config: Path, challenge: str | None, form: str) -> None:
    """Count how many mechanical mutants of a solution, and how many misconceptions, its checks kill.

    Without CHALLENGE: of every challenge. Exit 1 when one lives that equivalent.toml does not explain, or when that
    list is wrong.
    """
    from .mutants import score  # noqa: PLC0415 - see `accept`

    with _told(config) as settings:
        scores = [score(item, settings.snippets_folder) for item in _challenges(settings, challenge)]
    _echo(MUTANTS_FORMATS[form](scores))
    sys.exit(int(not all(one.is_whole for one in scores)))


def _challenges(settings: Settings, name: str | None) -> list[ChallengeFiles]:
    """One challenge, or all of them."""
    languages = read_course(settings).languages
    if name:
        return [_challenge(settings, name, languages)]
    folders = challenge_folders(settings.snippets_folder / "challenges")
    return [_challenge(settings, folder.name, languages) for folder in folders]


def _challenge(settings: Settings, name: str, languages: tuple[str, ...]) -> ChallengeFiles:
    from .challenge_texts import scanned_texts, with_plain_texts  # noqa: PLC0415 - see `accept`
    from .challenges import load_challenges  # noqa: PLC0415 - the same

    shown = f"{settings.snippets}/challenges"
    read = load_challenges(settings.snippets_folder / "challenges", shown, languages)
    if name not in read:
        raise AferirError(f"there is no challenge {name!r}; known challenges: {', '.join(read) or 'none'}")
    challenge, findings = read[name]
    if challenge is None:
        raise AferirError("\n".join(str(item) for item in findings))
    return with_plain_texts(challenge, scanned_texts(challenge))


def _solution(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise AferirError(f"{file}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise AferirError(f"{file}: is not UTF-8 text") from None


@main.group()
def new() -> None:
    """Begin something with files that build at once."""


@new.command("challenge")
@click.argument("name", metavar="ID")
@click.pass_obj
def new_challenge(config: Path, name: str) -> None:
    """Begin a challenge: ID is the function that the reader will write. Overwrites nothing."""
    from .build import held_against_source  # noqa: PLC0415 - see `accept`
    from .scaffold import challenge_files, write_new  # noqa: PLC0415 - the same

    with _told(config) as settings:
        files = challenge_files(name, read_course(settings).languages, settings)
        write_new(settings.root, files)
        if settings.translations_file.is_file():  # its texts are written in all languages at once
            text, _ = held_against_source(settings, f"challenges/{name}", (), "")
            settings.translations_file.write_text(text, encoding="utf-8")
    right = next(path for path in files if path.startswith("tests/"))
    _echo("\n".join(files))
    _note(f"Rewrite them from the reference on; these hold all the while: aferir check; aferir grade {name} {right}")


@new.command("course")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--languages", required=True, help="Codes of its languages, the one you write first: fr,de.")
@click.option("--title", default="", help="The course's title, the same in each language until you translate it.")
def new_course(folder: Path, languages: str, title: str) -> None:
    """Begin a course in DIR, with one lesson and one challenge in each language. Overwrites nothing."""
    from .new_course import course_files  # noqa: PLC0415 - see `accept`
    from .scaffold import write_new  # noqa: PLC0415 - the same

    with _explained():
        codes = [code.strip() for code in languages.split(",") if code.strip()]
        files = course_files(codes, title, folder.resolve().name)
        write_new(folder, files)
    _echo("\n".join(sorted(files)))
    _note(f"It checks and builds as it is: cd {folder}; aferir check; mkdocs build --strict. README.md says the rest.")


@new.command("language")
@click.argument("code")
@click.pass_obj
def new_language(config: Path, code: str) -> None:
    """Begin a language of the course: CODE is its ISO 639 code. Overwrites nothing.

    What is not translated yet has a page that says so. Names everything that lacks until the language is whole.
    """
    from .messages import said_texts  # noqa: PLC0415 - see `accept`
    from .new_language import begun_course_file, how_it_writes_numbers, language_files  # noqa: PLC0415 - the same
    from .scaffold import write_new  # noqa: PLC0415 - the same
    from .texts_report import untranslated  # noqa: PLC0415 - the same

    with _told(config) as settings:
        course = read_course(settings)
        missing = untranslated(settings, code, said_texts()) if is_language(code) else []
        files = language_files(code, course, settings, missing)
        write_new(settings.root, files)
        file = settings.lessons_folder / "course.yml"
        file.write_text(begun_course_file(file.read_text(encoding="utf-8"), code), encoding="utf-8")
        _echo("\n".join([*files, f"{settings.lessons}/course.yml"]))
        _note(f"{code} writes numbers like this: {how_it_writes_numbers(code)}")
        _say_what_lacks(settings, code)


def _say_what_lacks(settings: Settings, code: str) -> None:
    from .messages import said_texts  # noqa: PLC0415 - see `accept`
    from .new_language import lacking  # noqa: PLC0415 - the same
    from .texts_report import untranslated  # noqa: PLC0415 - the same

    missing = untranslated(settings, code, said_texts())
    lacks = list(lacking(code, read_course(settings), settings, missing))
    for item in lacks:
        _note(f"  {item.file}: {item.what}")
    ending = f"move it from begun to languages in {settings.lessons}/course.yml"
    _note(f"{len(lacks)} things lack; when none does, {ending}." if lacks else f"{code} is whole: {ending}.")


@main.command()
@click.option("--lang", "codes", multiple=True, help="Only this language (may be repeated).")
@click.option("--write", is_flag=True, help="Add what is missing, still to be translated, and drop what nothing says.")
@click.pass_obj
def texts(config: Path, codes: tuple[str, ...], write: bool) -> None:
    """List the texts of the interface that a language lacks, and what is wrong with those it has.

    What is not translated stands in English. Exit 1 for a text that nothing says, for wrong plural forms and
    placeholders, and for what a language lacks that is not only begun.
    """
    from .texts_report import brought_up_to_date, texts_of  # noqa: PLC0415 - see `accept`

    with _told(config) as settings:
        course = read_course(settings)
        reports = [texts_of(settings, code) for code in codes or course.all_languages]
        wrong = [report for report in reports if report.faults or (report.missing and report.code in course.languages)]
        for report in reports:
            _echo(report.shown())
            if write and (report.missing or report.faults):
                file, text = brought_up_to_date(report, settings)
                file.write_text(text, encoding="utf-8")
                _echo(f"  written: {file}")
    sys.exit(int(bool(wrong)))


@main.command()
@click.argument("name", type=click.Choice(["course", "front-matter"]))
def schema(name: str) -> None:
    """Print the JSON schema of course.yml or of the front matter of a page, for editors."""
    from .schemas import schema_text  # noqa: PLC0415 - see `accept`

    click.echo(schema_text(name), nl=False)


@main.command()
@click.option(
    "--from", "folder", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Take the files from here."
)
@click.pass_obj
def assets(config: Path, folder: Path | None) -> None:
    """Fetch and verify every third-party file (Pyodide, NumPy, KaTeX, CodeMirror, Graphviz, fonts)."""
    from .assets import fetch_all  # noqa: PLC0415 - see `accept`

    with _told(config) as settings:
        fetch_all(settings.cache_folder, folder, _note)
    click.echo("All third-party files are here and verified.", err=True)


@main.command()
@click.argument("site", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def verify(site: Path, form: str) -> None:
    """Compare the published folder SITE with the manifest that its build wrote.

    Exit 0 when every file is there, unchanged, and none besides; 1 when something differs; 2 when SITE has no manifest.
    """
    from .site.manifest import COMPARISON_FORMATS, compare, read_manifest  # noqa: PLC0415 - see `accept`

    try:
        manifest = read_manifest(site)
        found = compare(site, manifest)
    except AferirError as error:
        _echo(f"aferir: {error}", err=True)
        sys.exit(_CANNOT)
    _echo(COMPARISON_FORMATS[form](found))
    sys.exit(int(not found.is_whole))


@main.command()
@click.argument("site", type=click.Path(path_type=Path))
def headers(site: Path) -> None:
    """Print the file _headers of Netlify, Cloudflare Pages and their like, for the built folder SITE."""
    from .site.headers import headers_text  # noqa: PLC0415 - see `accept`

    try:
        text = headers_text(site)
    except AferirError as error:
        _echo(f"aferir: {error}", err=True)
        sys.exit(_CANNOT)
    click.echo(text, nl=False)


@contextmanager
def _told(config: Path) -> Iterator[Settings]:
    """The settings of ``mkdocs.yml``; an AferirError inside becomes one message and exit 2, never a traceback."""
    with _explained():
        yield _settings(config)


@contextmanager
def _explained() -> Iterator[None]:
    """An AferirError inside becomes one message and exit 2, never a traceback."""
    try:
        yield
    except AferirError as error:
        _echo(f"aferir: {error}", err=True)
        sys.exit(_CANNOT)


def _settings(config: Path) -> Settings:
    if not config.is_file():
        raise AferirError(f"{config}: there is no such file; run aferir in the folder of mkdocs.yml, or pass --config")
    return read_settings(config)


def _echo(text: str, *, err: bool = False) -> None:
    """Print. What the terminal cannot show, such as half of a character that a cell raised, stands as an escape."""
    encoding = (sys.stderr if err else sys.stdout).encoding or "utf-8"
    click.echo(text.encode(encoding, "backslashreplace").decode(encoding), err=err)


def _note(text: str) -> None:
    if os.environ.get("AFERIR_QUIET") != "1":
        _echo(text, err=True)


if __name__ == "__main__":
    main()
