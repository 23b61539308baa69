import numpy as np


def masked_softmax(scores, mask):
    z = scores + mask
    gaps = z[..., None, :] - np.where(np.isinf(z), 0, z)[..., None]
    with np.errstate(over="ignore"):
        weights = 1 / np.exp(gaps).sum(axis=-1)
    return np.where(np.isinf(z), 0.0, weights)
