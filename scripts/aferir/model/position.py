"""A place in a text file, and what is wrong there."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in a text file: line and column, both counted from 1, columns in characters (not bytes)."""

    line: int
    column: int


START = Position(1, 1)


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """Something wrong in a lesson: where, which rule (``AF101``), what was found and a correct example."""

    path: str
    line: int
    column: int
    code: str
    problem: str
    example: str = ""
    detail: str = field(default="", compare=False)
    """Python's traceback with the author's own lines, where code raised."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.code} {self.problem}"
