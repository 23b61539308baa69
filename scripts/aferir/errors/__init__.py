"""The catalogue of findings: one rule per code, each with its message, a wrong example and a right one.

Codes are stable: they appear in reports, in editors and in documentation, and are never given a second meaning.
1xx what the scanner sees, 2xx snippets and execution, 3xx values, 4xx languages, 5xx challenges, 6xx formulas
and diagrams, 7xx the ledger, 8xx sources and terms, 9xx quizzes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..model import Finding, Position
from . import challenges, formulas, languages, ledger, quizzes, scanner, snippets, sources, values
from .rule import Rule

__all__ = ["RULES", "AferirError", "LessonError", "Rule", "finding", "hint"]

_HUNDREDS = (scanner, snippets, values, languages, challenges, formulas, ledger, sources, quizzes)

RULES: Mapping[str, Rule] = {rule.code: rule for hundred in _HUNDREDS for rule in hundred.RULES}


class AferirError(Exception):
    """Something that stops a command, said in one sentence for whoever started it. Never a traceback."""


class LessonError(AferirError):
    """Raised by a stage that cannot go on; carries the finding that says where and why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding))
        self.finding = finding


def finding(code: str, path: str, position: Position, **details: object) -> Finding:
    """A finding of rule ``code``, its message filled with ``details``. KeyError for an unknown code or detail."""
    rule = RULES[code]
    return Finding(path, position.line, position.column, code, rule.message.format(**details), rule.right)


def hint(word: str, known: Iterable[str]) -> str:
    """`` (did you mean “x”?)`` for a word close to a known one, else nothing."""
    import difflib  # noqa: PLC0415 - most runs have nothing to suggest

    close = difflib.get_close_matches(word, list(known), 1)
    return f" (did you mean “{close[0]}”?)" if close else ""
