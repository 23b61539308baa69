import numpy as np


def causal_mask(n, real=None):
    allowed = np.tril(np.ones((n, n), dtype=bool))  # (n, n): the past and oneself

    if real is not None:
        allowed &= real  # one row of booleans for all the rows: filler columns go out
        empty = ~allowed.any(axis=1)  # (n,): the rows with nobody left
        allowed[empty, empty] = True  # they keep themselves

    return np.where(allowed, 0.0, -np.inf)  # (n, n)
