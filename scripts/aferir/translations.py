"""What each section of a translation was translated from: ``lessons/translations.txt``, one line per section.

    soft-lookup es 3f9c0a12b7de Uma conta à mão

says that the Spanish section was made from, or held against, the section of that title in the source language while its
text had that fingerprint. Two lines of one section are both true: somebody looked at either text. So files of two
branches are joined by keeping the lines of both.
"""

from __future__ import annotations

import difflib
import hashlib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import repeat

from .errors import finding
from .model import Finding, Lesson, Number, Position, Section

_DIGITS = 12
_LINE = re.compile(rf"(?P<slug>\S+) (?P<language>[a-z]{{2,3}}) (?P<digest>[0-9a-f]{{{_DIGITS}}}) (?P<title>.+)")
_HEAD = (
    "# What each section of a translation was translated from: lesson or page, language, fingerprint and title of the\n"
    "# source. Written by `aferir translated`. In a merge keep the lines of both sides.\n"
)

Key = tuple[str, str, str]
"""Lesson, language, and title of the section in the source language."""
State = Mapping[Key, frozenset[str]]
"""The fingerprints of the texts that a section was translated from or compared with."""


@dataclass(frozen=True, slots=True)
class Part:
    """One section of a lesson as text: its title, where it begins, and the fingerprint of what it says."""

    title: str
    position: Position
    text: str
    digest: str


@dataclass(frozen=True, slots=True)
class Behind:
    """A section of a translation whose source has changed since: where both stand, and what was known of the source."""

    lesson: Lesson
    position: Position
    title: str
    """The section's title in its own language."""
    source_path: str
    part: Part
    """The section of the source as it is now."""
    is_first: bool
    """Whether it is the beginning of the page, front matter included."""
    known: frozenset[str]
    """Fingerprints of the texts it was translated from; none for a section that nobody has accepted."""

    @property
    def is_behind(self) -> bool:
        """Whether the source says something else than it said."""
        return self.part.digest not in self.known

    @property
    def key(self) -> Key:
        """Its place in the state."""
        return name_of(self.lesson), self.lesson.language, self.part.title


# ── Sections as text ─────────────────────────────────────────────────────────────────────────────────────────────────


def parts_of(lesson: Lesson, text: str) -> tuple[Part, ...]:
    """The sections of a lesson, ``text`` being its file. The first begins with the file and holds its front matter."""
    lines = text.splitlines()
    bare = _without_literals(lesson, lines)
    sections = sections_of(lesson)
    starts = [0, *(section.position.line - 1 for section in sections[1:]), len(lines)]
    return tuple(
        Part(
            section.title,
            section.position,
            "\n".join(lines[start:end]),
            _digest("\n".join(bare[start:end])),
        )
        for section, start, end in zip(sections, starts, starts[1:], strict=False)
    )


def sections_of(lesson: Lesson) -> tuple[Section, ...]:
    """The sections of a lesson; of the texts of a challenge one per first key (``title``, ``hints``, ``checks``)."""
    if not is_challenge(lesson):
        return lesson.sections
    groups: dict[str, Section] = {}
    for section in lesson.sections:
        group = section.title.partition(".")[0]
        groups.setdefault(group, replace(section, title=group))
    return tuple(groups.values())


def _without_literals(lesson: Lesson, lines: Sequence[str]) -> list[str]:
    """The lines without the numbers that are bound: `aferir accept` rewrites those in every language at once."""
    bare = list(lines)
    numbers = (item for item in lesson.bindings if isinstance(item, Number))
    for number in sorted(numbers, key=lambda item: item.position, reverse=True):  # from the end: places stay right
        row, start = number.position.line - 1, number.position.column - 1
        end = start + len(number.written)
        if row < len(bare) and bare[row][start:end] == number.written:
            bare[row] = bare[row][:start] + bare[row][end:]
    return bare


def _digest(text: str) -> str:
    """The fingerprint of a text; how its words are spread over lines does not count."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:_DIGITS]


# ── The state ────────────────────────────────────────────────────────────────────────────────────────────────────────


def read_state(data: bytes, path: str) -> tuple[State, tuple[Finding, ...]]:
    """The state in a file, and AF407 for each line that is none."""
    state: dict[Key, frozenset[str]] = {}
    found = []
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), start=1):
        match = _LINE.fullmatch(line.rstrip())
        if match:
            key = (match["slug"], match["language"], match["title"])
            state[key] = state.get(key, frozenset()) | {match["digest"]}
        elif line.strip() and not line.startswith("#"):
            found.append(finding("AF407", path, Position(number, 1), written=line.strip()[:60]))
    return state, tuple(found)


def written_state(state: State) -> str:
    """The file of a state: sorted, one line per section, so that two branches rarely touch the same line."""
    lines = sorted((slug, code, title, digest) for (slug, code, title), known in state.items() for digest in known)
    return _HEAD + "".join(f"{slug} {code} {digest} {title}\n" for slug, code, title, digest in lines)


def accepted_state(state: State, lessons: Collection[Behind], now: Iterable[Key]) -> State:
    """``state`` with those sections held against their source as it is; what is none of ``now`` any more leaves."""
    kept = {key: known for key, known in state.items() if key in set(now)}
    fresh: dict[Key, frozenset[str]] = {}
    for item in lessons:
        fresh[item.key] = fresh.get(item.key, frozenset()) | {item.part.digest}
    return {**kept, **fresh}


def keys_of(lessons: Iterable[Lesson], source: str, languages: Sequence[str]) -> frozenset[Key]:
    """The keys that the lessons of a course can have."""
    own = [lesson for lesson in lessons if lesson.language == source]
    others = [code for code in languages if code != source]
    return frozenset((name_of(item), code, part.title) for item in own for code in others for part in sections_of(item))


# ── What is behind ───────────────────────────────────────────────────────────────────────────────────────────────────


def sections_behind(
    lessons: Sequence[Lesson], texts: Mapping[str, str], source: str, state: State, *, every: bool = False
) -> tuple[Behind, ...]:
    """The sections of translations whose source has changed; ``every``: all that correspond to one of the source.

    ``texts`` is by path. Pages of ``docs/`` are lessons here: they may be divided as each language likes.
    """
    originals = {name_of(lesson): lesson for lesson in lessons if lesson.language == source}
    found: list[Behind] = []
    for lesson in lessons:
        original = originals.get(name_of(lesson))
        if original is None or lesson is original:
            continue
        for at, (part, section) in enumerate(_pairs(parts_of(original, texts[original.path]), lesson)):
            known = state.get((name_of(lesson), lesson.language, part.title), frozenset())
            if every or part.digest not in known:
                found.append(Behind(lesson, section.position, section.title, original.path, part, at == 0, known))
    return tuple(found)


def name_of(lesson: Lesson) -> str:
    """What the state calls a lesson or a page: its slug; ``challenges/<id>`` for the texts of a challenge."""
    return lesson.snippet if is_challenge(lesson) else lesson.slug


def is_challenge(lesson: Lesson) -> bool:
    """Whether it is the texts of a challenge, read as a lesson."""
    return lesson.path.endswith(".toml")


def _pairs(parts: Sequence[Part], lesson: Lesson) -> Iterable[tuple[Part, Section]]:
    """Each section of the source with its translation: by order in a lesson, by key in the texts of a challenge.

    Where a translation is divided otherwise, each belongs to it as a whole: to its first section.
    """
    if is_challenge(lesson):
        by_key = {part.title: part for part in parts}
        return [(by_key[section.title], section) for section in sections_of(lesson) if section.title in by_key]
    alike = len(parts) == len(lesson.sections)
    return zip(parts, lesson.sections if alike else repeat(lesson.sections[0]), strict=alike)


def behind_finding(item: Behind) -> Finding:
    """What a report says of a section that is behind."""
    reason = "has changed since" if item.known else "has not been held against it yet"
    return finding(
        "AF406",
        item.lesson.path,
        item.position,
        section=item.title,
        source=f"{item.source_path}:{item.part.position.line}",
        reason=reason,
        command=f"aferir translated {name_of(item.lesson)} --lang {item.lesson.language}",
    )


# ── What has changed ─────────────────────────────────────────────────────────────────────────────────────────────────

_AROUND = 4
"""Words shown on both sides of a change."""


def word_difference(before: str, after: str) -> str:
    """The changes from one text to another, word by word, as ``[-old-] {+new+}`` with a few words around each."""
    old, new = before.split(), after.split()
    groups = difflib.SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(_AROUND)
    pieces = [
        [_piece(kind, old[start:end], new[first:last]) for kind, start, end, first, last in group] for group in groups
    ]
    return "\n".join(f"  … {' '.join(piece)} …" for piece in pieces)


def _piece(kind: str, old: Sequence[str], new: Sequence[str]) -> str:
    if kind == "equal":
        return " ".join(old)
    marked = [f"[-{' '.join(old)}-]" if old else "", f"{{+{' '.join(new)}+}}" if new else ""]
    return " ".join(filter(None, marked))
