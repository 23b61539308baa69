import numpy as np


def masked_softmax(scores, mask):
    weights = np.array(scores, dtype=float)
    weights += mask
    weights -= weights.max(axis=-1, keepdims=True)
    np.exp(weights, out=weights)
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights
