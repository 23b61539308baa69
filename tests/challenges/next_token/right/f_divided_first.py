import numpy as np


def next_token(f, W_U, temperature=1.0):
    z = (f / temperature) @ W_U
    raised = np.exp(z - np.amax(z))
    p = raised * (1 / raised.sum())
    return int(np.argsort(-p)[0]), p
