import numpy as np


def join_heads(heads):
    return np.stack(list(heads), axis=1).reshape(heads.shape[1], -1)
