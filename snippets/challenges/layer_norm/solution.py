import numpy as np


def layer_norm(X, eps=1e-5):
    deviations = X - X.mean(axis=-1, keepdims=True)  # (..., d): each row has mean 0
    variance = (deviations**2).mean(axis=-1, keepdims=True)  # (..., 1): divided by d

    return deviations / np.sqrt(variance + eps)  # (..., d)
