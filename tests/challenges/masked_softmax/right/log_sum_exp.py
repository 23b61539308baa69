import numpy as np


def masked_softmax(scores, mask):
    z = scores + mask
    return np.exp(z - np.logaddexp.reduce(z, axis=-1, keepdims=True))
