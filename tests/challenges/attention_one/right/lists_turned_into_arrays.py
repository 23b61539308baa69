import numpy as np


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def attention(q, K, V):
    q, K, V = q.tolist(), K.tolist(), V.tolist()
    scores = [dot(q, k) / len(q) ** 0.5 for k in K]
    e = [2.718281828459045 ** (s - max(scores)) for s in scores]
    w = [x / sum(e) for x in e]
    return [np.array([dot(w, column) for column in zip(*V, strict=True)]), np.array(w)]
