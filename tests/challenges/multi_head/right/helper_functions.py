import numpy as np


def width(X, h):
    return X.shape[1] // h


def split_heads(M, h):
    return M.reshape(M.shape[0], h, -1).transpose(1, 0, 2)


def join_heads(heads):
    return heads.transpose(1, 0, 2).reshape(heads.shape[1], -1)


def softmax(scores, axis):
    scores = scores - scores.max(axis=axis, keepdims=True)
    return np.exp(scores) / np.exp(scores).sum(axis=axis, keepdims=True)


def attention(Q, K, V):
    A = softmax(Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1]), axis=-1)
    return A @ V, A


def multi_head(X, Wq, Wk, Wv, Wo, h):
    mixed, A = attention(split_heads(X @ Wq, h), split_heads(X @ Wk, h), split_heads(X @ Wv, h))
    return join_heads(mixed) @ Wo, A


def unused_experiment():
    raise RuntimeError("never called")
