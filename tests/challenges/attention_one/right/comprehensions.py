import numpy as np


def attention(q, K, V):
    scores = [np.dot(q, k) / np.sqrt(q.size) for k in K]
    raised = [np.exp(s - max(scores)) for s in scores]
    weights = [r / sum(raised) for r in raised]
    return sum(w * v for w, v in zip(weights, V, strict=True)), np.array(weights)
