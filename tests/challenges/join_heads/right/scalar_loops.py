import numpy as np


def join_heads(heads):
    h, n, d_v = heads.shape
    joined = np.zeros((n, h * d_v))
    for i in range(h):
        for t in range(n):
            for c in range(d_v):
                joined[t, i * d_v + c] = heads[i, t, c]
    return joined
