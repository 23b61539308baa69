import numpy as np


def split_heads(Y, h):
    n, d = Y.shape
    return np.asfortranarray(Y).reshape((n, d // h, h), order="F").transpose(2, 0, 1)
