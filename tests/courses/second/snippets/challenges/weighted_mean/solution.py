import numpy as np


def weighted_mean(x, w):
    shares = w / w.sum()  # (n,)
    return np.dot(shares, x)  # (m,)
