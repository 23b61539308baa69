import numpy as np


def next_token(f, W_U, temperature=1.0):
    backwards = f[::-1] @ W_U[::-1, ::-1] / temperature
    raised = np.exp(backwards - backwards.max())
    p = (raised / raised.sum())[::-1]
    p.setflags(write=False)
    return len(p) - 1 - int(raised.argmax()), p
