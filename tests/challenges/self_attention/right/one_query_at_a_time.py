import numpy as np


def attention(q, K, V):
    scores = K @ q / np.sqrt(len(q))
    weights = np.exp(scores - scores.max())
    weights /= weights.sum()
    return weights @ V, weights


def self_attention(X, Wq, Wk, Wv):
    n = X.shape[0]
    K, V = X @ Wk, X @ Wv
    Z, A = np.zeros((n, Wv.shape[1])), np.zeros((n, n))
    for t in range(n):
        Z[t], A[t] = attention(X[t] @ Wq, K, V)
    return Z, A
