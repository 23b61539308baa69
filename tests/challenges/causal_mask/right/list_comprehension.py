import numpy as np


def causal_mask(n, real=None):
    real = [True] * n if real is None else list(real)
    rows = [[0.0 if j <= i and real[j] else float("-inf") for j in range(n)] for i in range(n)]
    for i, row in enumerate(rows):
        if not any(entry == 0 for entry in row):
            row[i] = 0.0
    return np.array(rows)
