import numpy as np


def masked_softmax(scores, mask):
    scores = np.where(mask, -np.inf, scores)  # -inf counts as true, 0 as false
    scores = np.exp(scores - np.amax(scores, axis=-1, keepdims=True))
    return scores / np.einsum("...j->...", scores)[..., np.newaxis]
