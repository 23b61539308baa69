"""Softmax: from scores to shares."""

import numpy as np


def softmax(scores: np.ndarray) -> np.ndarray:
    """Share out 1 along the last axis, in proportion to exp(score).

    scores: (..., n), real. Returns (..., n): entries in [0, 1], each row sums to 1. Subtracting the largest score of
    a row leaves the shares as they are and keeps exp from overflowing.
    """
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (..., n), the largest is 1
    return raised / raised.sum(axis=-1, keepdims=True)  # (..., n)
