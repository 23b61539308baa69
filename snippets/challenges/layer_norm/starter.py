import numpy as np


def layer_norm(X, eps=1e-5):
    normalised = np.zeros(X.shape)

    return normalised
