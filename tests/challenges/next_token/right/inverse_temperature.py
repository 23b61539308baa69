import numpy as np


def next_token(f, W_U, temperature=1.0):
    beta = 1 / temperature
    z = np.einsum("c,cv->v", f, W_U)
    w = np.exp(beta * (z - z.max()))
    return z.argmax(), w / w.sum()
