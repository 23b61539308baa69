"""The mean of numbers that do not count alike."""

import numpy as np


def weighted_mean(x: np.ndarray, w: np.ndarray) -> np.ndarray:
    """The mean of the rows of x, (n, m), with the weights w, (n,), of sum above 0. Returns (m,)."""
    return w @ x / w.sum()  # (m,)
