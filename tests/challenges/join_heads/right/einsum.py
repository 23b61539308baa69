import numpy as np


def join_heads(heads):
    h, n, d_v = heads.shape
    return np.einsum("hnv->nhv", heads).reshape(n, h * d_v)
