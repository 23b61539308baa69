import numpy as np


def masked_softmax(scores, mask):
    def share(row):
        row = np.exp(row - row.max())
        return row / row.sum()

    return np.apply_along_axis(share, -1, scores + mask)
