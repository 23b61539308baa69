import numpy as np


def one_row(row):
    row = row - row.max()
    return np.exp(row) / np.exp(row).sum()


def softmax(scores):
    return np.apply_along_axis(one_row, -1, scores.astype(float))
