import numpy as np


def layer_norm(X, eps=1e-5):
    mean = np.mean(X, axis=-1, keepdims=True)
    variance = np.var(X, axis=-1, keepdims=True)
    return (X - mean) / np.sqrt(variance + eps)
