import numpy as np


def softmax(scores):
    if scores.ndim > 1:
        return np.stack([softmax(part) for part in scores])
    raised = np.exp(scores - np.max(scores))
    return raised / np.sum(raised)
