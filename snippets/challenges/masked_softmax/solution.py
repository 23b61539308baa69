import numpy as np


def masked_softmax(scores, mask):
    masked = scores + mask  # (..., m, n): a forbidden score is -inf
    raised = np.exp(masked - masked.max(axis=-1, keepdims=True))  # the largest allowed is 1, a forbidden one is 0

    return raised / raised.sum(axis=-1, keepdims=True)  # (..., m, n): each row sums to 1
