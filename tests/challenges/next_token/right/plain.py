import numpy as np


def next_token(f, W_U, temperature=1.0):
    z = f @ W_U / temperature
    e = np.exp(z - z.max())
    p = e / e.sum()
    return int(np.argmax(p)), p
