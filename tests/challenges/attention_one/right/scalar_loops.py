import math

import numpy as np


def attention(q, K, V):
    n, d = K.shape
    m = V.shape[1]
    scores = []
    for i in range(n):
        total = 0.0
        for j in range(d):
            total += float(q[j]) * float(K[i, j])
        scores.append(total / math.sqrt(d))
    largest = max(scores)
    raised = [math.exp(score - largest) for score in scores]
    weights = np.zeros(n)
    result = np.zeros(m)
    for i in range(n):
        weights[i] = raised[i] / sum(raised)
        for c in range(m):
            result[c] += weights[i] * V[i, c]
    return result, weights
