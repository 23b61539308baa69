import numpy as np


def next_token(f, W_U, temperature=1.0):
    logits = f @ W_U / temperature  # (V,)
    raised = np.exp(logits - logits.max())  # (V,): the largest is 1
    p = raised / raised.sum()  # (V,): sums to 1

    return int(p.argmax()), p
