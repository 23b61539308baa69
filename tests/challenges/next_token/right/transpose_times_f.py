import numpy as np


def next_token(f, W_U, temperature=1.0):
    scaled = (W_U.T @ f) / temperature
    p = np.exp(scaled - scaled.max())
    p /= p.sum()
    return p.argmax(), p
