"""What the explorables of a lesson should show, computed here from the snippet alone and written by other code.

The snippet is run as a plain script, its states function is called for every combination of its controls, and numbers
are written by ``str.format`` and three replacements. Nothing of the generator takes part.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
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


@cache
def namespace(snippet: str, language: str) -> dict[str, Any]:
    """The names of a snippet that ran as a script in one language."""
    path = ROOT / "snippets" / "lessons" / f"{snippet}.py"
    names: dict[str, Any] = {"language": language, "__name__": "__main__"}
    folder = str(ROOT / "snippets")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), names)
    return names


def states(snippet: str, name: str, language: str) -> tuple[list[dict[str, Any]], list[tuple[dict[str, str], Any]]]:
    """The controls of an explorable, and for each combination of keys what its state function gives."""
    made = namespace(snippet, language)[f"states_{name}"](Text(language))
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
