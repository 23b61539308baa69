import numpy as np


def split_heads(Y, h):
    heads = [[] for _ in range(h)]
    for row in Y.tolist():
        width = len(row) // h
        for head in heads:
            head.append(row[:width])
            row = row[width:]  # noqa: PLW2901
    return np.array(heads)
