import numpy as np


def split_heads(Y, h):
    return np.moveaxis(Y.reshape(Y.shape[0], h, -1), 1, 0)
