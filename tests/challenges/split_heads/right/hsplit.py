import numpy as np


def split_heads(Y, h):
    return np.asarray(np.hsplit(Y, h))
