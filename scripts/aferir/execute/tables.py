"""Tables: what a snippet's ``table_<name>(text)`` returns, checked."""

from __future__ import annotations

from collections.abc import Callable

from ..model import Table
from .writing import Writing

_EXAMPLE = 'return ["h", "d_k"], [["1", text.integer(512)], ["2", text.integer(256)]]'


def table(name: str, make: Callable[[Writing], object], writing: Writing) -> Table:
    """The table that ``make`` returns. Raises TypeError or ValueError, with an example, for what is no table."""
    made = make(writing)
    if not isinstance(made, tuple) or len(made) != 2:
        raise TypeError(f"a table function returns its columns and its rows; for example {_EXAMPLE}")
    columns = _texts(made[0], "the columns")
    rows = tuple(_texts(row, f"row {number}") for number, row in enumerate(made[1], start=1))
    if not columns or not rows:
        raise ValueError(f"a table has at least one column and one row; for example {_EXAMPLE}")
    for number, row in enumerate(rows, start=1):
        if len(row) != len(columns):
            raise ValueError(f"row {number} has {len(row)} entries, the table has {len(columns)} columns")
    return Table(name, columns, rows, dict(writing.halves))


def _texts(entries: object, what: str) -> tuple[str, ...]:
    if not isinstance(entries, list | tuple):
        raise TypeError(f"{what} should be a list of strings, not {type(entries).__name__}; for example {_EXAMPLE}")
    for entry in entries:
        if not isinstance(entry, str):
            raise TypeError(
                f"{what} holds {entry!r}, which is no string: write it with text.number(value, decimals) or "
                "text.integer(value), so that each language reads its own marks"
            )
    return tuple(entries)
