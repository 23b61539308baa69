from math import sqrt

from numpy import *  # noqa: F403

counter = 0
names = {}


def softmax(row):
    row = exp(row - row.max())  # noqa: F405
    return row / row.sum()


def multi_head(X, Wq, Wk, Wv, Wo, h):
    global counter  # noqa: PLW0603
    counter += 1
    names["d_k"] = X.shape[1] // h
    Q, K, V = array(X) @ Wq, array(X) @ Wk, array(X) @ Wv  # noqa: F405
    A = zeros((h, len(X), len(X)))  # noqa: F405
    joined = zeros((len(X), Wo.shape[0]))  # noqa: F405
    i = 0
    while i < h:
        own = slice(i * names["d_k"], (i + 1) * names["d_k"])
        A[i] = apply_along_axis(softmax, 1, Q[:, own] @ K[:, own].T / sqrt(names["d_k"]))  # noqa: F405
        joined[:, own] = A[i] @ V[:, own]
        i += 1
    return joined @ Wo, A
