"""Bindings against values, and what a run says of its cells and figures: everything as findings, one per place."""

from __future__ import annotations

import builtins
import functools
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from .errors import finding, hint
from .languages import Language, NumberMarks
from .literals import LiteralError, compare, parse_literal
from .model import (
    Answer,
    Binding,
    Cell,
    Claim,
    Failure,
    Finding,
    Given,
    Lesson,
    Number,
    Output,
    Position,
    Results,
    Snippet,
    Value,
    Word,
    Work,
)
from .names import used_names
from .printed import CUT, LONGEST

_PRESET = "language"
"""The one name that a lesson has without any cell assigning it."""

_LONGEST_MESSAGE = 300
_ADDRESS = re.compile(r"\bat 0x[0-9a-fA-F]{5,}\b")
_EMPHASIS = "*_`"


def wanted_expressions(lesson: Lesson) -> tuple[str, ...]:
    """The expressions of a lesson's numbers, words, claims and keys: each once."""
    return tuple(dict.fromkeys(binding.expression for binding in _bound(lesson)))


def _bound(lesson: Lesson) -> Iterator[Number | Word | Claim | Answer]:
    yield from (binding for binding in lesson.bindings if not isinstance(binding, Given))
    yield from lesson.keys


# ── Names ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def name_findings(
    lesson: Lesson, snippet: Snippet, numpy_names: Callable[[], Collection[str]] | None = None
) -> tuple[Finding, ...]:
    """AF303: a name that no cell assigns and that neither Python nor NumPy has, or that several cells assign.

    ``numpy_names`` gives NumPy's public names where they are known without loading it.
    """
    known = numpy_names or _numpy_names
    faults = ((binding, _name_fault(binding.expression, snippet, known)) for binding in _bound(lesson))
    return tuple(
        finding("AF303", lesson.path, binding.position, expression=binding.expression, **fault)
        for binding, fault in faults
        if fault
    )


def _name_fault(expression: str, snippet: Snippet, numpy_names: Callable[[], Collection[str]]) -> Mapping[str, str]:
    """The first name that is wrong, and why."""
    try:
        names = used_names(expression)
    except SyntaxError:  # the scanner has said so
        return {}
    for name in names:
        cells = snippet.assigned.get(name, ())
        if len(cells) > 1:
            return {"name": name, "reason": f"several cells assign ({', '.join(cells)}): give each its own name"}
        if not cells and not (_is_known(name) or name in numpy_names()):
            close = hint(name, snippet.assigned)
            return {"name": name, "reason": f"no cell of {snippet.name} assigns{close}"}
    return {}


def _is_known(name: str) -> bool:
    return name == _PRESET or hasattr(builtins, name)


@functools.cache
def _numpy_names() -> frozenset[str]:
    import numpy as np  # noqa: PLC0415 - takes longer than all else here, and most names are the snippet's own

    return frozenset(np.__all__)


# ── Values ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def value_findings(
    lesson: Lesson, results: Results, language: Language, sources: Iterable[str], besides: Iterable[Finding] = ()
) -> tuple[Finding, ...]:
    """What is written against what came out (AF301 to AF308, AF911, AF912), and against the course's sources (AF309).

    An expression without a result (a cell failed before) says nothing, nor does a place that ``besides`` has a
    finding for: what is found first explains the rest.
    """
    taken = {(item.path, item.line, item.column) for item in besides}
    sources = tuple(sources)
    found = (_binding_finding(binding, lesson, results, language.marks, sources) for binding in lesson.bindings)
    keys = (_key_finding(key, lesson, results) for key in lesson.keys)
    return tuple(item for item in (*found, *keys) if item and (item.path, item.line, item.column) not in taken)


def _binding_finding(
    binding: Binding, lesson: Lesson, results: Results, marks: NumberMarks, sources: tuple[str, ...]
) -> Finding | None:
    say = functools.partial(finding, path=lesson.path, position=binding.position)
    if isinstance(binding, Given):
        known = binding.key in sources
        return None if known else say("AF309", key=binding.key, hint=hint(binding.key, sources))
    value = results.values.get(binding.expression)
    if value is None:
        return None
    say = functools.partial(say, expression=binding.expression)
    if isinstance(value, Failure):
        return say("AF302", message=_raised(value))
    if isinstance(binding, Number):
        return _number_finding(binding, value, marks, say)
    return (_claim_finding if isinstance(binding, Claim) else _word_finding)(binding.written, value, say)


Say = Callable[..., Finding]
"""Makes a finding of a code and the details that its message asks for; it knows the place."""


def _number_finding(number: Number, value: Value, marks: NumberMarks, say: Say) -> Finding | None:
    try:
        literal = parse_literal(number.written, marks, math=number.place == "math")
    except LiteralError:  # the scanner has said so
        return None
    mismatch = compare(literal, value, marks)
    details: Mapping[str, Any] = mismatch.details if mismatch else {}
    return say(mismatch.code, **{"written": number.written, **details}) if mismatch else None


def _claim_finding(written: str, value: Value, say: Say) -> Finding | None:
    if value.kind != "bool" or value.shape:
        return say("AF307", value=_described(value))
    return None if value.data else say("AF306", written=written)


def _key_finding(key: Answer, lesson: Lesson, results: Results) -> Finding | None:
    """What the box of an answer says against what its expression is."""
    say = functools.partial(finding, path=lesson.path, position=key.position, expression=key.expression)
    value = results.values.get(key.expression)
    if value is None:
        return None
    if isinstance(value, Failure):
        return say("AF302", message=_raised(value))
    if value.kind != "bool" or value.shape:
        return say("AF912", value=_described(value))
    if value.data == key.is_right:
        return None
    says = "that this is right" if key.is_right else "that this is wrong"
    return say("AF911", says=says, value=value.data, written="[x]" if key.is_right else "[ ]", needed=key.is_right)


def _word_finding(written: str, value: Value, say: Say) -> Finding | None:
    if value.kind == "other" or value.shape:
        return say("AF308", written=written, value=_described(value))
    text = str(value.data)
    agrees = _normal(text) in (_normal(written), _normal(written.strip().strip(_EMPHASIS)))
    return None if agrees else say("AF308", written=written, value=text)


def _normal(text: str) -> str:
    return unicodedata.normalize("NFC", text.strip())


def _described(value: Value) -> str:
    if value.kind == "other":
        return f"{'an' if str(value.data)[:1].lower() in 'aeiou' else 'a'} {value.data}"
    return f"an array of shape {value.shape}" if value.shape else repr(value.data)


# ── Cells and figures ────────────────────────────────────────────────────────────────────────────────────────────────


def failure_findings(work: Work, results: Results) -> tuple[Finding, ...]:
    """What went wrong in cells (AF205 to AF207, AF214), figures (AF211), tables (AF216) and explorables (AF232)."""
    cells = (_cell_finding(cell, work, results.outputs.get(cell.name)) for cell in work.cells)
    figures = (_function_finding("AF211", "figure", name, work, results.figures.get(name)) for name in work.figures)
    tables = (_function_finding("AF216", "table", name, work, results.tables.get(name)) for name in work.tables)
    states = (_function_finding("AF232", "states", name, work, results.states.get(name)) for name in work.states)
    return tuple(item for item in (*cells, *figures, *tables, *states) if item)


def _cell_finding(cell: Cell, work: Work, output: Output | Failure | None) -> Finding | None:
    if isinstance(output, Failure):
        place = _place(output.line or cell.line, work)
        if output.kind == "timeout":
            said = _one_line(output).removeprefix("TimeoutError: ")
            return finding("AF206", work.path, place, cell=cell.name, message=said)
        code = "AF207" if output.kind == "died" else "AF205"
        return _with_lines(finding(code, work.path, place, cell=cell.name, message=_one_line(output)), output)
    if output and output.text.endswith(CUT):
        return finding("AF214", work.path, Position(cell.line, 1), cell=cell.name, limit=LONGEST)
    address = _ADDRESS.search(output.text + output.errors) if output else None
    if address:
        return finding("AF220", work.path, Position(cell.line, 1), cell=cell.name, what=address[0])
    return None


def _function_finding(code: str, kind: str, name: str, work: Work, made: object) -> Finding | None:
    if not isinstance(made, Failure):
        return None
    place = _place(made.line or _line_of_function(f"{kind}_{name}", work.cells), work)
    return _with_lines(finding(code, work.path, place, name=name, message=_raised(made)), made)


def _with_lines(found: Finding, failure: Failure) -> Finding:
    """The finding with Python's traceback, which shows the author's own lines and no others."""
    return replace(found, detail=failure.detail.rstrip())


def _line_of_function(name: str, cells: Iterable[Cell]) -> int:
    for cell in cells:
        for number, line in enumerate(cell.source.split("\n"), start=cell.line):
            if re.match(rf"def {re.escape(name)}\b", line):
                return number
    return 1


def _place(number: int, work: Work) -> Position:
    """The first character of a line of the snippet that is no space."""
    for cell in work.cells:
        lines = cell.source.split("\n")
        if cell.line <= number < cell.line + len(lines):
            line = lines[number - cell.line]
            return Position(number, len(line) - len(line.lstrip()) + 1)
    return Position(number, 1)


def _raised(failure: Failure) -> str:
    ended = f"nothing, but ended its process: {_one_line(failure)}"
    return ended if failure.kind == "died" else _one_line(failure)


def _one_line(failure: Failure) -> str:
    """The failure's message, fit to follow "raises" or "ended its process:" in one line."""
    message = " ".join(failure.message.split())
    return message if len(message) <= _LONGEST_MESSAGE else message[:_LONGEST_MESSAGE] + "…"
