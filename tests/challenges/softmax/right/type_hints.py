from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float64]


def softmax(scores: Scores, axis: int = -1) -> Scores:
    """Share out 1 along an axis."""
    raised: Scores = np.exp(np.subtract(scores, np.max(scores, axis=axis, keepdims=True)))
    return np.divide(raised, np.sum(raised, axis=axis, keepdims=True))
