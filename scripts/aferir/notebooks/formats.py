"""A notebook written down: as ``.ipynb`` (nbformat 4.5), as a percent script, and as what mkdocs-jupyter renders."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from types import MappingProxyType
from xml.etree import ElementTree as ET

from ..model import Held, Lesson, Output, Part, Table
from . import Entry, Notebook
from .prose import TOKEN, tex

_SVG = "http://www.w3.org/2000/svg"
_PAPER = "#fbf8f1"
ASIDE = "aside"
"""The tag of cells that the lesson does not show."""

Texts = Mapping[str, str]
"""Token -> what stands in its place."""


def texts_of(lesson: Lesson, tables: Mapping[str, Table], alts: Texts) -> Texts:
    """What a script shows in the place of its tokens: formulas between dollars, tables of Markdown, ``alts``."""
    formulas = {
        item.token: f"$$\n{tex(item.tex)}\n$$" if item.display else f"${tex(item.tex)}$" for item in lesson.formulas
    }
    fences = {item.token: tables[item.name] for item in lesson.fences if item.kind == "table" and item.name in tables}
    return formulas | {token: _markdown_table(table) for token, table in fences.items()} | dict(alts)


def pictures(alts: Texts, diagrams: Mapping[str, str]) -> Texts:
    """Token of a diagram -> its drawing as a notebook holds it within its text."""
    drawn = {token: base64.b64encode(on_paper(svg).encode()).decode() for token, svg in diagrams.items()}
    return {token: f"![{alts[token]}](data:image/svg+xml;base64,{data})" for token, data in drawn.items()}


def _markdown_table(table: Table) -> str:
    rows = [table.columns, ("---",) * len(table.columns), *table.rows]
    return "\n".join("| " + " | ".join(entry.replace("|", "\\|") for entry in row) + " |" for row in rows)


def as_ipynb(notebook: Notebook, texts: Texts) -> bytes:
    """The notebook as a file that JupyterLab opens and runs; its outputs are those of the build."""
    return _document(notebook, [_cell(number, entry, texts) for number, entry in enumerate(notebook.entries)])


def as_page(notebook: Notebook, labels: Mapping[str, object]) -> bytes:
    """The notebook for its page: tokens stay where HTML comes later, figures are tokens too; without its heading."""
    entries = notebook.entries[1:]
    cells = [_cell(number, entry, None) for number, entry in enumerate(entries, start=1)]
    return _document(notebook, cells, {"labels": dict(labels)})


def as_script(notebook: Notebook, texts: Texts) -> str:
    """The notebook as a percent script, which runs alone and opens as a notebook as well."""
    pieces = [_percent(entry, texts) for entry in notebook.entries]
    return "\n\n".join(pieces) + "\n"


def _percent(entry: Entry, texts: Texts) -> str:
    if entry.kind == "code":
        return f"# %% {entry.name}\n{entry.source}"
    lines = _filled(entry.source, texts).split("\n")
    return "# %% [markdown]\n" + "\n".join(f"# {line}".rstrip() for line in lines)


def _filled(text: str, texts: Texts) -> str:
    return TOKEN.sub(lambda found: texts.get(found[0], ""), text)


def _document(
    notebook: Notebook, cells: list[dict[str, object]], metadata: Mapping[str, object] = MappingProxyType({})
) -> bytes:
    document = {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python", "file_extension": ".py", "mimetype": "text/x-python"},
            "title": notebook.title,
            "lang": notebook.language,
            **metadata,
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(document, ensure_ascii=False, indent=1).encode() + b"\n"


def _cell(number: int, entry: Entry, texts: Texts | None) -> dict[str, object]:
    """A cell; without ``texts``, its tokens stay."""
    if entry.kind == "text":
        source = entry.source if texts is None else _filled(entry.source, texts)
        return {"cell_type": "markdown", "id": f"text-{number}", "metadata": {}, "source": _lines(source)}
    aside = {"tags": [ASIDE], "jupyter": {"source_hidden": True}} if entry.is_aside else {}
    return {
        "cell_type": "code",
        "id": f"code-{number}",
        "metadata": {"name": entry.name, **aside},
        "execution_count": None,
        "source": _lines(entry.source),
        "outputs": _outputs(entry, is_page=texts is None),
    }


def _outputs(entry: Entry, *, is_page: bool) -> list[dict[str, object]]:
    found = _printed(entry.output) if entry.output else []
    if entry.drawing and is_page:
        found.append(_displayed({"text/html": entry.token}))
    elif entry.drawing:
        found.append(_displayed({"image/svg+xml": _lines(on_paper(entry.drawing.light.text)), "text/plain": entry.alt}))
    return found


def _printed(output: Output) -> list[dict[str, object]]:
    """What a cell put out, in order."""
    parts = output.parts or (Part("text", Held(output.text)), Part("errors", Held(output.errors)))
    return [_part(part) for part in parts if part.data]


def _part(part: Part) -> dict[str, object]:
    if part.is_shown:
        kind = {"html": "text/html", "markdown": "text/markdown", "svg": "image/svg+xml"}[part.kind]
        return _displayed({kind: _lines(part.data), "text/plain": part.words})
    text = part.data if part.data.endswith("\n") else f"{part.data}\n"
    return {"output_type": "stream", "name": {"text": "stdout", "errors": "stderr"}[part.kind], "text": _lines(text)}


def _displayed(data: dict[str, object]) -> dict[str, object]:
    return {"output_type": "display_data", "data": data, "metadata": {}}


def on_paper(svg: str) -> str:
    """A drawing with paper of its own: a dark notebook would leave it none."""
    ET.register_namespace("", _SVG)
    root = ET.fromstring(svg)  # noqa: S314 - drawn by this build
    root.set("style", f"background: {_PAPER}")
    return ET.tostring(root, encoding="unicode")


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def house_code(source: str, language: str, values: Mapping[str, object]) -> str:
    """The code that draws: the module ``house`` without its remarks, and the house of this language."""
    arguments = ",\n".join(f"    {name}={value!r}" for name, value in values.items())
    return f"{source}\n\n\nhouse = House(\n    language={language!r},\n{arguments},\n)"
