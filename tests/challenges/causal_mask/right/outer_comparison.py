import numpy as np


def causal_mask(n, real=None):
    positions = np.arange(n)
    forbidden = np.less.outer(positions, positions)
    if real is not None:
        forbidden = np.logical_or(forbidden, np.logical_not(real))
        forbidden[positions, positions] &= ~np.all(forbidden, axis=1)
    return np.select([forbidden], [-np.inf], default=0.0)
