"""From the last vector of the path to the next token."""

import numpy as np

from reference.softmax import softmax


def next_token(f: np.ndarray, W_U: np.ndarray, temperature: float = 1.0) -> tuple[int, np.ndarray]:
    """The most likely token and the probability of each.

    f: (d,), the vector of the last position. W_U: (d, V), a column for each token. ``temperature`` is positive; below 1
    it sharpens, above 1 it flattens, and it never changes which token is first.
    Returns the token's number and the probabilities (V,), which sum to 1.
    """
    logits = f @ W_U  # (V,)
    p = softmax(logits / temperature)  # (V,)
    return int(logits.argmax()), p
