import math

import numpy as np


def product(M, N):
    return [[sum(m * N[k][j] for k, m in enumerate(row)) for j in range(len(N[0]))] for row in M]


def self_attention(X, Wq, Wk, Wv):
    X, Wq, Wk, Wv = (M.tolist() for M in (X, Wq, Wk, Wv))
    Q, K, V = product(X, Wq), product(X, Wk), product(X, Wv)
    n = len(X)
    A = np.zeros((n, n))
    Z = np.zeros((n, len(V[0])))
    for t in range(n):
        scores = []
        for u in range(n):
            total = 0.0
            for c in range(len(Q[0])):
                total += Q[t][c] * K[u][c]
            scores.append(total / math.sqrt(len(Q[0])))
        largest = max(scores)
        raised = [math.exp(s - largest) for s in scores]
        for u in range(n):
            A[t, u] = raised[u] / sum(raised)
            for c in range(len(V[0])):
                Z[t, c] += A[t, u] * V[u][c]
    return Z, A
