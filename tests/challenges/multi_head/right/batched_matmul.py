import numpy as np


def multi_head(X, Wq, Wk, Wv, Wo, h):
    T, d_model = X.shape
    d_k = d_model // h
    Q, K, V = ((X @ W).reshape(T, h, d_k).swapaxes(0, 1) for W in (Wq, Wk, Wv))
    scores = np.matmul(Q, K.transpose(0, 2, 1)) / np.sqrt(d_k)
    scores -= scores.max(axis=-1, keepdims=True)
    A = np.exp(scores)
    A /= A.sum(axis=-1, keepdims=True)
    mixed = (A @ V).swapaxes(0, 1).reshape(T, d_model)
    return mixed @ Wo, A
