"""``lessons/course.yml`` and the folders beside it -> the course and the texts of its pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from .errors import AferirError, LessonError, finding
from .languages import known_languages
from .model import Course, Finding, Position
from .settings import Settings

_KEYS = ("id", "title", "languages", "lessons", "sources", "copyright")


@dataclass(frozen=True, slots=True)
class Source:
    """The text of one page: a lesson, or a page of ``docs/<lang>/``."""

    path: str
    slug: str
    language: str
    text: str
    is_lesson: bool


def read_course(settings: Settings) -> Course:
    """The course. Raises AferirError naming file, line and column of what is wrong in ``course.yml``."""
    path = settings.lessons_folder / "course.yml"
    shown = f"{settings.lessons}/course.yml"
    if not path.exists():
        raise AferirError(f"{shown}: there is no such file; example:\n{_EXAMPLE}")
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f"{mark.line + 1}:{mark.column + 1}" if mark else "1:1"
        raise AferirError(f"{shown}:{place}: not YAML: {error.problem}") from None
    if not isinstance(data, dict):
        raise AferirError(f"{shown}:1:1: expected a mapping; example:\n{_EXAMPLE}")
    return _course(data, shown)


def _course(data: Mapping[str, object], shown: str) -> Course:
    for key in data:
        if key not in _KEYS:
            raise AferirError(f"{shown}: unknown key {key!r}; known keys: {', '.join(_KEYS)}")
    languages = _strings(data, "languages", shown)
    for code in languages:
        if code not in known_languages():
            raise AferirError(f"{shown}: unknown language {code!r}; known: {', '.join(known_languages())}")
    titles = _texts(data, "title", languages, shown)
    identity = data.get("id")
    if not isinstance(identity, str) or not identity.isidentifier():
        raise AferirError(f"{shown}: id needs a short name of letters and digits, such as attention")
    return Course(
        id=identity,
        titles=titles,
        languages=languages,
        lessons=_strings(data, "lessons", shown),
        sources=_strings(data, "sources", shown) if "sources" in data else (),
        copyright=_texts(data, "copyright", languages, shown) if "copyright" in data else {},
    )


def _texts(data: Mapping[str, object], key: str, languages: tuple[str, ...], shown: str) -> dict[str, str]:
    texts = data.get(key)
    if not isinstance(texts, dict) or any(code not in texts for code in languages):
        raise AferirError(f"{shown}: {key} needs one text per language ({', '.join(languages)}); example:\n{_EXAMPLE}")
    return {code: str(texts[code]) for code in languages}


def _strings(data: Mapping[str, object], key: str, shown: str) -> tuple[str, ...]:
    value = data.get(key)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise AferirError(f"{shown}: {key} needs a list of names; example:\n{_EXAMPLE}")
    return tuple(value)


def read_sources(settings: Settings, course: Course, languages: tuple[str, ...]) -> Iterator[Source | Finding]:
    """Every page of the languages: ``docs/<lang>/*.md`` and the lessons in order; a missing lesson is a finding."""
    for code in languages:
        for path in sorted((settings.docs_folder / code).glob("*.md")):
            yield _source(settings, path, code, is_lesson=False)
        for slug in course.lessons:
            path = settings.lessons_folder / code / f"{slug}.md"
            yield _source(settings, path, code, is_lesson=True) if path.exists() else _missing(settings, slug, code)


def _source(settings: Settings, path: Path, code: str, *, is_lesson: bool) -> Source:
    shown = path.relative_to(settings.root).as_posix()
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        reason = f"the file is not UTF-8: byte {error.start} cannot be read; save it as UTF-8"
        raise LessonError(finding("AF108", shown, Position(line, 1), reason=reason)) from None
    return Source(shown, path.stem, code, text, is_lesson)


def _missing(settings: Settings, slug: str, code: str) -> Finding:
    expected = f"{settings.lessons}/{code}/{slug}.md"
    return finding("AF402", expected, Position(1, 1), slug=slug, language=code, expected=expected)


_EXAMPLE = """\
id: attention
title: {pt: Atenção, es: Atención}
languages: [pt, es]
lessons: [soft-lookup]"""
