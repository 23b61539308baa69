from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def split_heads(Y: Array, h: int) -> Array:
    """(n, d) becomes (h, n, d / h)."""
    width, rest = divmod(Y.shape[1], h)
    assert rest == 0, "h must divide d"
    heads: Array = np.ascontiguousarray(Y).reshape(Y.shape[0], h, width).swapaxes(0, 1)
    return np.ascontiguousarray(heads)
