import numpy as np


def softmax(scores):
    e = np.exp(scores - np.max(scores, axis=1, keepdims=True))
    return e / np.sum(e, axis=1, keepdims=True)


def multi_head(X, Wq, Wk, Wv, Wo, h):
    d_k = X.shape[1] // h
    outputs = []
    maps = []
    for i in range(h):
        start, end = i * d_k, (i + 1) * d_k
        Q = X @ Wq[:, start:end]
        K = X @ Wk[:, start:end]
        V = X @ Wv[:, start:end]
        A = softmax(Q @ K.T / np.sqrt(d_k))
        maps.append(A)
        outputs.append(A @ V)
    return np.concatenate(outputs, axis=1) @ Wo, np.stack(maps)
