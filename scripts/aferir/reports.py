"""Findings as text, JSON or annotations of a workflow; coverage and mutants as text or JSON; verdicts as text."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any, Protocol

from .coverage import Coverage
from .model import Finding

if TYPE_CHECKING:  # loads NumPy, which no other report needs
    from .mutants import Score, Survivor


def as_text(findings: Sequence[Finding], notes: Sequence[Finding] = ()) -> str:
    """One line per finding, ``path:line:column: AF101 problem``, with a correct example below it; notes after them."""
    return "\n".join([*map(_with_example, findings), *map(str, notes)])


def as_json(findings: Sequence[Finding], notes: Sequence[Finding] = ()) -> str:
    """A JSON list of objects with severity (``error`` or ``note``), path, line, column, code, problem, example."""
    both = [*(("error", item) for item in findings), *(("note", item) for item in notes)]
    items = [{"severity": severity, **asdict(item)} for severity, item in both]
    return json.dumps(items, ensure_ascii=False, indent=2)


def as_annotations(findings: Sequence[Finding], notes: Sequence[Finding] = ()) -> str:
    """Workflow commands that mark each finding and each note at its line in a pull request."""
    return "\n".join(
        f"::{kind} file={_property(item.path)},line={item.line},col={item.column},title={item.code}::"
        + _data(item.problem)
        for kind, own in (("error", findings), ("notice", notes))
        for item in own
    )


class Report(Protocol):
    """Findings, and notes that stop nothing, as a text."""

    def __call__(self, findings: Sequence[Finding], notes: Sequence[Finding] = ()) -> str:
        """The text of a report."""


FORMATS: Mapping[str, Report] = {
    "text": as_text,
    "json": as_json,
    "github": as_annotations,
}


# ── Coverage ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class CoverageRow:
    """The numerals of one lesson in one language."""

    lesson: str
    language: str
    numerals: Coverage


_CLASSES = tuple(field.name for field in fields(Coverage))


def coverage_text(rows: Sequence[CoverageRow]) -> str:
    """A table: one line per lesson and language, and a last one with the totals."""
    counts = [[getattr(row.numerals, name) for name in _CLASSES] for row in rows]
    totals = [sum(column) for column in zip(*counts, strict=True)] or [0] * len(_CLASSES)
    names = [("lesson", "language"), *((row.lesson, row.language) for row in rows), ("all", "")]
    cells = [[*pair, *map(str, own)] for pair, own in zip(names, [_CLASSES, *counts, totals], strict=True)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(_aligned(line, widths) for line in cells)


def coverage_json(rows: Sequence[CoverageRow]) -> str:
    """A JSON list of objects with lesson, language, bound, given, produced, structural, naked."""
    items = [{"lesson": row.lesson, "language": row.language, **asdict(row.numerals)} for row in rows]
    return json.dumps(items, ensure_ascii=False, indent=2)


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Names to the left, counts to the right."""
    padded = [
        cell.ljust(width) if at < 2 else cell.rjust(width)
        for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  ".join(padded)


COVERAGE_FORMATS: Mapping[str, Callable[[Sequence[CoverageRow]], str]] = {"text": coverage_text, "json": coverage_json}


# ── Mutants ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def mutants_text(scores: Sequence[Score]) -> str:
    """One line per challenge; below it what survived, and what is wrong with the list of equivalent mutants."""
    return "\n".join(line for one in scores for line in _score_lines(one))


def mutants_json(scores: Sequence[Score]) -> str:
    """A JSON list of objects, the fields of ``Score``."""
    return json.dumps([asdict(one) for one in scores], ensure_ascii=False, indent=2)


def _score_lines(one: Score) -> list[str]:
    counts = f"killed {one.killed} of {one.mutants} mutants, {one.misconceptions_killed} of {one.misconceptions}"
    excused = f"; equivalent: {len(one.equivalent)}" if one.equivalent else ""
    lives = [f"  lives: {_survivor_line(item)}" for item in one.survivors]
    return [f"{one.challenge}: {counts} misconceptions{excused}", *lives, *(f"  wrong: {item}" for item in one.faults)]


def _survivor_line(item: Survivor) -> str:
    fault = f" (cannot be judged: {item.fault})" if item.fault else ""
    return f"line {item.number}, {item.name}: {item.line}{fault}"


def mutants_markdown(scores: Sequence[Score]) -> str:
    """Scores as a table for the documentation: one row per challenge, then what is excused and why."""
    rows = [mutants_row(one) for one in scores]
    excused = [f"* `{one.challenge}`: `{item.line}` ({item.reason})" for one in scores for item in one.equivalent]
    table = ["| challenge | mutants killed | misconceptions caught |", "|---|---:|---:|", *rows]
    return "\n".join([*table, "", *(["Mutants that do the same as the solution:", "", *excused] if excused else [])])


def mutants_row(one: Score) -> str:
    """The row of one challenge."""
    mutants = f"{one.killed} of {one.mutants}"
    return f"| `{one.challenge}` | {mutants} | {one.misconceptions_killed} of {one.misconceptions} |"


MUTANTS_FORMATS: Mapping[str, Callable[[Sequence[Score]], str]] = {
    "text": mutants_text,
    "json": mutants_json,
    "markdown": mutants_markdown,
}


# ── Verdicts ─────────────────────────────────────────────────────────────────────────────────────────────────────────


_SIGNS = {"passed": "✓", "failed": "✗", "skipped": "·"}


def verdict_text(verdict: Mapping[str, Any]) -> str:
    """A described verdict for the terminal: each check with its sign, the details of the first that failed."""
    lines = [verdict["summary"], ""]
    lines += [f"{_SIGNS[check['status']]} {check['title']}" for check in verdict["checks"]]
    failed = next((check for check in verdict["checks"] if check["status"] == "failed"), None)
    if failed:
        lines += ["", failed["title"], *(failed[key] for key in ("message", "call", "got", "expected") if failed[key])]
    if verdict["misconception"]:
        lines += ["", verdict["misconception"]["message"]]
    if verdict["printed"]:
        lines += ["", verdict["printed"].rstrip()]
    return "\n".join(lines)


def _with_example(item: Finding) -> str:
    indented = item.example.replace("\n", "\n           ")
    return with_lines(item) + (f"\n  example: {indented}" if item.example else "")


def with_lines(item: Finding) -> str:
    """The finding in one line and, below it, the author's own lines where code raised."""
    return "\n    ".join([str(item), *item.detail.split("\n")]) if item.detail else str(item)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
