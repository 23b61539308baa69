"""What the files below ``snippets/`` hold: cells and challenges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Cell:
    """A named part of a snippet. ``source`` is the author's own text, ``line`` its first line in the file."""

    name: str
    source: str
    line: int


@dataclass(frozen=True, slots=True)
class Snippet:
    """``snippets/lessons/<name>.py``: its cells in order, and the names of its functions by prefix."""

    name: str
    path: str
    cells: tuple[Cell, ...]
    figures: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    assigned: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Name at module level -> the cells that assign it, in order."""


@dataclass(frozen=True, slots=True)
class Equivalent:
    """A mutant of a solution that does the same: its operator, the line as the mutant has it, and why it does."""

    operator: str
    line: str
    reason: str


@dataclass(frozen=True, slots=True)
class ChallengeFiles:
    """``snippets/challenges/<id>/``: the sources of a challenge and its texts per language.

    ``steps`` are the ids of smaller challenges that lead to this one; ``written`` the texts as their files have them.
    """

    id: str
    folder: str
    starter: str
    solution: str
    checks: str
    misconceptions: str
    texts: Mapping[str, Mapping[str, object]]
    steps: tuple[str, ...] = ()
    equivalent: tuple[Equivalent, ...] = ()
    written: Mapping[str, str] = field(default_factory=dict)
