import numpy as np


def self_attention(X, Wq, Wk, Wv):
    s = X @ Wq @ (X @ Wk).T / Wk.shape[1] ** 0.5
    return (A := (e := np.exp(s - s.max(1, keepdims=True))) / e.sum(1, keepdims=True)) @ (X @ Wv), A
