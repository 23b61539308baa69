import numpy as np


def attention(q, K, V):
    products = (q * K).sum(axis=1)
    scaled = products * len(q) ** -0.5
    weights = np.exp(scaled - scaled.max())
    weights /= weights.sum()
    return (weights[:, None] * V).sum(axis=0), weights
