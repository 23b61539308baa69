import numpy as np


def split_heads(Y, h):
    return np.stack(np.split(Y, h, axis=1), axis=0)
