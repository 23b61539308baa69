import numpy as np


def next_token(f, W_U, temperature=1.0):
    z = np.array([f @ column for column in W_U.T]) / temperature
    raised = np.exp(z - max(z))
    p = raised / sum(raised)
    return [list(z).index(max(z)), p]
