import numpy as np


def softmax(scores):
    weights = np.zeros(scores.shape)

    return weights
