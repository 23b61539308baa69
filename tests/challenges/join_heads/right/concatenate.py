import numpy as np


def join_heads(heads):
    return np.concatenate(heads, axis=1)
