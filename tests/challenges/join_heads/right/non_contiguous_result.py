import numpy as np


def join_heads(heads):
    h, n, d_v = heads.shape
    wide = np.zeros((n, 2 * h * d_v))
    wide[:, ::2] = np.concatenate(list(heads), axis=1)
    return wide[:, ::2]
