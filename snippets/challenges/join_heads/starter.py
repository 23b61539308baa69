import numpy as np


def join_heads(heads):
    h, n, d_v = heads.shape
    joined = np.zeros((n, h * d_v))

    return joined
