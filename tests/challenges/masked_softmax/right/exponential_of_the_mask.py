import numpy as np


def masked_softmax(scores, mask):
    allowed = np.exp(mask)  # 1 where allowed, 0 where not
    kept = np.where(allowed == 1, scores, np.min(scores, axis=-1, keepdims=True))
    raised = np.exp(kept - kept.max(axis=-1, keepdims=True)) * allowed
    total = raised.sum(axis=-1, keepdims=True)
    return raised / total
