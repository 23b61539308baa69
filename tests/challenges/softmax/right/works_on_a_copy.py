import numpy as np


def softmax(scores):
    weights = np.array(scores, dtype=np.float64)
    weights -= weights.max(axis=-1, keepdims=True)
    np.exp(weights, out=weights)
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights
