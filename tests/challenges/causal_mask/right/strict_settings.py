import warnings

import numpy as np

warnings.simplefilter("error")
np.seterr(all="raise")


def causal_mask(n: int, real: np.ndarray | None = None) -> np.ndarray:
    assert real is None or real.shape == (n,), "one boolean for each position"
    M = np.zeros((n, n))
    M[~np.tri(n, dtype=bool)] = -np.inf
    if real is not None:
        for filler in np.nonzero(~real)[0]:
            M[:, filler] = -np.inf
        for row in range(n):
            if (M[row] != 0).all():
                M[row, row] = 0
    return M
