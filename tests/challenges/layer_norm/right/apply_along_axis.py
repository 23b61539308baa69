import numpy as np


def layer_norm(X, eps=1e-5):
    def normalised(row):
        row = row - row.mean()
        return row / np.sqrt((row * row).mean() + eps)

    return np.apply_along_axis(normalised, -1, X)
