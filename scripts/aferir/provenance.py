"""Where each bound number, word, claim and given of a lesson comes from, as a reader may ask it on the page."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from .languages import MINUS, NO_BREAK_SPACE
from .model import Binding, Failure, Given, Lesson, Results, Snippet, Value
from .names import bound_names, used_names

Source = dict[str, object]
"""``kind`` and ``written``; of a given its ``key`` and, when it is listed, its ``reference``; of all else
``expression``, ``value`` and ``cells``."""

_DIGITS = 12  # beyond these, machines differ
_MOST = 48  # entries of an array that are written out
_EDGE = 3  # entries that stay at each end of an axis that is too long
_TEX = {
    r"\begin{bmatrix}": "[[",
    r"\end{bmatrix}": "]]",
    r"\begin{pmatrix}": "[[",
    r"\end{pmatrix}": "]]",
    r"\\": "]; [",
    "&": ";",
    "{,}": ",",
    "{.}": ".",
    r"\,": NO_BREAK_SPACE,
    r"\%": "%",
    "-": MINUS,
}
_TEX_MARK = re.compile("|".join(map(re.escape, _TEX)))


def sources(
    lesson: Lesson, snippet: Snippet | None, results: Results, references: Mapping[str, str]
) -> dict[str, Source]:
    """The number in each binding's token -> where it comes from. A binding without a value has no entry.

    ``references``: key of a source -> how its list writes it.
    """
    cells = _making_cells(snippet) if snippet else {}
    order = [cell.name for cell in snippet.cells] if snippet else []
    found = {_number(binding): _source(binding, results, cells, order, references) for binding in lesson.bindings}
    return {number: source for number, source in found.items() if source}


def _number(binding: Binding) -> str:
    return binding.token[1:-1]


def _source(
    binding: Binding,
    results: Results,
    cells: Mapping[str, tuple[str, ...]],
    order: list[str],
    references: Mapping[str, str],
) -> Source:
    shared: Source = {"kind": type(binding).__name__.lower(), "written": _as_read(binding)}
    if isinstance(binding, Given):
        listed = {"reference": references[binding.key]} if binding.key in references else {}
        return shared | {"key": binding.key} | listed
    value = results.values.get(binding.expression)
    if value is None or isinstance(value, Failure):
        return {}
    makers = {cell for name in used_names(binding.expression) for cell in cells.get(name, ())}
    return shared | {
        "expression": binding.expression,
        "value": written_value(value),
        "cells": [name for name in order if name in makers],
    }


def _as_read(binding: Binding) -> str:
    """What is written, as a reader sees it: TeX without its commands, one line."""
    is_tex = binding.place == "math"
    text = _TEX_MARK.sub(lambda mark: _TEX[mark[0]], binding.written) if is_tex else binding.written
    return re.sub(r"[ \t]*\n\s*", " ", text)


# ── Cells ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _making_cells(snippet: Snippet) -> dict[str, tuple[str, ...]]:
    """Name -> the cells that assign it. Names that are only imported (``np``) are left out: they make no value."""
    imported = {name for cell in snippet.cells for name in _imported(cell.source)}
    return {name: cells for name, cells in snippet.assigned.items() if name not in imported}


def _imported(source: str) -> Iterator[str]:
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield from bound_names(statement)


# ── Values ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def written_value(value: Value) -> str:
    """A value in Python's notation: twelve significant digits, one line per row, long arrays cut in their middle."""
    if value.kind == "other":
        return str(value.data)
    entries = 1
    for length in value.shape:
        entries *= length
    return _written(value.data, is_cut=entries > _MOST)


def _written(data: object, *, is_cut: bool) -> str:
    if isinstance(data, tuple):
        return _row(data, is_cut=is_cut)
    if isinstance(data, complex):
        return repr(complex(_rounded(data.real), _rounded(data.imag)))
    return repr(_rounded(data) if isinstance(data, float) else data)


def _row(data: tuple[object, ...], *, is_cut: bool) -> str:
    shown = [_written(entry, is_cut=is_cut) for entry in data]
    if is_cut and len(shown) > 2 * _EDGE:
        shown[_EDGE:-_EDGE] = ["…"]
    between = ",\n " if any(isinstance(entry, tuple) for entry in data) else ", "
    return f"[{between.join(shown)}]"


def _rounded(number: float) -> float:
    return float(f"{number:.{_DIGITS}g}")
