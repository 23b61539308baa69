import numpy as np


def softmax(scores):
    wide = np.zeros((*scores.shape[:-1], 2 * scores.shape[-1]))
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    wide[..., ::2] = raised / raised.sum(axis=-1, keepdims=True)
    return wide[..., ::2]
