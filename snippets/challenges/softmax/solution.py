import numpy as np


def softmax(scores):
    lowered = scores - scores.max(axis=-1, keepdims=True)  # (..., n): the largest of each row is 0
    raised = np.exp(lowered)  # (..., n): between 0 and 1, the largest is 1
    weights = raised / raised.sum(axis=-1, keepdims=True)  # (..., n): each row sums to 1

    return weights
