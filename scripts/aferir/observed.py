"""What a function did, as plain data: what it returned (copied), what it raised, what it left of its arguments.

Runs in the build and in the reader's browser. Only ufuncs and C methods touch the data, and references to them are
taken here at import, so that code which replaces NumPy's functions later cannot change what is seen.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from numpy import absolute, add, equal, isfinite, isnan, less_equal, maximum, subtract

Array = np.ndarray[Any, Any]
ndarray, generic, errstate, may_share_memory = np.ndarray, np.generic, np.errstate, np.may_share_memory
frombuffer, packed, unpacked = np.frombuffer, marshal.dumps, marshal.loads

_DEEPEST = 4
_LONGEST = 4096
_NUMERIC = "biufc"


@dataclass(frozen=True, slots=True)
class Seen:
    """A returned object: the name of its type and, where it has them, its numbers or its items.

    ``array`` is a copy of an array's numbers (for NumPy's subclasses too, ``type`` tells them apart); ``items`` are
    those of a tuple or list; ``scalar`` is a number or text, or the dtype of an array of anything but numbers.
    """

    type: str
    array: Array | None = None
    items: tuple[Seen, ...] | None = None
    scalar: bool | int | float | complex | str | bytes | None = None


@dataclass(frozen=True, slots=True)
class Raised:
    """An exception: its type's name, its text, and the line of the learner's file it came from (0: none)."""

    type: str
    message: str
    line: int
    reason: str = ""
    """``read_only``, ``flood``, ``input``, ``exit``, ``memory``, ``signature`` or ``syntax``, else empty."""


@dataclass(frozen=True, slots=True)
class Observed:
    """One call: what it returned or raised, the arguments as it left them, and what it printed.

    ``original`` is the very object that was returned; ``shared`` is the position of the first argument whose memory
    the result uses.
    """

    returned: Seen | None
    raised: Raised | None
    arguments: tuple[object, ...]
    printed: str = ""
    characters: int = 0
    original: object = None
    shared: int | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two arrays of one shape differ first (in reading order), by how much at most, and in how many entries."""

    index: tuple[int, ...]
    got: float | complex
    expected: float | complex
    largest: float
    count: int
    size: int


def seen(value: object, depth: int = 0) -> Seen:
    """``value`` as plain data that later code cannot change."""
    kind = type(value)
    if isinstance(value, ndarray):
        array = _copied(value)
        return Seen(kind.__name__, array=array, scalar=None if array is not None else str(value.dtype))
    if issubclass(kind, tuple | list) and depth < _DEEPEST:
        own: Iterator[object] = tuple.__iter__(value) if isinstance(value, tuple) else list.__iter__(value)  # type: ignore[arg-type]
        return Seen(kind.__name__, items=tuple(seen(item, depth + 1) for item in islice(own, _LONGEST)))
    if isinstance(value, generic) and value.dtype.kind in _NUMERIC:
        return Seen(kind.__name__, scalar=generic.item(value))
    return Seen(kind.__name__, scalar=_plain(value))


def sealed(result: Seen) -> bytes:
    """``result`` as bytes that hold no array and no function for whoever walks the heap; ``opened`` undoes it."""
    return packed(_parts(result))


def opened(data: bytes) -> Seen:
    """The result that was sealed; its arrays are read-only."""
    return _whole(unpacked(data))


def _parts(result: Seen) -> tuple[Any, ...]:
    array, items = result.array, result.items
    return (
        result.type,
        None if array is None else (array.dtype.str, array.shape, ndarray.tobytes(array)),
        None if items is None else tuple(map(_parts, items)),
        result.scalar,
    )


def _whole(parts: tuple[Any, ...]) -> Seen:
    kind, array, items, scalar = parts
    return Seen(
        kind,
        None if array is None else frombuffer(array[2], array[0]).reshape(array[1]),
        None if items is None else tuple(map(_whole, items)),
        scalar,
    )


def _plain(value: object) -> bool | int | float | complex | str | bytes | None:
    """``value`` itself if it is a number or text of a length that can be shown."""
    if isinstance(value, str | bytes):
        return value[:200] if type(value) in (str, bytes) else None
    if isinstance(value, int) and value.bit_length() > 200:
        return None
    return value if type(value) in (bool, int, float, complex) else None  # type: ignore[return-value]


def _copied(value: Array) -> Array | None:
    """A copy as a plain array, or None when its entries are objects rather than numbers."""
    plain = ndarray.view(value, ndarray)
    return ndarray.copy(plain, order="K") if plain.dtype.kind in _NUMERIC else None


def copied(argument: object) -> object:
    """A fresh argument for a call: same numbers, dtype, memory order and read-only flag."""
    if not isinstance(argument, ndarray):
        return argument
    fresh = ndarray.copy(argument, order="K")
    fresh.flags.writeable = argument.flags.writeable
    return fresh


def first_difference(got: Array, expected: Array, rtol: float, atol: float) -> Difference | None:
    """Where ``got`` first leaves ``expected`` by more than ``atol + rtol * |expected|``; None when it never does.

    Both have one shape and hold real or complex numbers. A nan agrees with nothing, an infinity with itself.
    """
    with errstate(all="ignore"):
        here, there = got.astype(complex), expected.astype(complex)
        apart = absolute(subtract(here, there))
        near = less_equal(apart, atol + rtol * absolute(there)) & isfinite(here) & isfinite(there)
        wrong = ~(near | equal(here, there))
    index = first_true(wrong)
    if index is None:
        return None
    finite = apart[isfinite(apart)]
    largest = float(maximum.reduce(finite, initial=0.0))
    count = int(add.reduce(wrong, axis=None, dtype=int))
    return Difference(index, got[index].item(), expected[index].item(), largest, count, int(got.size))


def first_not_finite(array: Array) -> tuple[int, ...] | None:
    """The index of the first nan or infinity."""
    return first_true(~isfinite(array))


def first_true(mask: Array) -> tuple[int, ...] | None:
    """The index of the first True, None when there is none; ``()`` is that of an array without axes."""
    if not mask.ndim:  # ``nonzero`` refuses it: the sum of the one row of an array of shape (n,)
        return () if mask else None
    places = mask.nonzero()
    return tuple(int(axis[0]) for axis in places) if places[0].size else None


def shared_argument(result: object, arguments: Sequence[object]) -> int | None:
    """The position of the first argument whose memory ``result`` (an array, or a tuple or list of arrays) uses."""
    arrays = [item for item in (result if type(result) in (tuple, list) else [result]) if type(item) is ndarray]  # type: ignore[attr-defined]
    for position, argument in enumerate(arguments):
        if isinstance(argument, ndarray) and any(may_share_memory(argument, array) for array in arrays):
            return position
    return None


def row_sums(array: Array) -> Array:
    """Sums along the last axis, in float64."""
    return np.asarray(add.reduce(array, axis=-1, dtype=float))


def changed_argument(before: Sequence[object], after: Sequence[object]) -> int | None:
    """The position of the first argument that a call changed (numbers, shape or dtype)."""
    for position, (old, new) in enumerate(zip(before, after, strict=True)):
        if isinstance(old, ndarray) and isinstance(new, ndarray) and not _identical(old, new):
            return position
    return None


def _identical(old: Array, new: Array) -> bool:
    return old.shape == new.shape and old.dtype == new.dtype and ndarray.tobytes(old) == ndarray.tobytes(new)


def alike(one: Observed, other: Observed) -> bool:
    """Whether two calls did the same: the same result up to rounding, the same exception, the same arguments left."""
    if one.raised or other.raised:
        return _alike_raised(one.raised, other.raised)
    assert one.returned is not None
    assert other.returned is not None
    return alike_seen(one.returned, other.returned) and all(map(_alike_argument, one.arguments, other.arguments))


def _alike_raised(one: Raised | None, other: Raised | None) -> bool:
    return bool(one and other) and (one.type, one.message) == (other.type, other.message)  # type: ignore[union-attr]


def _alike_argument(one: object, other: object) -> bool:
    return not isinstance(one, ndarray) or (isinstance(other, ndarray) and _alike_arrays(one, other))


def alike_seen(one: Seen, other: Seen) -> bool:
    """Whether two results have one structure and, up to rounding, the same numbers (nan agrees with nan)."""
    if one.type != other.type:
        return False
    if one.array is not None and other.array is not None:
        return _alike_arrays(one.array, other.array)
    if one.items is not None and other.items is not None:
        return len(one.items) == len(other.items) and all(map(alike_seen, one.items, other.items))
    if isinstance(one.scalar, int | float) and isinstance(other.scalar, int | float):
        return _alike_arrays(np.asarray(one.scalar), np.asarray(other.scalar))
    return one == other if one.array is None and other.array is None else False


def _alike_arrays(one: Array, other: Array) -> bool:
    if one.shape != other.shape or one.dtype.kind != other.dtype.kind or one.dtype.itemsize != other.dtype.itemsize:
        return False
    loose = 1e-9 if one.dtype.itemsize >= 8 else 1e-4
    with errstate(all="ignore"):
        apart = absolute(subtract(one.astype(complex), other.astype(complex)))
        same = less_equal(apart, loose + loose * absolute(other)) | equal(one, other) | (isnan(one) & isnan(other))
    return bool(same.all())
