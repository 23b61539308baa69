import numpy as np


def next_token(f, W_U, temperature=1.0):
    z = f @ W_U
    log_p = z - np.logaddexp.reduce(z)
    log_p = log_p / temperature
    p = np.exp(log_p - log_p.max())
    return np.asarray(p.argmax()), p / p.sum()
