import numpy as np


def weighted_mean(x, w):
    total = np.zeros(x.shape[1])
    for row, weight in zip(x, w, strict=True):
        total = total + row * weight
    return total / sum(w)
