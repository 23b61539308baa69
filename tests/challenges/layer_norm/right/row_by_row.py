import numpy as np


def one_row(x, eps):
    centred = x - np.sum(x) / len(x)
    return centred / np.sqrt(centred @ centred / len(x) + eps)


def layer_norm(X, eps=1e-5):
    return np.array([one_row(x, eps) for x in X.reshape(-1, X.shape[-1])]).reshape(X.shape)
