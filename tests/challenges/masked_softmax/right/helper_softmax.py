import numpy as np


def softmax(x):
    e = np.exp(x - x.max(-1)[..., None])
    return e / e.sum(-1)[..., None]


def masked_softmax(scores, mask):
    return softmax(np.add(scores, mask))
