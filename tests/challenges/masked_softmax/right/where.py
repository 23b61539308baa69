import numpy as np


def masked_softmax(scores, mask):
    masked = np.where(mask == 0, scores, -np.inf)
    raised = np.exp(masked - masked.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)
