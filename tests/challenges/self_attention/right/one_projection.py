import numpy as np


def self_attention(X, Wq, Wk, Wv):
    d_k = Wq.shape[1]
    Q, K, V = np.split(X @ np.hstack([Wq, Wk, Wv]), [d_k, 2 * d_k], axis=1)
    S = Q @ K.T * d_k**-0.5
    E = np.exp(S - S.max(axis=1).reshape(-1, 1))
    A = E / E.sum(axis=1).reshape(-1, 1)
    return A @ V, A
