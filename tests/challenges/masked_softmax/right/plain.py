import numpy as np


def masked_softmax(scores, mask):
    z = scores + mask
    z = z - np.max(z, axis=-1, keepdims=True)
    e = np.exp(z)
    return e / np.sum(e, axis=-1, keepdims=True)
