import numpy as np


def one_row(scores, mask):
    allowed = mask == 0
    raised = np.exp(scores[allowed] - scores[allowed].max())
    weights = np.zeros(len(scores))
    weights[allowed] = raised / raised.sum()
    return weights


def masked_softmax(scores, mask):
    mask = np.broadcast_to(mask, scores.shape)
    n = scores.shape[-1]
    rows = [one_row(s, m) for s, m in zip(scores.reshape(-1, n), mask.reshape(-1, n), strict=True)]
    return np.array(rows).reshape(scores.shape)
