import numpy as np


def masked_softmax(scores, mask):
    allowed = np.broadcast_to(np.isfinite(mask), scores.shape)
    scores = scores.astype(float)
    largest = np.max(scores, axis=-1, keepdims=True, where=allowed, initial=-np.inf)
    weights = np.zeros(scores.shape)
    np.exp(scores - largest, out=weights, where=allowed)
    return weights / weights.sum(axis=-1, keepdims=True)
