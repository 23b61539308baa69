import numpy as np


def self_attention(X, Wq, Wk, Wv):
    n = len(X)
    Z = np.zeros((n, Wv.shape[1]))
    A = np.zeros((n, n))

    return Z, A
