import numpy as np


def masked_softmax(scores, mask):
    weights = np.zeros(scores.shape)

    return weights
