import numpy as np


def padding(real):
    return np.tile(np.where(real, 0.0, -np.inf), (len(real), 1))


def causal(n):
    M = np.zeros((n, n))
    for i in range(n):
        M[i, i + 1 :] = -np.inf
    return M


def causal_mask(n, real=None):
    M = causal(n) if real is None else causal(n) + padding(real)
    np.fill_diagonal(M, np.where(M.max(axis=1) == 0, M.diagonal(), 0))
    return M
