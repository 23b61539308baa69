"""``aferir grade``: a solution file judged as the browser would."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

import click

from ..course import chosen_languages, read_course
from ..errors import AferirError
from ..grading import grade_file
from ..reports import verdict_text
from .common import CANNOT, echo, told
from .named import challenges_named


def _seconds(_context: click.Context, _option: click.Parameter, value: float) -> float:
    """Refuse a time limit that is none: 0, negative, nan, inf."""
    if not (math.isfinite(value) and value > 0):
        raise click.BadParameter(f"a time limit is a number of seconds above 0, got {value:g}; example: --seconds 20")
    return value


@click.command()
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
    with told(config) as settings:
        course = read_course(settings)
        spoken = chosen_languages(course, (code,) if code else ())[0]
        (files,) = challenges_named(challenge, settings, course.languages)
        solution = _solution(file)
        verdict = grade_file(files, solution, spoken, settings.snippets_folder, seconds)
    echo(json.dumps(verdict, ensure_ascii=False, indent=2) if form == "json" else verdict_text(verdict))
    sys.exit({"passed": 0, "failed": 1}.get(str(verdict["status"]), CANNOT))


def _solution(file: Path) -> str:
    """The text of the file to be graded. Raises AferirError for one that cannot be read as text."""
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise AferirError(f"{file}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise AferirError(f"{file}: is not UTF-8 text") from None
