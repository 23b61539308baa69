"""Masks: who may look at whom, written as something to add to the scores (0 where allowed, -inf where not)."""

import numpy as np

from reference.softmax import softmax


def causal_mask(n: int, real: np.ndarray | None = None) -> np.ndarray:
    """Nobody looks ahead; with ``real``, nobody looks at filler either.

    n: how many positions. real: (n,) of booleans, True for a token of the sentence, False for filler. Returns (n, n)
    of 0 and -inf, rows ask. A row that would have nobody left to look at (filler before the first real token) looks at
    itself: softmax needs at least one allowed entry.
    """
    allowed = np.tril(np.ones((n, n), dtype=bool))  # (n, n): the past and oneself
    if real is not None:
        allowed &= real  # (n, n): without the columns of filler
        allowed |= np.diag(~allowed.any(axis=1))  # (n, n): an empty row sees itself
    return _additive(allowed)


def padding_mask(real: np.ndarray) -> np.ndarray:
    """Nobody looks at filler. real: (n,) of booleans, at least one of them True. Returns (n, n) of 0 and -inf."""
    n = len(real)
    return _additive(np.broadcast_to(real, (n, n)))


def masked_softmax(scores: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Share out 1 along the last axis among the allowed entries.

    scores: (..., m, n), real. mask: 0 or -inf, of a shape that broadcasts to that of ``scores``; each row allows
    something. Returns (..., m, n): forbidden entries are exactly 0, each row sums to 1.
    """
    return softmax(scores + mask)  # (..., m, n): exp(-inf) is 0


def _additive(allowed: np.ndarray) -> np.ndarray:
    """The mask that lets ``allowed`` entries (booleans) be as they are."""
    return np.where(allowed, 0.0, -np.inf)
