import numpy as np


def attention(q, K, V):
    d = q.shape[0]

    scores = K @ q / np.sqrt(d)  # (n,): one dot product per key
    raised = np.exp(scores - scores.max())  # (n,): the largest is 1
    weights = raised / raised.sum()  # (n,): they sum to 1
    result = weights @ V  # (m,): the weighted mean of the values

    return result, weights
