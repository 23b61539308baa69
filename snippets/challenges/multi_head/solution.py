import numpy as np


def multi_head(X, Wq, Wk, Wv, Wo, h):
    d_k = X.shape[1] // h

    Q, K, V = X @ Wq, X @ Wk, X @ Wv  # (T, d_model) each
    heads, maps = [], []
    for i in range(h):
        own = slice(i * d_k, (i + 1) * d_k)  # the columns of head i
        scores = Q[:, own] @ K[:, own].T / np.sqrt(d_k)  # (T, T): rows ask, columns answer
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))  # the largest of a row is 1
        A = raised / raised.sum(axis=1, keepdims=True)  # (T, T): each row sums to 1
        maps.append(A)
        heads.append(A @ V[:, own])  # (T, d_k)

    return np.concatenate(heads, axis=1) @ Wo, np.stack(maps)  # (T, d_model), (h, T, T)
