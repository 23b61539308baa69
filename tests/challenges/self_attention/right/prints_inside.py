import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    print("shapes", Q.shape, K.shape, V.shape)
    A = np.exp((Q @ K.T - (Q @ K.T).max(axis=1)[:, None]) / np.sqrt(K.shape[1]))
    A = A / A.sum(axis=1)[:, None]
    print(A.round(3))
    return A @ V, A


print(self_attention(np.eye(2), np.eye(2), np.eye(2), np.eye(2)))
