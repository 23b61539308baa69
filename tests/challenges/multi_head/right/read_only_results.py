import numpy as np


def multi_head(X, Wq, Wk, Wv, Wo, h):
    n, d = X.shape
    k = d // h
    q, key, v = [np.moveaxis((X @ W).reshape(n, h, k), 1, 0) for W in (Wq, Wk, Wv)]
    s = q @ np.moveaxis(key, 1, 2) / np.sqrt(k)
    e = np.exp(s - np.amax(s, axis=2, keepdims=True))
    A = e / np.sum(e, axis=2, keepdims=True)
    out = np.moveaxis(A @ v, 0, 1).reshape(n, d) @ Wo
    out.setflags(write=False)
    A.flags.writeable = False
    return out, A
