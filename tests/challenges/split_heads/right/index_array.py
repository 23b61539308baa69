import numpy as np


def split_heads(Y, h):
    columns = np.arange(Y.shape[1]).reshape(h, -1)
    return np.array([Y[:, own] for own in columns])
