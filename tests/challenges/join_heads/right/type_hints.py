from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def join_heads(heads: Array) -> Array:
    """(h, n, d_v) becomes (n, h * d_v)."""
    h, n, d_v = heads.shape
    joined: Array = np.ascontiguousarray(heads.swapaxes(0, 1)).reshape(n, h * d_v)
    return joined
