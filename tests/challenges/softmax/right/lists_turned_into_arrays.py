import numpy as np


def shares(scores):
    if isinstance(scores[0], list):
        return [shares(part) for part in scores]
    raised = [np.exp(value - max(scores)) for value in scores]
    return [value / sum(raised) for value in raised]


def softmax(scores):
    return np.array(shares(scores.tolist()))
