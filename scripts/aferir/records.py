"""Works and results as JSON and back: what the engine and the process that runs snippets say, and what is cached.

Floats keep every digit (``repr``), nan and inf are JSON's extension, complex numbers are tagged.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from .model import (
    Cell,
    Control,
    Drawing,
    Explorable,
    Failure,
    Held,
    Numeral,
    Output,
    Panel,
    Part,
    Plotted,
    Results,
    Table,
    Value,
    Work,
)

Record = dict[str, Any]
"""A JSON object."""

T = TypeVar("T")
_COMPLEX = "complex"


def encoded(record: Record) -> bytes:
    """The record as JSON, the same bytes for the same record."""
    return json.dumps(record, sort_keys=True, separators=(",", ":")).encode()


def decoded(data: bytes) -> Record:
    """The record of some JSON. Raises ValueError when it is not a JSON object."""
    record = json.loads(data)
    if not isinstance(record, dict):
        raise ValueError("not a JSON object")  # noqa: TRY004 - broken data, not a wrong argument
    return record


def work_record(work: Work) -> Record:
    """A work as a record."""
    return dataclasses.asdict(work)


def work_of(record: Record) -> Work:
    """The work of a record."""
    fixed: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in record.items()}
    return Work(**fixed | {"cells": tuple(Cell(**cell) for cell in record["cells"])})


def value_record(value: Value) -> Record:
    """A value as a record."""
    return {"kind": value.kind, "shape": list(value.shape), "data": _plain(value.data)}


def value_of(record: Record) -> Value:
    """The value of a record."""
    return Value(record["kind"], tuple(record["shape"]), _data(record["data"]))


def values_record(values: Mapping[str, Value]) -> Record:
    """Values by their expressions, as a record."""
    return {expression: value_record(value) for expression, value in values.items()}


def values_of(record: Record) -> dict[str, Value]:
    """The values of such a record."""
    return {expression: value_of(value) for expression, value in record.items()}


def failure_record(failure: Failure) -> Record:
    """A failure as a record."""
    return dataclasses.asdict(failure)


def failure_of(record: Record) -> Failure:
    """The failure of a record."""
    return Failure(**record)


def drawing_record(drawing: Drawing) -> Record:
    """A drawing as a record."""
    return dataclasses.asdict(drawing)


def drawing_of(record: Record) -> Drawing:
    """The drawing of a record."""
    svgs = {theme: Held(**record[theme]) for theme in ("light", "dark")}
    return Drawing(**record | svgs | {"data": tuple(map(_plotted_of, record["data"]))})


def _plotted_of(record: Record) -> Plotted:
    rows = tuple(map(tuple, record["rows"]))
    return Plotted(**record | {"columns": tuple(record["columns"]), "rows": rows})


def table_record(table: Table) -> Record:
    """A table as a record."""
    return dataclasses.asdict(table)


def table_of(record: Record) -> Table:
    """The table of a record."""
    rows = tuple(tuple(row) for row in record["rows"])
    return Table(**record | {"columns": tuple(record["columns"]), "rows": rows})


def explorable_record(explorable: Explorable) -> Record:
    """An explorable as a record."""
    return dataclasses.asdict(explorable)


def explorable_of(record: Record) -> Explorable:
    """The explorable of a record."""
    controls = tuple(
        Control(**item | {"options": tuple((key, label) for key, label in item["options"])})
        for item in record["controls"]
    )
    panels = tuple(
        Panel(**item | {name: tuple(item[name]) for name in ("on", "frames", "at")}) for item in record["panels"]
    )
    return Explorable(**record | {"controls": controls, "panels": panels})


def outputs_record(results: Results) -> Record:
    """The outputs, drawings, tables and explorables of results without failures, as a record."""
    return {
        "outputs": [dataclasses.asdict(item) for item in results.outputs.values() if isinstance(item, Output)],
        "figures": [drawing_record(item) for item in results.figures.values() if isinstance(item, Drawing)],
        "tables": [table_record(item) for item in results.tables.values() if isinstance(item, Table)],
        "states": [explorable_record(item) for item in results.states.values() if isinstance(item, Explorable)],
    }


def outputs_of(record: Record) -> Results:
    """The results of such a record; they hold no values."""
    outputs = (_output_of(item) for item in record["outputs"])
    figures = (drawing_of(item) for item in record["figures"])
    tables = (table_of(item) for item in record["tables"])
    states = (explorable_of(item) for item in record["states"])
    return Results(
        {item.cell: item for item in outputs},
        {},
        {item.name: item for item in figures},
        {item.name: item for item in tables},
        {item.name: item for item in states},
    )


def part_record(part: Part) -> Record:
    """A part as a record."""
    return dataclasses.asdict(part)


def part_of(record: Record) -> Part:
    """The part of a record."""
    return Part(**record | {"content": Held(**record["content"])})


def _output_of(record: Record) -> Output:
    numerals = tuple(Numeral(**numeral) for numeral in record["numerals"])
    return Output(**record | {"numerals": numerals, "parts": tuple(map(part_of, record["parts"]))})


def _plain(data: object) -> object:
    if isinstance(data, tuple):
        return [_plain(entry) for entry in data]
    return {_COMPLEX: [data.real, data.imag]} if isinstance(data, complex) else data


def _data(data: object) -> object:
    if isinstance(data, list):
        return tuple(_data(entry) for entry in data)
    return complex(*data[_COMPLEX]) if isinstance(data, Mapping) else data


def read_record(data: bytes, read: Callable[[Record], T]) -> T | None:
    """What ``read`` makes of the record in ``data``; None when it is not such a record."""
    try:
        return read(decoded(data))
    except (ValueError, KeyError, TypeError):
        return None
