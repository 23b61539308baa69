import math

import numpy as np

power = np.vectorize(math.exp, otypes=[float])


def softmax(scores):
    raised = power(scores - scores.max(axis=-1)[..., np.newaxis])
    return raised / raised.sum(axis=-1)[..., np.newaxis]
