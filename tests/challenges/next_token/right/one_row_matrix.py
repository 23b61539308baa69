import numpy as np


def next_token(f, W_U, temperature=1.0):
    logits = f[None, :] @ W_U  # (1, V)
    logits = logits / temperature
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    p = (raised / raised.sum(axis=-1, keepdims=True))[0]
    return p.tolist().index(max(p)), p
