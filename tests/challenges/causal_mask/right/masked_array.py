import numpy as np


def causal_mask(n, real=None):
    keep = np.tril(np.ones((n, n), dtype=bool))
    if real is not None:
        keep[:, np.logical_not(real)] = False
        np.fill_diagonal(keep, keep.diagonal() | ~keep.any(axis=1))
    return np.ma.array(np.zeros((n, n)), mask=~keep).filled(-np.inf)
