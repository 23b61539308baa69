import numpy as np


def self_attention(X, Wq, Wk, Wv):
    X, Wq, Wk, Wv = (np.asfortranarray(M, dtype=float) for M in (X, Wq, Wk, Wv))
    S = np.dot(np.dot(X, Wq), np.dot(X, Wk).T) / np.sqrt(Wk.shape[1])
    A = np.empty_like(S, order="F")
    np.exp(S - S.max(axis=1, keepdims=True), out=A)
    A /= A.sum(axis=1, keepdims=True)
    return np.asfortranarray(A @ np.dot(X, Wv)), A
