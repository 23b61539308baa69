"""Results and places in them as Python text, short enough to read: the same in every language of a course."""

from __future__ import annotations

from collections.abc import Sequence

from .observed import Array, Difference, Seen

_SHOWN_ENTRIES = 8


def labelled(part: str, index: Sequence[int]) -> str:
    """``A[0, 2, 1]``: a place in an array, as Python writes it."""
    return f"{part}[{', '.join(map(str, index))}]" if index else part


def described(result: Seen) -> str:
    """A result in a few words of Python: its type and, for arrays, its shape."""
    if result.items is not None:
        return f"{result.type}({', '.join(described(item) for item in result.items[:4])})"
    if result.array is not None:
        return f"{result.type} {result.array.shape}"
    return result.type if result.scalar is None else repr(result.scalar)[:60]


def digits_apart(difference: Difference) -> int:
    """How many significant digits it takes to see that two numbers differ: 4 to 17."""
    got, expected = difference.got.real, difference.expected.real
    return next((digits for digits in range(4, 18) if f"{got:.{digits}g}" != f"{expected:.{digits}g}"), 17)


def row_text(part: str, array: Array, index: Sequence[int], digits: int) -> str:
    """The row of ``array`` in which ``index`` lies, as Python: ``A[0, 2] = [0.311, 0.204]``, long ones cut."""
    if not array.ndim:
        return f"{part} = {array.item():.{digits}g}"
    row, here = array[tuple(index[:-1])], index[-1]
    first = max(0, min(here - _SHOWN_ENTRIES // 2, row.size - _SHOWN_ENTRIES))
    shown = [f"{value:.{digits}g}" for value in row[first : first + _SHOWN_ENTRIES].tolist()]
    before, after = ["..."] if first else [], ["..."] if first + _SHOWN_ENTRIES < row.size else []
    return f"{labelled(part, index[:-1])} = [{', '.join([*before, *shown, *after])}]"
