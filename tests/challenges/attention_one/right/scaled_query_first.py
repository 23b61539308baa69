import numpy as np


def attention(q, K, V):
    q = q / np.sqrt(q.shape[0])
    scores = np.matmul(K, q)
    raised = np.exp(scores - scores.max(initial=-np.inf))
    weights = raised / raised.sum()
    return np.dot(weights, V), weights
