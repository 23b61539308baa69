import numpy as np


def split_heads(Y, h):
    w = len(Y[0]) // h
    return np.array([Y[:, i : i + w] for i in range(0, len(Y[0]), w)])
