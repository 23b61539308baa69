import numpy as np


def split_heads(Y, h):
    n, d = Y.shape
    return np.einsum("nhk->hnk", Y.reshape(n, h, d // h))
