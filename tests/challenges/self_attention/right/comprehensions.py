import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = (X @ W for W in (Wq, Wk, Wv))
    scores = [[q @ k / np.sqrt(len(k)) for k in K] for q in Q]
    raised = [[np.exp(s - max(row)) for s in row] for row in scores]
    A = [[r / sum(row) for r in row] for row in raised]
    return np.array([sum(a * v for a, v in zip(row, V, strict=True)) for row in A]), np.array(A)
