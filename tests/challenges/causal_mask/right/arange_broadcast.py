import numpy as np


def causal_mask(n, real=None):
    i = np.arange(n)[:, None]
    j = np.arange(n)[None, :]
    forbidden = j > i
    if real is not None:
        first = np.flatnonzero(real)[0] if real.any() else n
        forbidden = np.where(i < first, i != j, forbidden | ~real)
    return np.where(forbidden, -np.inf, 0.0)
