import numpy as np


def softmax(scores):
    weights = np.empty(scores.shape, order="F")
    np.exp(scores - scores.max(axis=-1, keepdims=True), out=weights)
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights
