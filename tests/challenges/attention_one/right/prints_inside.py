import numpy as np


def attention(q, K, V):
    scores = K @ q / np.sqrt(len(q))
    print("scores:", scores.round(3))
    weights = np.exp(scores - scores.max())
    weights = weights / weights.sum()
    print("weights:", weights.round(3))
    return weights @ V, weights


result, weights = attention(np.array([2, 1]), np.array([[1, 0], [0, 1], [-1, 0]]), np.array([[10], [20], [30]]))
print("result:", result.round(3))
