import math

import numpy as np


def product(M, N):
    rows, inner, columns = len(M), len(N), len(N[0])
    return [[sum(M[i][k] * N[k][j] for k in range(inner)) for j in range(columns)] for i in range(rows)]


def multi_head(X, Wq, Wk, Wv, Wo, h):
    X, Wq, Wk, Wv, Wo = (M.tolist() for M in (X, Wq, Wk, Wv, Wo))
    T, d_model = len(X), len(X[0])
    d_k = d_model // h
    Q, K, V = product(X, Wq), product(X, Wk), product(X, Wv)
    A = np.zeros((h, T, T))
    concatenated = [[0.0] * d_model for _ in range(T)]
    for i in range(h):
        for t in range(T):
            scores = []
            for u in range(T):
                total = 0.0
                for c in range(i * d_k, (i + 1) * d_k):
                    total += Q[t][c] * K[u][c]
                scores.append(total / math.sqrt(d_k))
            largest = max(scores)
            raised = [math.exp(s - largest) for s in scores]
            for u in range(T):
                A[i, t, u] = raised[u] / sum(raised)
            for c in range(i * d_k, (i + 1) * d_k):
                concatenated[t][c] = sum(A[i, t, u] * V[u][c] for u in range(T))
    return np.array(product(concatenated, Wo), dtype=float), A
