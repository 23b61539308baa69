"""``aferir new language``: a language that a course begins; what it needs to be whole, and what there is of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import yaml

from .errors import AferirError
from .languages import is_language, language, number_marks
from .literals.grammar import grammar
from .messages import Text, empty_catalogue, entries
from .model import Course
from .new_course import first_page
from .settings import Settings, challenge_folders


@dataclass(frozen=True, slots=True)
class Lacking:
    """What a language still lacks to be whole: one line each, and the file where it belongs."""

    file: str
    what: str


def language_files(code: str, course: Course, settings: Settings, missing: list[Text]) -> dict[str, str]:
    """The files that begin a language: the course's own catalogue, with what is ``missing``, and a first page.

    Raises AferirError for what is no language, and for one that the course has.
    """
    if not is_language(code):
        raise AferirError(
            f"{code!r} is no language: they have the short codes of ISO 639; example: aferir new language it"
        )
    if code in course.all_languages:
        raise AferirError(f"this course has the language {code!r} already")
    own = language(code)
    texts = {f"{settings.lessons}/{settings.texts_file(code).name}": _catalogue(code, missing)} if missing else {}
    return {**texts, f"{settings.docs}/{code}/index.md": first_page(own)}


def _catalogue(code: str, missing: list[Text]) -> str:
    return empty_catalogue(code, language(code).name) + entries(missing, code)


def begun_course_file(text: str, code: str) -> str:
    """``course.yml`` with a language added to those that are begun; nothing else of the file is touched."""
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    assert isinstance(root, yaml.MappingNode), "read_course has read it"
    value = next((value for key, value in root.value if key.value == "begun"), None)
    if value is None:
        return f"{text.rstrip()}\nbegun: [{code}] # being translated: a lesson that it lacks has a page that says so\n"
    if not value.flow_style:
        last = value.value[-1].end_mark.index
        return f"{text[:last]}\n{' ' * value.start_mark.column}- {code}{text[last:]}"
    end = value.end_mark.index - 1
    return f"{text[:end]}{', ' if value.value else ''}{code}{text[end:]}"


def lacking(code: str, course: Course, settings: Settings, missing: list[Text]) -> Iterator[Lacking]:
    """What a language of the course still lacks, in the order in which one would write it."""
    lessons, docs = settings.lessons_folder, settings.docs_folder
    source = course.source
    if missing:
        yield Lacking(f"{settings.lessons}/{settings.texts_file(code).name}", f"{len(missing)} texts of the interface")
    if code not in course.titles:
        yield Lacking(f"{settings.lessons}/course.yml", f"the title in {code}")
    for slug in course.lessons:
        if not (lessons / code / f"{slug}.md").is_file():
            yield Lacking(
                f"{settings.lessons}/{code}/{slug}.md", f"the lesson, from {settings.lessons}/{source}/{slug}.md"
            )
    for page in sorted((docs / source).glob("*.md")):
        if not (docs / code / page.name).is_file():
            yield Lacking(f"{settings.docs}/{code}/{page.name}", f"the page, from {settings.docs}/{source}/{page.name}")
    for folder in challenge_folders(settings.snippets_folder / "challenges"):
        if not (folder / f"texts.{code}.toml").is_file():
            shown = f"{settings.snippets}/challenges/{folder.name}"
            yield Lacking(f"{shown}/texts.{code}.toml", f"the challenge's texts, from texts.{source}.toml")
    yield from _uncommented(code, source, settings)


def _uncommented(code: str, source: str, settings: Settings) -> Iterator[Lacking]:
    """Snippets with comments in the source language and none in this one."""
    for path in sorted(settings.snippets_folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8", errors="replace")
        if f"# {source}: " in text and f"# {code}: " not in text:
            shown = path.relative_to(settings.root).as_posix()
            yield Lacking(shown, f"comments “# {code}: …” beside those of {source}, and printed labels")


def how_it_writes_numbers(code: str) -> str:
    """A few numbers as a language writes them, for whoever knows it to look at."""
    own = grammar(number_marks(code), math=False)
    return (
        f"{own.written('1234567', '8')}   {own.minus}{own.written('0', '25')}   {own.written('50')}{own.percent_sign}"
    )
