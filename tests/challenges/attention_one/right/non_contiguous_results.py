import numpy as np


def attention(q, K, V):
    both = np.zeros((max(len(K), V.shape[1]), 2))
    s = K @ q / np.sqrt(len(q))
    both[: len(K), 0] = np.exp(s - s.max())
    both[: len(K), 0] /= both[: len(K), 0].sum()
    both[: V.shape[1], 1] = both[: len(K), 0] @ V
    return both[: V.shape[1], 1], both[: len(K), 0]
