import numpy as np


def masked_softmax(scores, mask):
    hidden = np.broadcast_to(mask < 0, scores.shape)
    masked = np.ma.array(scores, mask=hidden, dtype=float)
    raised = np.ma.exp(masked - masked.max(axis=-1, keepdims=True))
    return (raised / raised.sum(axis=-1, keepdims=True)).filled(0.0)
