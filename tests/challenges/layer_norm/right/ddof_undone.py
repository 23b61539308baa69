import numpy as np


def layer_norm(X, eps=1e-5):
    d = X.shape[-1]
    variance = X.var(axis=-1, ddof=1, keepdims=True) * (d - 1) / d
    return (X - X.mean(axis=-1, keepdims=True)) * (1 / np.sqrt(variance + eps))
