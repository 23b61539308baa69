"""What the code now says, written into the lessons: stale numeric literals only, never words or claims."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .languages import Language, language
from .literals import compare, parse_literal
from .model import Lesson, Number, Position, Results, Value


@dataclass(frozen=True, slots=True)
class Correction:
    """One literal to rewrite, at the place where it stands."""

    position: Position
    written: str
    correct: str


def corrections(lesson: Lesson, results: Results, own: Language) -> tuple[Correction, ...]:
    """The literals of a lesson that no longer agree with its code, each rewritten in its own style and precision."""
    numbers = (item for item in lesson.bindings if isinstance(item, Number))
    found = (_correction(number, results.values.get(number.expression), own) for number in numbers)
    return tuple(item for item in found if item)


def _correction(number: Number, value: object, own: Language) -> Correction | None:
    if not isinstance(value, Value):
        return None
    literal = parse_literal(number.written, own.marks, math=number.place == "math")
    mismatch = compare(literal, value, own.marks)
    if mismatch is None or mismatch.code != "AF301":
        return None
    return Correction(number.position, number.written, mismatch.correct)


def corrected(text: str, changes: Iterable[Correction]) -> str:
    """``text`` with each literal replaced; nothing else is touched, line ends included.

    Raises ValueError when a literal does not stand where it should.
    """
    lines = text.splitlines(keepends=True)
    for change in sorted(changes, key=lambda item: item.position, reverse=True):  # from the end: places stay right
        row, start = change.position.line - 1, change.position.column - 1
        line, end = lines[row], start + len(change.written)
        if line[start:end] != change.written:
            raise ValueError(f"{change.written} does not stand at {change.position.line}:{change.position.column}")
        lines[row] = line[:start] + change.correct + line[end:]
    return "".join(lines)


def difference(path: str, before: str, after: str) -> str:
    """What would change in a file, as a unified diff without context."""
    rows = difflib.unified_diff(before.splitlines(), after.splitlines(), path, path, n=0, lineterm="")
    return "\n".join(rows)


def accepted(lessons: Iterable[Lesson], results: Mapping[str, Results], texts: Mapping[str, str]) -> dict[str, str]:
    """Path -> new text, for every file that holds a stale literal."""
    found = {
        lesson.path: corrections(lesson, results.get(lesson.path, Results()), language(lesson.language))
        for lesson in lessons
    }
    return {path: corrected(texts[path], changes) for path, changes in found.items() if changes}
