import numpy as np


def join_heads(heads):
    return np.stack([heads[:, t].ravel() for t in range(heads.shape[1])])
