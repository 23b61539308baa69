"""The value of an expression as plain data: Python scalars and nested tuples, whatever NumPy made of them."""

from __future__ import annotations

import numbers
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

import numpy as np

from .model import Scalar, Value

LARGEST = 100_000
"""Entries. Beyond that no reader can check a value, and no literal is that long."""
_LARGEST_INTEGER_BITS = 10_000

_KINDS = ((bool, "bool"), (int, "int"), (float, "float"), (complex, "complex"), (str, "str"), (type(None), "none"))
_NUMBERS = ("int", "float", "complex")
_ARRAY_KINDS = "biufcU"


def plain_value(value: object) -> Value:
    """``value`` as plain data.

    Scalars and arrays of NumPy, lists, tuples and ranges of scalars (nested and rectangular) are taken apart, floats
    keep full precision, fractions and decimals become floats. Anything else, or a mixture of text and numbers, has
    kind ``other`` and its type's name as data.
    """
    data = _taken_apart(value)
    if data is _Unknown:
        return _other(value)
    shape = _shape(data)
    kind = _common_kind(set(_kinds(data)))
    return Value(kind, shape, data) if kind and shape is not None else _other(value)


class _Unknown:
    """Stands for what cannot be taken apart."""


def _other(value: object) -> Value:
    return Value("other", (), type(value).__name__)


def _taken_apart(value: object) -> object:
    if isinstance(value, np.ndarray | np.generic):
        return _from_numpy(value)
    if isinstance(value, list | tuple | range):
        entries = [_taken_apart(entry) for entry in value] if len(value) <= LARGEST else [_Unknown]
        return _Unknown if any(entry is _Unknown for entry in entries) else tuple(entries)
    return _scalar(value)


def _from_numpy(value: np.ndarray | np.generic) -> object:
    readable = value.dtype.kind in _ARRAY_KINDS and value.size <= LARGEST and not isinstance(value, np.ma.MaskedArray)
    if not readable:
        return _Unknown
    wide = value.astype(complex) if value.dtype.kind == "c" else value
    wide = wide.astype(float) if wide.dtype.kind == "f" else wide  # a longdouble has no Python counterpart
    return _as_tuples(wide.tolist())


def _as_tuples(data: object) -> object:
    return tuple(_as_tuples(entry) for entry in data) if isinstance(data, list) else data


def _scalar(value: object) -> object:
    if isinstance(value, Fraction | Decimal):
        return float(value)
    if isinstance(value, int) and not isinstance(value, bool):  # an IntEnum, say
        return int(value) if value.bit_length() <= _LARGEST_INTEGER_BITS else _Unknown
    if isinstance(value, str):
        return str(value)
    if value is None or isinstance(value, bool | float | complex):
        return value
    return float(value) if isinstance(value, numbers.Real) else _Unknown


def _shape(data: object) -> tuple[int, ...] | None:
    """The shape of nested tuples; None when they are ragged."""
    if not isinstance(data, tuple):
        return ()
    inner = {_shape(entry) for entry in data} or {()}
    shape = inner.pop()
    return None if inner or shape is None else (len(data), *shape)


def _kinds(data: object) -> Iterator[str]:
    if isinstance(data, tuple):
        for entry in data:
            yield from _kinds(entry)
    else:
        yield kind_of(data)


def kind_of(scalar: Scalar | object) -> str:
    """The kind of a scalar: ``bool``, ``int``, ``float``, ``complex``, ``str``, ``none``; else ``other``."""
    return next((kind for type_, kind in _KINDS if isinstance(scalar, type_)), "other")


def _common_kind(kinds: set[str]) -> str:
    """The one kind of all entries; the widest of several kinds of numbers; "" when they do not mix."""
    if not kinds:
        return "float"  # an empty array
    if len(kinds) == 1:
        return kinds.pop()
    return max(kinds, key=_NUMBERS.index) if kinds <= set(_NUMBERS) else ""
