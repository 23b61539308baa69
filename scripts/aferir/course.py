"""``lessons/course.yml`` and the folders beside it -> the course and the texts of its pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import yaml

from .errors import AferirError, finding
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
    if not path.is_file():
        raise AferirError(f"{shown}: there is no such file; example:\n{_EXAMPLE}")
    data = read_yaml(path, shown)
    if not isinstance(data, dict):
        raise AferirError(f"{shown}:1:1: expected a mapping; example:\n{_EXAMPLE}")
    return _course(data, shown)


def read_yaml(path: Path, shown: str, loader: type[yaml.SafeLoader] = yaml.SafeLoader) -> object:
    """What a YAML file holds. Raises AferirError, with line and column, for one that cannot be read."""
    text = _text_of(path, shown)
    try:
        return yaml.load(text, Loader=loader)  # noqa: S506  builds plain data only
    except yaml.MarkedYAMLError as error:
        at = error.problem_mark.index if error.problem_mark else 0
        _refuse(shown, text[:at], f"not YAML: {error.problem}")
    except yaml.reader.ReaderError as error:
        _refuse(
            shown, text[: error.position], f"the character U+{ord(text[error.position]):04X} is not allowed in YAML"
        )
    except RecursionError:
        _refuse(shown, "", "nested too deeply")
    except (yaml.YAMLError, ValueError) as error:  # a date such as 2026-99-99
        _refuse(shown, "", f"not YAML: {error}")


def _text_of(path: Path, shown: str) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise AferirError(f"{shown}: cannot be read: {error.strerror}") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        place, reason = _undecodable(data)
        raise AferirError(f"{shown}:{place.line}:{place.column}: {reason}") from None


def _refuse(shown: str, before: str, reason: str) -> NoReturn:
    place = _end_of(before)
    raise AferirError(f"{shown}:{place.line}:{place.column}: {reason}")


def _end_of(text: str) -> Position:
    """Where the character after ``text`` stands."""
    return Position(text.count("\n") + 1, len(text) - text.rfind("\n"))


def _undecodable(data: bytes) -> tuple[Position, str]:
    """The place of the first byte that is no UTF-8, and what to say of it."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        reason = f"the file is not UTF-8: byte {error.start} cannot be read; save it as UTF-8"
        return _end_of(data[: error.start].decode("utf-8")), reason
    return Position(1, 1), ""


def _course(data: Mapping[str, object], shown: str) -> Course:
    for key in data:
        if key not in _KEYS:
            raise AferirError(f"{shown}: unknown key {key!r}; known keys: {', '.join(_KEYS)}")
    languages = _strings(data, "languages", shown)
    if not languages:
        raise AferirError(f"{shown}: languages needs at least one language; example:\n{_EXAMPLE}")
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
    if not isinstance(texts, dict) or not all(_is_text(texts.get(code)) for code in languages):
        raise AferirError(f"{shown}: {key} needs one text per language ({', '.join(languages)}); example:\n{_EXAMPLE}")
    return {code: str(texts[code]) for code in languages}


def _is_text(value: object) -> bool:
    return isinstance(value, str | int | float) and bool(str(value).strip())


def _strings(data: Mapping[str, object], key: str, shown: str) -> tuple[str, ...]:
    value = data.get(key)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise AferirError(f"{shown}: {key} needs a list of names; example:\n{_EXAMPLE}")
    repeated = next((item for at, item in enumerate(value) if item in value[:at]), None)
    if repeated is not None:
        raise AferirError(f"{shown}: {key} names {repeated!r} twice: each stands there once")
    return tuple(value)


def chosen_languages(course: Course, codes: Sequence[str]) -> tuple[str, ...]:
    """The languages asked for, all of the course when none is. Raises AferirError for one the course does not have."""
    for code in codes:
        if code not in course.languages:
            known = ", ".join(course.languages)
            raise AferirError(f"this course has no language {code!r}; its languages: {known}")
    return tuple(dict.fromkeys(codes)) or course.languages


def read_sources(
    settings: Settings, course: Course, languages: Sequence[str], texts: Mapping[str, str] | None = None
) -> Iterator[Source | Finding]:
    """Every page of the languages: ``docs/<lang>/*.md`` and the lessons in order; one without a text is a finding.

    ``texts`` replaces the text of files by path.
    """
    for code in languages:
        for path in _docs_pages(settings, code):
            if path.stem not in course.lessons:  # see `layout_findings`
                yield _source(settings, path, code, texts or {}, is_lesson=False)
        for slug in course.lessons:
            path = settings.lessons_folder / code / f"{slug}.md"
            if path.is_file() or _shown(settings, path) in (texts or {}):
                yield _source(settings, path, code, texts or {}, is_lesson=True)
            else:
                yield _missing(f"lesson “{slug}”", _shown(settings, path), code)


def page_paths(settings: Settings, course: Course) -> tuple[str, ...]:
    """The path of every page of the course, also of a lesson that is still to be written."""
    pages = [path for code in course.languages for path in _docs_pages(settings, code)]
    pages += [settings.lessons_folder / code / f"{slug}.md" for code in course.languages for slug in course.lessons]
    return tuple(_shown(settings, path) for path in pages)


def _docs_pages(settings: Settings, code: str) -> list[Path]:
    return sorted(path for path in (settings.docs_folder / code).glob("*.md") if path.is_file())


def _shown(settings: Settings, path: Path) -> str:
    return path.relative_to(settings.root).as_posix()


def _source(
    settings: Settings, path: Path, code: str, texts: Mapping[str, str], *, is_lesson: bool
) -> Source | Finding:
    shown = _shown(settings, path)
    try:
        data = texts[shown].encode("utf-8", "surrogatepass") if shown in texts else path.read_bytes()
    except OSError as error:
        return finding("AF108", shown, Position(1, 1), reason=f"the file cannot be read: {error.strerror}")
    place, reason = _undecodable(data)
    if reason:
        return finding("AF108", shown, place, reason=reason)
    return Source(shown, path.stem, code, data.decode("utf-8"), is_lesson)


def _missing(what: str, expected: str, code: str) -> Finding:
    return finding("AF402", expected, Position(1, 1), what=what, language=code, expected=expected)


# ── Files where none belongs, and none where one does ────────────────────────────────────────────────────────────────


def layout_findings(settings: Settings, course: Course, languages: Sequence[str]) -> Iterator[Finding]:
    """A first page that is missing (AF402), two pages with one address (AF404), and pages left out (AF405)."""
    for code in languages:
        first = settings.docs_folder / code / "index.md"
        if not first.is_file() and "index" not in course.lessons:
            yield _missing("the first page", _shown(settings, first), code)
        for path in _docs_pages(settings, code):
            if path.stem in course.lessons:
                other = _shown(settings, settings.lessons_folder / code / path.name)
                details = {"address": f"{code}/{path.stem}/", "other": other}
                yield finding("AF404", _shown(settings, path), Position(1, 1), **details)
        yield from _left_out(settings, course, code)


def _left_out(settings: Settings, course: Course, code: str) -> Iterator[Finding]:
    docs, lessons = settings.docs_folder / code, settings.lessons_folder / code
    for path in sorted(docs.rglob("*.md")):
        if path.parent != docs and path.is_file():
            reason = f"pages stand in {_shown(settings, docs)} itself, folders inside it are not read"
            yield finding("AF405", _shown(settings, path), Position(1, 1), reason=reason)
    wanted = {lessons / f"{slug}.md" for slug in course.lessons}
    for path in sorted(lessons.rglob("*.md")):
        if path not in wanted and path.is_file():
            name = path.relative_to(lessons).with_suffix("").as_posix()
            reason = f"{settings.lessons}/course.yml does not name “{name}” among its lessons"
            yield finding("AF405", _shown(settings, path), Position(1, 1), reason=reason)


_EXAMPLE = """\
id: attention
title: {pt: Atenção, es: Atención}
languages: [pt, es]
lessons: [soft-lookup]"""
