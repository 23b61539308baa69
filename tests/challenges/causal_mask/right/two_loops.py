import numpy as np


def causal_mask(n, real=None):
    M = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            if j > i or (real is not None and not real[j]):
                M[i][j] = -np.inf
        if max(M[i]) == -np.inf:
            M[i][i] = 0
    return M
