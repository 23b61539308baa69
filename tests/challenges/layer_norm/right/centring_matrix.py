import numpy as np


def layer_norm(X, eps=1e-5):
    d = X.shape[-1]
    D = (X - X[..., :1]) @ (np.eye(d) - np.ones((d, d)) / d)
    return D / np.sqrt(np.sum(D**2, axis=-1, keepdims=True) / d + eps)
