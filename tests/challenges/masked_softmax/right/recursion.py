import numpy as np


def masked_softmax(scores, mask):
    if scores.ndim > 2:
        return np.stack([masked_softmax(head, mask if mask.ndim == 2 else own) for head, own in zip(scores, mask)])  # noqa: B905
    masked = scores + mask
    raised = np.exp((masked.T - masked.max(axis=1)).T)
    return (raised.T / raised.sum(axis=1)).T
