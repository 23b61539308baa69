import numpy as np


def layer_norm(X, eps=1e-5):
    rows = np.atleast_2d(X.reshape(-1, X.shape[-1])).astype(float)
    out = np.empty_like(rows)
    for i, row in enumerate(rows):
        out[i] = (row - np.average(row)) / np.sqrt(np.cov(row, bias=True) + eps)
    return out.reshape(X.shape)
