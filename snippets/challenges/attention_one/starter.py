import numpy as np


def attention(q, K, V):
    result = np.zeros(V.shape[1])
    weights = np.zeros(len(K))

    return result, weights
