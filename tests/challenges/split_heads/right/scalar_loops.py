import numpy as np


def split_heads(Y, h):
    n, d = Y.shape
    width = d // h
    heads = np.zeros((h, n, width))
    for i in range(h):
        for t in range(n):
            for c in range(width):
                heads[i, t, c] = Y[t, i * width + c]
    return heads
