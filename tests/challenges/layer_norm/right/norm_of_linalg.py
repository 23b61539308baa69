import numpy as np


def layer_norm(X, eps=1e-5):
    D = X - X.mean(axis=-1, keepdims=True)
    length = np.linalg.norm(D, axis=-1, keepdims=True)
    return D / np.sqrt(length**2 / D.shape[-1] + eps)
