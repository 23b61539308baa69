"""Layer normalisation (Ba et al. 2016), without learned weights."""

import numpy as np


def layer_norm(X: np.ndarray, eps: float = 1e-5) -> np.ndarray:
    """Give each row mean 0 and standard deviation 1, whatever the other rows hold.

    X: (..., d), real. Returns (..., d). ``eps`` keeps a row of equal entries from being divided by 0; because of it the
    standard deviation is a little below 1.
    """
    deviations = X - X.mean(axis=-1, keepdims=True)  # (..., d), mean 0
    variance = (deviations**2).mean(axis=-1, keepdims=True)  # (..., 1), divided by d and not by d - 1
    return deviations / np.sqrt(variance + eps)  # (..., d)
