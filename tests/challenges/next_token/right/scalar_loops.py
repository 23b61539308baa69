import math

import numpy as np


def next_token(f, W_U, temperature=1.0):
    d, V = W_U.shape
    logits = []
    for v in range(V):
        total = 0.0
        for c in range(d):
            total += f[c] * W_U[c, v]
        logits.append(total / temperature)
    largest = max(logits)
    raised = [math.exp(z - largest) for z in logits]
    p = [value / sum(raised) for value in raised]
    token = 0
    for v in range(1, V):
        if p[v] > p[token]:
            token = v
    return token, np.array(p)
