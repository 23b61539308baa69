"""``aferir new``: a challenge, a course or a language begun with files that build at once."""

from __future__ import annotations

from pathlib import Path

import click

from ..build import held_against_source
from ..course import read_course
from ..languages import is_language
from ..messages import said_texts
from ..new_course import course_files
from ..new_language import begun_course_file, how_it_writes_numbers, lacking, language_files
from ..scaffold import challenge_files, write_new
from ..settings import Settings
from ..texts_report import untranslated
from .common import echo, explained, note, told


@click.group()
def new() -> None:
    """Begin something with files that build at once."""


@new.command("challenge")
@click.argument("name", metavar="ID")
@click.pass_obj
def new_challenge(config: Path, name: str) -> None:
    """Begin a challenge: ID is the function that the reader will write. Overwrites nothing."""
    with told(config) as settings:
        files = challenge_files(name, read_course(settings).languages, settings)
        write_new(settings.root, files)
        if settings.translations_file.is_file():  # its texts are written in all languages at once
            text, _ = held_against_source(settings, f"challenges/{name}", (), "")
            settings.translations_file.write_text(text, encoding="utf-8")
    right = next(path for path in files if path.startswith("tests/"))
    echo("\n".join(files))
    note(f"Rewrite them from the reference on; these hold all the while: aferir check; aferir grade {name} {right}")


@new.command("course")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--languages", required=True, help="Codes of its languages, the one you write first: fr,de.")
@click.option("--title", default="", help="The course's title, the same in each language until you translate it.")
def new_course(folder: Path, languages: str, title: str) -> None:
    """Begin a course in DIR, with one lesson and one challenge in each language. Overwrites nothing."""
    with explained():
        codes = [code.strip() for code in languages.split(",") if code.strip()]
        files = course_files(codes, title, folder.resolve().name)
        write_new(folder, files)
    echo("\n".join(sorted(files)))
    note(f"It checks and builds as it is: cd {folder}; aferir check; mkdocs build --strict. README.md says the rest.")


@new.command("language")
@click.argument("code")
@click.pass_obj
def new_language(config: Path, code: str) -> None:
    """Begin a language of the course: CODE is its ISO 639 code. Overwrites nothing.

    What is not translated yet has a page that says so. Names everything that lacks until the language is whole.
    """
    with told(config) as settings:
        course = read_course(settings)
        missing = untranslated(settings, code, said_texts()) if is_language(code) else []
        files = language_files(code, course, settings, missing)
        write_new(settings.root, files)
        file = settings.lessons_folder / "course.yml"
        file.write_text(begun_course_file(file.read_text(encoding="utf-8"), code), encoding="utf-8")
        echo("\n".join([*files, f"{settings.lessons}/course.yml"]))
        note(f"{code} writes numbers like this: {how_it_writes_numbers(code)}")
        _say_what_lacks(settings, code)


def _say_what_lacks(settings: Settings, code: str) -> None:
    """Name what the language still lacks, and what is to be done when it lacks nothing."""
    missing = untranslated(settings, code, said_texts())
    lacks = list(lacking(code, read_course(settings), settings, missing))
    for item in lacks:
        note(f"  {item.file}: {item.what}")
    ending = f"move it from begun to languages in {settings.lessons}/course.yml"
    note(f"{len(lacks)} things lack; when none does, {ending}." if lacks else f"{code} is whole: {ending}.")
