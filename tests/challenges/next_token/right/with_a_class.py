import numpy as np


class Head:
    def __init__(self, W_U):
        self.W_U = W_U

    def logits(self, f):
        return f @ self.W_U

    def probabilities(self, f, temperature):
        z = self.logits(f) / temperature
        z = np.exp(z - z.max())
        return z / z.sum()


def next_token(f, W_U, temperature=1.0):
    p = Head(W_U).probabilities(f, temperature)
    return p.argmax(axis=-1), p
