import numpy as np


def split_heads(Y, h):
    n, d = Y.shape
    heads = np.empty((h, n, d // h))
    for column in range(d):
        head, own = divmod(column, d // h)
        heads[head, :, own] = Y[:, column]
    return heads
