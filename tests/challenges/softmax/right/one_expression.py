import numpy as np


def softmax(scores):
    return (e := np.exp(scores - scores.max(-1, keepdims=True))) / e.sum(-1, keepdims=True)
