import numpy as np


def split_heads(Y, h):
    n, d = Y.shape
    heads = np.zeros((h, n, d // h))

    return heads
