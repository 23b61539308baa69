import numpy as np


def softmax(scores):
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = raised / raised.sum(axis=-1, keepdims=True)
    weights.flags.writeable = False
    return weights
