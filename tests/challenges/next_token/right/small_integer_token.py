import numpy as np


def next_token(f, W_U, temperature=1.0):
    z = np.tensordot(f, W_U, axes=1) / temperature
    p = np.exp(np.maximum(z - z.max(), -740))
    p = np.where(z - z.max() < -740, 0, p)
    p = p / p.sum()
    return np.int32(np.argmax(p)), p
