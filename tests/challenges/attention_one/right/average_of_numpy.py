import numpy as np


def attention(q, K, V):
    scores = np.inner(K, q) / np.linalg.norm(np.ones_like(q, dtype=float))
    weights = np.exp(scores - np.logaddexp.reduce(scores))
    return np.average(V, axis=0, weights=weights), weights
