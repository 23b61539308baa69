import numpy as np


def layer_norm(X, eps=1e-5):
    u = np.array(X, dtype=np.float64)
    u -= u.mean(axis=-1, keepdims=True)
    u /= np.sqrt(u.var(axis=-1, keepdims=True) + eps)
    return u
