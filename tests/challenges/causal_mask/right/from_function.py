import numpy as np


def causal_mask(n, real=None):
    if real is None:
        real = np.full(n, True)
    seen = np.fromfunction(lambda i, j: j <= i, (n, n)) & real
    seen |= np.eye(n, dtype=bool) & (np.count_nonzero(seen, axis=1) == 0)[:, None]
    M = np.empty((n, n))
    M[seen] = 0
    M[~seen] = -np.inf
    return M
