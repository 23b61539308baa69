"""What the explorables of a lesson should show, computed here from the snippet alone and written by other code.

The snippet is run as a plain script, its states function is called for every combination of its controls, and numbers
are written by ``str.format`` and three replacements. Nothing of the generator takes part. Statements that no states
function needs are left out, and those that do not depend on the language run once: some train models.
"""

from __future__ import annotations

import ast
import contextlib
import copy
import io
import itertools
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

import numpy as np

ROOT = Path(__file__).parent.parent
THOUSANDS = {"pt": ".", "es": "\u00a0", "cs": "\u00a0"}
MARKS = re.compile(r"`([^`]+)`|\*([^*\s](?:[^*]*[^*\s])?)\*|(?<![\w`])([^\W\d_])_(?:\{([^{}]+)\}|(\w)(?!\w))")


class Text:
    """What a states function writes with, made anew."""

    def __init__(self, language: str) -> None:
        self.language = language

    def number(self, value: float, decimals: int) -> str:
        """A number as the language writes it."""
        written = f"{float(f'{float(value):.12g}'):,.{decimals}f}"
        whole, point, rest = written.lstrip("-").partition(".")
        mark = THOUSANDS[self.language] if len(whole.replace(",", "")) >= 5 else ""
        sign = "−" if written.startswith("-") and written.strip("-0.,") else ""
        return sign + whole.replace(",", mark) + point.replace(".", ",") + rest

    def integer(self, value: int) -> str:
        """A whole number."""
        return self.number(value, 0)


@dataclass(frozen=True)
class Statement:
    """A statement of a snippet, the names that it binds or may change, and those that it mentions."""

    code: CodeType
    made: frozenset[str]
    mentioned: frozenset[str]


@cache
def needed_statements(snippet: str) -> tuple[Statement, ...]:
    """What the states functions of a snippet need, in order."""
    text = (ROOT / "snippets" / "lessons" / f"{snippet}.py").read_text(encoding="utf-8")
    every = [_statement(code) for code in ast.parse(text).body]
    needed = {name for one in every for name in one.made if name.startswith("states_")}
    while True:
        chosen = [one for one in every if one.made & needed]
        more = needed.union(*(one.mentioned for one in chosen))
        if more == needed:
            return tuple(chosen)
        needed = more


def _statement(code: ast.stmt) -> Statement:
    compiled = compile(ast.Module([code], []), "<snippet>", "exec")
    return Statement(compiled, frozenset(_names_made([code])), frozenset(_names_mentioned(compiled)))


def _names_mentioned(code: CodeType) -> Iterator[str]:
    """Names that are not those of a function's own variables, and attributes."""
    yield from code.co_names
    for inside in code.co_consts:
        if isinstance(inside, CodeType):
            yield from _names_mentioned(inside)


def _names_made(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """What is bound where it stands, not inside functions, and what a call that is a statement may change."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((alias.asname or alias.name).partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.Expr):
            call = node.value
            if isinstance(call, ast.Call) and ast.unparse(call.func) != "print":
                touched = [*call.args, *([call.func.value] if isinstance(call.func, ast.Attribute) else [])]
                yield from (part.id for part in touched if isinstance(part, ast.Name))
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            yield from (part.id for part in ast.walk(node.value) if isinstance(part, ast.Name))
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif not isinstance(node, ast.comprehension | ast.Lambda):
            yield from _names_made(ast.iter_child_nodes(node))


@cache
def namespaces(snippet: str) -> dict[str, dict[str, Any]]:
    """By language, the names of a snippet that ran as a script, as far as its states functions need them."""
    folder = str(ROOT / "snippets")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    shared: dict[str, Any] = {"__name__": "__main__"}
    made = {language: {"__name__": "__main__", "language": language} for language in THOUSANDS}
    of_language = {"language"}
    with contextlib.redirect_stdout(io.StringIO()):
        for one in needed_statements(snippet):
            if (one.mentioned | one.made) & of_language:
                of_language |= one.made
                for names in made.values():
                    names |= {name: _own(names[name]) for name in one.made & names.keys()}
                    exec(one.code, names)
            else:
                exec(one.code, shared)
                for names in made.values():
                    names |= {name: shared[name] for name in one.made & shared.keys()}
    return made


def _own(value: Any) -> Any:
    """A language's own copy of what its statement may add to."""
    return copy.deepcopy(value) if isinstance(value, list | dict | set) else value


def states(snippet: str, name: str, language: str) -> tuple[list[dict[str, Any]], list[tuple[dict[str, str], Any]]]:
    """The controls of an explorable, and for each combination of keys what its state function gives."""
    made = namespaces(snippet)[language][f"states_{name}"](Text(language))
    controls = made["controls"]
    keys = [list(control["options"]) for control in controls]
    names = [control["name"] for control in controls]
    choices = [dict(zip(names, chosen, strict=True)) for chosen in itertools.product(*keys)]
    return controls, [(chosen, made["state"](**chosen)) for chosen in choices]


def expected(state: Mapping[str, Any], chosen: Mapping[str, str], controls: Any, language: str) -> list[Any]:
    """What the page shows of a state: one entry per panel, None for an absent one."""
    indices = {own["name"]: list(own["options"]).index(chosen[own["name"]]) for own in controls}
    return [_panel(panel, indices, language) for name, panel in state.items() if name != "spoken"]


def _panel(panel: Mapping[str, Any] | None, indices: Mapping[str, int], language: str) -> Any:
    if panel is None:
        return None
    inside = _INSIDE[panel["kind"]](panel, indices, language)
    return {"kind": panel["kind"], "title": plain(panel.get("title", "")), "inside": inside}


def _matrix(panel: Mapping[str, Any], _: object, language: str) -> Any:
    values = np.asarray(panel["values"], dtype=float)
    hidden = np.asarray(panel.get("hidden", np.zeros(values.shape, bool)), dtype=bool)
    off, decimals = panel.get("hidden_as", ""), panel.get("decimals", 3)
    write = Text(language).number
    rows = [
        [off if hidden[i, j] else write(values[i, j], decimals) for j in range(values.shape[1])]
        for i in range(values.shape[0])
    ]
    moved = np.asarray(panel.get("moved", []))
    places = np.flatnonzero(moved) if moved.dtype == bool else moved.astype(int)
    return {
        "columns": [plain(label) for label in panel["columns"]],
        "rows": [plain(label) for label in panel["rows"]],
        "cells": rows,
        "hidden": hidden.astype(int).tolist(),
        "moved": [int(i) for i in places],
    }


def _bars(panel: Mapping[str, Any], _: object, language: str) -> Any:
    write = Text(language).number
    texts = panel.get("texts") or [write(value, panel.get("decimals", 3)) for value in panel["values"]]
    return [[plain(label), text] for label, text in zip(panel["labels"], texts, strict=True)]


def _table(panel: Mapping[str, Any], _: object, __: object) -> Any:
    return [[plain(text) for text in row] for row in [panel["columns"], *panel["rows"]]]


def _words(panel: Mapping[str, Any], _: object, __: object) -> Any:
    lines = (("", line) if isinstance(line, str) else line for line in panel["lines"])
    return [f"{plain(label)} {plain(text)}".strip() for label, text in lines]


def _lines(panel: Mapping[str, Any], _: object, language: str) -> Any:
    write = Text(language).number
    x, y = panel["x"].get("decimals", 0), panel["y"].get("decimals", 0)
    curves = [dict(zip(map(float, own["x"]), map(float, own["y"]), strict=True)) for own in panel["curves"]]
    every = sorted({at for curve in curves for at in curve})
    head = [plain(panel["x"]["label"]), *(plain(own["label"]) for own in panel["curves"])]
    return [head, *([write(at, x), *(write(curve[at], y) if at in curve else "—" for curve in curves)] for at in every)]


def _steps(panel: Mapping[str, Any], indices: Mapping[str, int], language: str) -> Any:
    items = panel["items"]
    heads = [plain(item.get("label", "")) + item.get("code", "") + plain(item.get("summary", "")) for item in items]
    chosen = items[indices[panel["choose"]]]
    parts = [_panel(part, indices, language) for part in chosen.get("parts", [])]
    return {"steps": heads, "note": plain(chosen.get("note", "")), "parts": parts}


_INSIDE = {
    "matrix": _matrix,
    "bars": _bars,
    "table": _table,
    "words": _words,
    "lines": _lines,
    "steps": _steps,
    "diagram": _steps,
}


def plain(text: str) -> str:
    """A label as its letters alone."""
    return MARKS.sub(lambda found: "".join(part or "" for part in found.groups()), text)


def explorables() -> Iterator[tuple[str, str, str]]:
    """Slug, snippet and name of every explorable of the course."""
    for path in sorted((ROOT / "lessons" / "pt").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        snippet = re.search(r"^snippet: (\w+)$", text, re.MULTILINE)
        for found in re.finditer(r"^```explorable (\w+)$", text, re.MULTILINE):
            assert snippet
            yield path.stem, snippet[1], found[1]
