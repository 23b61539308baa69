import numpy as np


def join_heads(heads):
    h, n, d_v = heads.shape
    return np.asfortranarray(heads.transpose(1, 2, 0)).reshape((n, h * d_v), order="F")
