import numpy as np


def next_token(f, W_U, temperature=1.0):
    logits = (f[:, None] * W_U).sum(axis=0)
    relative = (logits - logits.max()) / temperature
    p = np.exp(relative) / np.exp(relative).sum()
    return int(relative.argmax()), p
