from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]


class Answer(NamedTuple):
    result: Vector
    weights: Vector


def attention(q: Vector, K: Matrix, V: Matrix) -> Answer:
    """One query, answered by a weighted mean."""
    scores: Vector = K @ q / np.sqrt(np.float64(q.shape[0]))
    raised: Vector = np.exp(scores - np.max(scores))
    weights: Vector = raised / np.sum(raised)
    return Answer(weights @ V, weights)
