import warnings

import numpy as np

warnings.simplefilter("error")
np.seterr(over="raise", invalid="raise", divide="raise")
np.set_printoptions(precision=2)


def masked_softmax(scores: np.ndarray, mask: np.ndarray) -> np.ndarray:
    masked = scores.astype(np.float64) + mask
    assert np.isfinite(masked).any(axis=-1).all(), "a row forbids everything"
    raised = np.exp(masked - masked.max(axis=-1, keepdims=True))
    weights = raised / raised.sum(axis=-1, keepdims=True)
    print(weights)
    weights.flags.writeable = False
    return weights
