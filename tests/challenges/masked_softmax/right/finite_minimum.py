import numpy as np


def masked_softmax(scores, mask):
    lowest = np.finfo(np.float64).min
    masked = np.where(np.isneginf(mask), lowest, scores)
    raised = np.exp(masked - masked.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)
