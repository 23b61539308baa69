import numpy as np


class Head:
    def __init__(self, Wq, Wk, Wv):
        self.Wq, self.Wk, self.Wv = Wq, Wk, Wv
        self.map = None

    def __call__(self, X):
        q, k, v = X @ self.Wq, X @ self.Wk, X @ self.Wv
        self.map = self.softmax(q @ k.T / np.sqrt(k.shape[1]))
        return self.map @ v

    @staticmethod
    def softmax(scores):
        raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return raised / raised.sum(axis=-1, keepdims=True)


class MultiHead:
    def __init__(self, Wq, Wk, Wv, Wo, h):
        columns = np.split(np.arange(Wq.shape[1]), h)
        self.heads = [Head(Wq[:, c], Wk[:, c], Wv[:, c]) for c in columns]
        self.Wo = Wo

    def __call__(self, X):
        output = np.hstack([head(X) for head in self.heads]) @ self.Wo
        return output, np.array([head.map for head in self.heads])


def multi_head(X, Wq, Wk, Wv, Wo, h):
    return MultiHead(Wq, Wk, Wv, Wo, h)(X)
