"""A literal laid over a value: whether it has the value's shape, and which item each of its numbers stands for."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal as OneOf

from ..model import Value
from .tree import Literal, Omission, Range, Scalar, Vector


@dataclass(frozen=True, slots=True)
class Mismatch:
    """How a literal and a value disagree: the finding's code, and the details that its message asks for.

    ``details`` lacks ``written`` and ``expression``, which the caller knows. AF301 has ``value`` and ``correct``,
    AF304 ``wrote`` and ``has``, AF305 ``value``.
    """

    code: OneOf["AF301", "AF304", "AF305"]
    details: Mapping[str, str] = field(default_factory=dict)

    @property
    def correct(self) -> str:
        """The literal as it should be written, endless numbers cut; "" when it cannot be written."""
        return self.details.get("correct", "")


def shape_fault(literal: Literal, value: Value) -> Mismatch | None:
    """AF305 for a value that no numbers can stand for, AF304 for one of another shape; None for one that fits."""
    if value.kind == "other":
        return Mismatch("AF305", {"value": f"of type {value.data}"})
    if isinstance(literal, Scalar):
        many = isinstance(value.data, tuple)
        return Mismatch("AF305", {"value": f"an array of shape {value.shape}"}) if many else None
    if not isinstance(value.data, tuple) and not _is_number(value.data):
        return Mismatch("AF305", {"value": _named(value.data)})
    fits = _fits_range(value.data) if isinstance(literal, Range) else _fits(literal, value.data)
    return None if fits else Mismatch("AF304", {"wrote": _extent(literal), "has": _shape(value)})


def kind_fault(literal: Literal, data: object, place: str) -> Mismatch | None:
    """The first item of a value that is no finite number."""
    for item, where in _items(literal, data, place):
        if not _is_finite(item):
            return Mismatch("AF305", {"value": _named(item) + where})
    return None


def pairs(literal: Literal, data: object, place: str) -> list[tuple[Scalar, object, str]]:
    """Each number shown, the item of the value it stands for, and that item's index as Python writes it."""
    if isinstance(literal, Scalar):
        return [(literal, data, place)]
    items = line_of(literal, data) if isinstance(literal, Vector) else data
    assert isinstance(items, tuple)
    if isinstance(literal, Range):
        return [(literal.full_low, items[0], "[0]"), (literal.high, items[1], "[1]")]
    shown = placed(literal, len(items))
    return [pair for at, part in shown for pair in pairs(part, items[at], f"{place}[{at}]")]


def placed(vector: Vector, length: int) -> list[tuple[int, Scalar | Vector]]:
    """Each part that is shown, with its index in a value of ``length`` items."""
    hidden = length - len(vector.parts)
    gap = len(vector.parts) if vector.left_out is None else vector.left_out
    return [
        (at if at < gap else at + hidden, part)
        for at, part in enumerate(vector.parts)
        if not isinstance(part, Omission)
    ]


def line_of(vector: Vector, data: object) -> object:
    """A row or a column of two dimensions as one of a single dimension, where a TeX matrix shows it so."""
    flat = vector.matrix and not any(isinstance(part, Vector) for part in vector.parts)
    if not flat or not isinstance(data, tuple) or not all(isinstance(item, tuple) for item in data):
        return data
    if len(data) == 1:
        return data[0]
    return tuple(item[0] for item in data) if all(len(item) == 1 for item in data) else data


def _is_number(data: object) -> bool:
    return isinstance(data, (int, float)) and not isinstance(data, bool)


def _fits_range(data: object) -> bool:
    return isinstance(data, tuple) and len(data) == 2 and not any(isinstance(item, tuple) for item in data)


def _fits(part: Literal, data: object) -> bool:
    if not isinstance(part, Vector):
        return not isinstance(data, tuple)
    data = line_of(part, data)
    if not isinstance(data, tuple):
        return False
    shown = len(part.parts)
    enough = len(data) == shown if part.left_out is None else len(data) >= shown
    return enough and all(_fits(item, data[at]) for at, item in placed(part, len(data)))


def _extent(literal: Literal) -> str:
    if not isinstance(literal, Vector):
        return "2 numbers"
    rows = [part for part in literal.parts if not isinstance(part, Omission)]
    more = "" if literal.left_out is None else " and “…”"
    inner = {len(part.parts) for part in rows if isinstance(part, Vector)}
    return (f"{len(rows)} × {inner.pop()} numbers" if len(inner) == 1 else _counted(len(rows))) + more


def _shape(value: Value) -> str:
    if not value.shape:
        return "one number"
    return _counted(value.shape[0]) if len(value.shape) == 1 else " × ".join(map(str, value.shape)) + " numbers"


def _counted(count: int) -> str:
    return f"{count} number" + ("" if count == 1 else "s")


def _is_finite(item: object) -> bool:
    """Whether it is a finite number. Every integer is, also one that no float can hold."""
    return math.isfinite(item) if isinstance(item, float) else _is_number(item)


def _items(literal: Literal, data: object, place: str) -> list[tuple[object, str]]:
    return [(item, f" at {where}" if where else "") for _, item, where in pairs(literal, data, place)]


def _named(data: object) -> str:
    """A value that is no number, in words."""
    if isinstance(data, float):
        return "not a number (nan)" if math.isnan(data) else f"infinite ({data})"
    if isinstance(data, bool):
        return f"the truth value {data}"
    if isinstance(data, complex):
        return f"the complex number {data}"
    return "None" if data is None else f"the text “{data}”"
