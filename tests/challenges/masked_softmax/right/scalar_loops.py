import math

import numpy as np


def masked_softmax(scores, mask):
    mask = np.broadcast_to(mask, scores.shape)
    weights = np.zeros(scores.shape)
    for place in np.ndindex(scores.shape[:-1]):
        masked = [s + m for s, m in zip(scores[place].tolist(), mask[place].tolist(), strict=True)]
        largest = max(masked)
        raised = [math.exp(value - largest) for value in masked]
        total = sum(raised)
        for j, value in enumerate(raised):
            weights[(*place, j)] = value / total
    return weights
