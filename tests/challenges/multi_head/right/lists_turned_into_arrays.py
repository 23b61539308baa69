import numpy as np


def softmax_row(row):
    raised = [np.exp(value - max(row)) for value in row]
    return [value / sum(raised) for value in raised]


def multi_head(X, Wq, Wk, Wv, Wo, h):
    T = len(X)
    d_k = len(X[0]) // h
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    maps, rows = [], [[] for _ in range(T)]
    for head in range(h):
        first = head * d_k
        last = first + d_k
        one_map = []
        for t in range(T):
            scores = [Q[t, first:last] @ K[u, first:last] / np.sqrt(d_k) for u in range(T)]
            weights = softmax_row(scores)
            one_map.append(weights)
            mixture = sum(weight * V[u, first:last] for u, weight in enumerate(weights))
            rows[t].extend(mixture.tolist())
        maps.append(one_map)
    return np.array(rows) @ Wo, np.array(maps)
