import numpy as np


def split_heads(Y, h):
    d = Y.shape[1]
    pick = np.eye(d).reshape(d, h, d // h)
    return np.stack([Y @ pick[:, i] for i in range(h)])
