import numpy as np


def multi_head(X, Wq, Wk, Wv, Wo, h):
    T, d = X.shape
    A = np.empty((h, T, T), order="F")
    joined = np.empty((T, d), order="F")
    for i in range(h):
        own = np.arange(d // h) + i * (d // h)
        q, k, v = (X @ np.asfortranarray(W[:, own]) for W in (Wq, Wk, Wv))
        scores = np.dot(q, k.T) / np.sqrt(len(own))
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))
        A[i] = raised / raised.sum(axis=1, keepdims=True)
        joined[:, own] = A[i] @ v
    return np.asfortranarray(joined @ Wo), A
