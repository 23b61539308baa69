import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv  # (n, d_k), (n, d_k), (n, d_v)

    scores = Q @ K.T / np.sqrt(K.shape[1])  # (n, n): rows ask, columns answer
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))  # (n, n): the largest of a row is 1
    A = raised / raised.sum(axis=1, keepdims=True)  # (n, n): each row sums to 1

    return A @ V, A  # (n, d_v), (n, n)
