import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = Wq.T @ X.T, Wk.T @ X.T, Wv.T @ X.T
    scores = K.T @ Q / np.sqrt(len(K))
    raised = np.exp(scores - scores.max(axis=0))
    A = raised / raised.sum(axis=0)
    return (V @ A).T, A.T
