import numpy as np


def layer_norm(X, eps=1e-5):
    d = X.shape[-1]
    D = X - np.einsum("...j->...", X)[..., np.newaxis] / d
    return np.einsum("...j,...->...j", D, (np.einsum("...j,...j->...", D, D) / d + eps) ** -0.5)
