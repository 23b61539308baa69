"""What the languages of a lesson have in common: the same sections, each with the same bindings, fences and blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from .errors import finding
from .model import Finding, Lesson, Section

_NAMES = {
    "number": "the number {{={}}}",
    "word": "the word {{={}}}",
    "claim": "the claim {{!{}}}",
    "state": "the link (#{})",
}


def compare_languages(lessons: Mapping[str, Lesson]) -> tuple[Finding, ...]:
    """What each language of one lesson lacks; ``lessons`` by language code, in the order of the course.

    Sections correspond by their order. Within a section the order is free: sentences are built differently.
    """
    if len(lessons) < 2:
        return ()
    shape = _common_shape(lessons)
    found = [finding for code in lessons for finding in _section_findings(lessons, code, shape)]
    depth = min(_agreement(_shape(lesson), shape) for lesson in lessons.values())
    for index in range(depth):
        found += _content_findings(lessons, index)
    return tuple(sorted(found))


# ── Sections ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _shape(lesson: Lesson) -> tuple[int, ...]:
    """The levels of a lesson's headings, in order."""
    return tuple(section.level for section in lesson.sections)


def _common_shape(lessons: Mapping[str, Lesson]) -> tuple[int, ...]:
    """The shape that most languages have; the first language's when none has more than another."""
    return Counter(_shape(lesson) for lesson in lessons.values()).most_common(1)[0][0]


def _agreement(shape: Sequence[int], other: Sequence[int]) -> int:
    """How many sections correspond before two shapes part."""
    pairs = enumerate(zip_longest(shape, other))
    return next((index for index, (level, wanted) in pairs if level != wanted), len(shape))


def _section_findings(lessons: Mapping[str, Lesson], code: str, shape: tuple[int, ...]) -> Iterator[Finding]:
    lesson = lessons[code]
    parting = _agreement(_shape(lesson), shape)
    if _shape(lesson) == shape:
        return
    other = next(name for name, own in lessons.items() if _shape(own) == shape)
    section = lesson.sections[min(parting, len(lesson.sections) - 1)]
    details = {"here": len(lesson.sections) - 1, "there": len(shape) - 1, "section": section.title}
    yield finding("AF403", lesson.path, section.position, language=code, other=other, **details)


# ── What stands in them ──────────────────────────────────────────────────────────────────────────────────────────────


def _content_findings(lessons: Mapping[str, Lesson], index: int) -> Iterator[Finding]:
    sections = {code: lesson.sections[index] for code, lesson in lessons.items()}
    counts = {code: Counter(content for content, _ in section.contents) for code, section in sections.items()}
    for content in dict.fromkeys(content for count in counts.values() for content in count):
        most = max(count[content] for count in counts.values())
        for code, section in sections.items():
            for _ in range(most - counts[code][content]):
                places = _places(lessons, sections, counts, content, most)
                details = {"section": section.title, "what": _named(content), "places": places}
                yield finding("AF401", lessons[code].path, section.position, **details)


def _places(
    lessons: Mapping[str, Lesson],
    sections: Mapping[str, Section],
    counts: Mapping[str, Counter[str]],
    content: str,
    most: int,
) -> str:
    """Where ``content`` stands in the languages that have all of it."""
    return ", ".join(
        f"{lessons[code].path}:{position.line}:{position.column}"
        for code, section in sections.items()
        if counts[code][content] == most
        for own, position in section.contents
        if own == content
    )


def _named(content: str) -> str:
    """A canonical string of a section's contents as an author writes the thing."""
    kind, _, rest = content.partition(" ")
    if kind == "fence":
        return f"the fence ```{rest}"
    if kind == "block":
        block, _, argument = rest.partition(" ")
        return f"the block /// {block}" + (f" | {argument}" if argument else "")
    if kind == "given":
        return f"the source {{@{rest}}}"
    if kind == "question":
        own, name, *settings = rest.split(" ")
        return f"the question /// question | {own} {name.partition('.')[2]}" + f" {' '.join(settings)}".rstrip()
    if kind == "answer":
        name, number, what = rest.split(" ", 2)
        return f"item {number} of the question {name}: {what}"
    if kind == "task":
        return "a task * [ ]"
    return _NAMES[kind].format(rest) if kind in _NAMES else f"the {content}"
