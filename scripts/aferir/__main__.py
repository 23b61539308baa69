"""The command line: ``aferir check``, ``coverage``, ``grade``, ``assets``. Messages for authors are in English."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click
import yaml

from . import __version__
from .assets import fetch_all
from .build import build_site, check_course
from .challenges import load_challenges
from .course import read_course
from .coverage import coverage_counts, produced_numerals
from .errors import AferirError
from .grading import grade_file
from .model import ChallengeFiles, Finding, Results
from .reports import COVERAGE_FORMATS, FORMATS, CoverageRow, verdict_text
from .settings import Settings, settings_from

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
        texts = _unsaved(from_stdin, shown_path)
        checked = check_course(chosen, _note, texts)
        findings = checked.findings or build_site(checked, chosen, _note).findings
        shown = [item for item in findings if not texts or item.path in texts]
    _report(shown, form)


def _unsaved(from_stdin: bool, shown_path: str | None) -> Mapping[str, str]:
    if not from_stdin:
        return {}
    if not shown_path:
        raise click.UsageError("--stdin needs --path, for example --path lessons/es/split-then-sum.md")
    return {Path(shown_path).as_posix(): sys.stdin.read()}


def _report(findings: list[Finding], form: str) -> None:
    if findings or form == "json":
        click.echo(FORMATS[form](findings))
    if findings:
        count = len(findings)
        click.echo(f"{count} finding{'s' if count > 1 else ''}", err=True)
        sys.exit(1)
    click.echo("Everything agrees with the code.", err=True)


@main.command()
@click.option("--lang", "codes", multiple=True, help="Count only this language (may be repeated).")
@click.option("--format", "form", type=click.Choice(sorted(COVERAGE_FORMATS)), default="text", show_default=True)
@click.pass_obj
def coverage(config: Path, codes: tuple[str, ...], form: str) -> None:
    """Count the numerals of every page and language: bound, given, produced, structural, naked."""
    with _told(config) as settings:
        checked = check_course(replace(settings, languages=codes or settings.languages), _note)
        rows = [
            CoverageRow(
                lesson.slug,
                lesson.language,
                coverage_counts(lesson, produced_numerals(lesson, checked.results.get(lesson.path, Results()))),
            )
            for lesson in checked.lessons
        ]
    click.echo(COVERAGE_FORMATS[form](rows))


@main.command()
@click.argument("challenge")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--lang", "code", default="en", show_default=True, help="Language of the verdict.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--seconds", default=20.0, show_default=True, help="Time limit of the whole attempt.")
@click.pass_obj
def grade(config: Path, challenge: str, file: Path, code: str, form: str, seconds: float) -> None:
    """Grade the solution in FILE as the browser would, in a process with limits.

    Exit 0 when all checks pass, 1 when one fails (an endless loop too), 2 when the grader itself cannot.
    """
    with _told(config) as settings:
        course = read_course(settings)
        spoken = code if code in course.languages else course.languages[0]
        files = _challenge(settings, challenge, course.languages)
        solution = _solution(file)
        verdict = grade_file(files, solution, spoken, settings.snippets_folder, seconds)
    click.echo(json.dumps(verdict, ensure_ascii=False, indent=2) if form == "json" else verdict_text(verdict))
    sys.exit({"passed": 0, "failed": 1}.get(str(verdict["status"]), _CANNOT))


def _challenge(settings: Settings, name: str, languages: tuple[str, ...]) -> ChallengeFiles:
    shown = f"{settings.snippets}/challenges"
    read = load_challenges(settings.snippets_folder / "challenges", shown, languages)
    if name not in read:
        raise AferirError(f"there is no challenge {name!r}; known challenges: {', '.join(read) or 'none'}")
    challenge, findings = read[name]
    if challenge is None:
        raise AferirError("\n".join(str(item) for item in findings))
    return challenge


def _solution(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise AferirError(f"{file}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise AferirError(f"{file}: is not UTF-8 text") from None


@main.command()
@click.option(
    "--from", "folder", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Take the files from here."
)
@click.pass_obj
def assets(config: Path, folder: Path | None) -> None:
    """Fetch and verify every third-party file (Pyodide, NumPy, KaTeX, CodeMirror, Mermaid, fonts)."""
    with _told(config) as settings:
        fetch_all(settings.cache_folder, folder, _note)
    click.echo("All third-party files are here and verified.", err=True)


@contextmanager
def _told(config: Path) -> Iterator[Settings]:
    """The settings of ``mkdocs.yml``; an AferirError inside becomes one message and exit 2, never a traceback."""
    try:
        yield _settings(config)
    except AferirError as error:
        click.echo(f"aferir: {error}", err=True)
        sys.exit(_CANNOT)


def _settings(config: Path) -> Settings:
    if not config.exists():
        raise AferirError(f"{config}: there is no such file; run aferir in the folder of mkdocs.yml, or pass --config")
    try:
        data = yaml.load(config.read_text(encoding="utf-8"), Loader=_AnyTag)  # noqa: S506  builds plain data only
    except yaml.MarkedYAMLError as error:
        raise AferirError(f"{config}: not YAML: {error}") from None
    return settings_from(_own_options(data if isinstance(data, dict) else {}), config.parent)


def _own_options(data: Mapping[str, object]) -> dict[str, object]:
    plugins = data.get("plugins")
    for item in plugins if isinstance(plugins, list) else ():
        if isinstance(item, dict) and isinstance(item.get("aferir"), dict):
            return dict(item["aferir"])
    return {}


class _AnyTag(yaml.SafeLoader):
    """MkDocs' own tags (``!ENV``, ``!!python/name``) are nothing to us: they load as None."""


_AnyTag.add_multi_constructor("", lambda _loader, _suffix, _node: None)


def _note(text: str) -> None:
    if os.environ.get("AFERIR_QUIET") != "1":
        click.echo(text, err=True)


if __name__ == "__main__":
    main()
