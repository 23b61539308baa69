import numpy as np


def multi_head(X, Wq, Wk, Wv, Wo, h):
    T, d_model = X.shape
    output = np.zeros((T, d_model))
    A = np.zeros((h, T, T))

    return output, A
