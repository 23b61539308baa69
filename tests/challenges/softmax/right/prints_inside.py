import numpy as np


def softmax(scores):
    print("scores", scores.shape)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    print(weights)
    return weights


print(softmax(np.array([1.0, 2.0])))
