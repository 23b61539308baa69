import numpy as np


def causal_mask(n, real=None):
    mask = np.zeros((n, n))
    mask[np.triu_indices(n, 1)] = -np.inf
    if real is not None:
        mask = mask + np.where(real, 0, -np.inf)
        lonely = mask.max(axis=1) == -np.inf
        mask[np.arange(n)[lonely], np.arange(n)[lonely]] = 0
    return mask
