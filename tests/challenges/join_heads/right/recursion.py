import numpy as np


def join_heads(heads):
    if len(heads) == 1:
        return heads[0].copy()
    half = len(heads) // 2
    return np.hstack((join_heads(heads[:half]), join_heads(heads[half:])))
