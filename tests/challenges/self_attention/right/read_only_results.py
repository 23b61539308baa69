import numpy as np


def self_attention(X, Wq, Wk, Wv):
    s = (X @ Wq) @ (X @ Wk).T / np.sqrt(Wk.shape[1])
    e = np.exp(s - np.amax(s, axis=1, keepdims=True))
    A = e / np.sum(e, axis=1, keepdims=True)
    Z = A @ X @ Wv
    for array in (Z, A):
        array.setflags(write=False)
    return Z, A
