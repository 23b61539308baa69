import numpy as np


def causal_mask(n, real=None):
    real = np.ones(n, dtype=bool) if real is None else real
    if n == 1:
        return np.zeros((1, 1))
    M = np.full((n, n), -np.inf)
    M[:-1, :-1] = causal_mask(n - 1, real[:-1])
    M[-1, real] = 0
    if not real.any():
        M[-1, -1] = 0
    return M
