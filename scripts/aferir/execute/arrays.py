"""How a snapshot keeps arrays: with their layout, and with whose memory they share."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from typing import Any


def array_made_again(array: Any, np: Any) -> Any:
    """How to make ``array`` again: a view as a view of its owner, an owner with its own order in memory.

    Raises PicklingError for an array of which that cannot be said.
    """
    base = array.base
    if type(array) is not np.ndarray:
        if base is None:
            return NotImplemented
        raise pickle.PicklingError("a view that is no plain array cannot be kept")
    if base is None:
        if array.flags.writeable and (array.flags.forc or array.dtype.hasobject):
            return NotImplemented
        order = sorted(range(array.ndim), key=lambda axis: -array.strides[axis])
        if array.dtype.hasobject or not array.transpose(order).flags.c_contiguous:
            raise pickle.PicklingError("an array of this layout cannot be kept")
        return _ordered, (array.transpose(order).tobytes(), array.dtype, array.shape, order, array.flags.writeable)
    owner = base
    if type(owner) is not np.ndarray or owner.base is not None or array.dtype.hasobject or not owner.flags.forc:
        raise pickle.PicklingError("a view of other memory than a plain array's cannot be kept")
    offset = array.__array_interface__["data"][0] - owner.__array_interface__["data"][0]
    layout = {"offset": offset, "shape": array.shape, "strides": array.strides, "dtype": array.dtype}
    return _view, (owner, layout, array.flags.writeable)


def _view(owner: Any, layout: Mapping[str, Any], writeable: bool) -> Any:
    import numpy as np  # noqa: PLC0415 - a course without NumPy runs as well

    array = np.ndarray(buffer=owner.reshape(-1, order="A"), **layout)
    if not writeable:
        array.flags.writeable = False
    return array


def _ordered(data: bytes, dtype: Any, shape: Any, order: Any, writeable: bool) -> Any:
    import numpy as np  # noqa: PLC0415 - a course without NumPy runs as well

    array = np.empty([shape[axis] for axis in order], dtype)
    array[...] = np.frombuffer(data, dtype).reshape(array.shape)
    array = np.copy(array.transpose(np.argsort(order)), order="K")
    array.flags.writeable = writeable
    return array
