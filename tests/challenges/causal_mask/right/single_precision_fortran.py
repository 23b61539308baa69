import numpy as np


def causal_mask(n, real=None):
    M = np.zeros((n, n), dtype=np.float32, order="F")
    for j in range(n):
        M[:j, j] = -np.inf
        if real is not None and not real[j]:
            M[:, j] = -np.inf
            if not real[: j + 1].any():
                M[j, j] = 0
    return M
