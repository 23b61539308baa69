import numpy as np


def attention(q, K, V):
    q = q.reshape(-1, 1)
    s = (K @ q) / np.sqrt(q.shape[0])
    a = np.exp(s - np.max(s))
    a = a / np.sum(a)
    return (V.T @ a)[:, 0], a[:, 0]
