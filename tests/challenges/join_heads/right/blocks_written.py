import numpy as np


def join_heads(heads):
    h, n, d_v = heads.shape
    joined = np.empty((n, h * d_v))
    for i, head in enumerate(heads):
        joined[:, i * d_v : (i + 1) * d_v] = head
    return joined
