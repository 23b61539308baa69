import numpy as np


def heads_from(X, Wq, Wk, Wv, d_k):
    if Wq.shape[1] == 0:
        return []
    Q, K, V = X @ Wq[:, :d_k], X @ Wk[:, :d_k], X @ Wv[:, :d_k]
    scores = Q @ K.T / np.sqrt(d_k)
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    A = raised / raised.sum(axis=1, keepdims=True)
    return [(A @ V, A), *heads_from(X, Wq[:, d_k:], Wk[:, d_k:], Wv[:, d_k:], d_k)]


def multi_head(X, Wq, Wk, Wv, Wo, h):
    pairs = heads_from(X, Wq, Wk, Wv, X.shape[1] // h)
    return [np.concatenate([head for head, _ in pairs], axis=1) @ Wo, np.stack([A for _, A in pairs])]
