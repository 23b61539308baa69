import numpy as np


class Rows:
    def __init__(self, values):
        self.values = values

    def shifted(self):
        return Rows(self.values - self.values.max(axis=-1, keepdims=True))

    def raised(self):
        return Rows(np.exp(self.values))

    def shared(self):
        return self.values / self.values.sum(axis=-1, keepdims=True)


def masked_softmax(scores, mask):
    return Rows(scores + mask).shifted().raised().shared()
