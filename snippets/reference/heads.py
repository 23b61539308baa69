"""One matrix as several heads, and back: which columns belong to whom."""

import numpy as np


def split_heads(Y: np.ndarray, h: int) -> np.ndarray:
    """Share out the columns: head i owns the columns i * w ... (i + 1) * w, w = d // h.

    Y: (n, d), a row per token; h divides d. Returns (h, n, d / h), a view of Y where possible.
    """
    n, d = Y.shape
    return Y.reshape(n, h, d // h).swapaxes(0, 1)  # (n, h, d / h), then (h, n, d / h)


def join_heads(heads: np.ndarray) -> np.ndarray:
    """Put the heads side by side, as concatenation does: the inverse of ``split_heads``.

    heads: (h, n, d_v). Returns (n, h * d_v), a row per token.
    """
    h, n, d_v = heads.shape
    return heads.swapaxes(0, 1).reshape(n, h * d_v)  # (n, h, d_v), then (n, h * d_v)
