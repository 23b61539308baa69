import numpy as np


def next_token(f, W_U, temperature=1.0):
    z = np.matmul(f, W_U * (1 / temperature))
    p = np.exp(z - np.logaddexp.reduce(z))
    return int(np.flatnonzero(p == p.max())[0]), p
