import numpy as np


def split_heads(Y, h):
    width = Y.shape[1] // h
    blocks = []
    for i in range(h):
        blocks.append(Y[:, i * width : (i + 1) * width])  # noqa: PERF401
    return np.stack(blocks)
