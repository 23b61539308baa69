"""``lessons/course.yml`` and the folders beside it -> the course and the texts of its pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .errors import AferirError, finding, hint
from .languages import is_language, known_languages
from .model import Course, Finding, Position
from .settings import Settings
from .yaml_file import YamlFile, read_yaml, undecodable

KEYS = ("id", "title", "languages", "lessons", "sources", "copyright", "begun", "source")


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
    file = read_yaml(path, shown)
    if not isinstance(file.data, dict):
        raise AferirError(f"{file.at()}: expected a mapping; example:\n{_EXAMPLE}")
    return _course(file.data, file)


def _course(data: Mapping[str, object], file: YamlFile) -> Course:
    for key in data:
        if key not in KEYS:
            close = hint(str(key), KEYS)
            raise AferirError(f"{file.at_key(str(key))}: unknown key {key!r}{close}; known keys: {', '.join(KEYS)}")
    languages = _codes(data, "languages", file)
    if not languages:
        raise AferirError(f"{file.at('languages')}: languages needs at least one language; example:\n{_EXAMPLE}")
    begun = _codes(data, "begun", file) if "begun" in data else ()
    both = next((code for code in begun if code in languages), None)
    if both:
        raise AferirError(f"{file.at('begun')}: {both!r} stands among languages too: a language is whole or begun")
    identity = data.get("id")
    if not isinstance(identity, str) or not identity.isidentifier():
        raise AferirError(f"{file.at('id')}: id needs a short name of letters and digits, such as attention")
    return Course(
        id=identity,
        titles=_texts(data, "title", languages, begun, file),
        languages=languages,
        lessons=_strings(data, "lessons", file),
        sources=_strings(data, "sources", file) if "sources" in data else (),
        copyright=_texts(data, "copyright", languages, begun, file) if "copyright" in data else {},
        begun=begun,
        source=_source_language(data, languages, file),
    )


def _source_language(data: Mapping[str, object], languages: tuple[str, ...], file: YamlFile) -> str:
    code = data.get("source", languages[0])
    if code not in languages:
        raise AferirError(
            f"{file.at('source')}: source is the language that the others are translated from, one of "
            f"{', '.join(languages)}; got {code!r}"
        )
    return str(code)


def _codes(data: Mapping[str, object], key: str, file: YamlFile) -> tuple[str, ...]:
    codes = _strings(data, key, file)
    for at, code in enumerate(codes):
        if not is_language(code):
            raise AferirError(
                f"{file.at(key, at)}: unknown language {code!r}: languages have the short codes of ISO 639, "
                f"such as {', '.join(known_languages())}"
            )
    return codes


def _texts(
    data: Mapping[str, object], key: str, languages: tuple[str, ...], begun: tuple[str, ...], file: YamlFile
) -> dict[str, str]:
    """The text of each language; a language that is only begun may go without."""
    texts = data.get(key)
    if not isinstance(texts, dict) or not all(_is_text(texts.get(code)) for code in languages):
        needed = f"{key} needs one text per language ({', '.join(languages)})"
        raise AferirError(f"{file.at(key)}: {needed}; example:\n{_EXAMPLE}")
    return {code: str(texts[code]) for code in (*languages, *begun) if _is_text(texts.get(code))}


def _is_text(value: object) -> bool:
    return isinstance(value, str | int | float) and bool(str(value).strip())


def _strings(data: Mapping[str, object], key: str, file: YamlFile) -> tuple[str, ...]:
    value = data.get(key)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise AferirError(f"{file.at(key)}: {key} needs a list of names; example:\n{_EXAMPLE}")
    repeated = next((at for at, item in enumerate(value) if item in value[:at]), None)
    if repeated is not None:
        raise AferirError(f"{file.at(key, repeated)}: {key} names {value[repeated]!r} twice: each stands there once")
    return tuple(value)


def chosen_languages(course: Course, codes: Sequence[str]) -> tuple[str, ...]:
    """The languages asked for, all of the course when none is. Raises AferirError for one the course does not have."""
    for code in codes:
        if code not in course.all_languages:
            known = ", ".join(course.all_languages)
            raise AferirError(f"this course has no language {code!r}; its languages: {known}")
    return tuple(dict.fromkeys(codes)) or course.all_languages


def read_sources(
    settings: Settings, course: Course, languages: Sequence[str], texts: Mapping[str, str] | None = None
) -> Iterator[Source | Finding]:
    """Every page of the languages: ``docs/<lang>/*.md`` and the lessons in order; one without a text is a finding.

    A language that is only begun may go without a lesson: see ``Course.begun``. ``texts`` replaces the text of files
    by path.
    """
    for code in languages:
        for path in _docs_pages(settings, code):
            if path.stem not in course.lessons:  # see `layout_findings`
                yield _source(settings, path, code, texts or {}, is_lesson=False)
        for slug in course.lessons:
            path = settings.lessons_folder / code / f"{slug}.md"
            if path.is_file() or _shown(settings, path) in (texts or {}):
                yield _source(settings, path, code, texts or {}, is_lesson=True)
            elif code not in course.begun:
                yield _missing(f"lesson “{slug}”", _shown(settings, path), code)


def page_paths(settings: Settings, course: Course) -> tuple[str, ...]:
    """The path of every page of the course, also of a lesson that is still to be written."""
    pages = [path for code in course.all_languages for path in _docs_pages(settings, code)]
    pages += [settings.lessons_folder / code / f"{slug}.md" for code in course.all_languages for slug in course.lessons]
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
    place, reason = undecodable(data)
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
