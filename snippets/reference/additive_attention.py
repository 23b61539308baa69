"""Additive attention (Bahdanau, Cho and Bengio 2015): a small network scores, softmax shares out."""

import numpy as np

from reference.softmax import softmax


def additive_scores(s: np.ndarray, H: np.ndarray, W: np.ndarray, U: np.ndarray, w: np.ndarray) -> np.ndarray:
    """How well each encoder state fits what the decoder is about to write.

    s: (d_s,) the decoder's state, the query. H: (n, d_h) the encoder's states, one row per source word.
    W: (p, d_s), U: (p, d_h), w: (p,). Returns (n,).
    """
    return np.tanh(W @ s + H @ U.T) @ w  # (n, p) @ (p,)


def additive_attention(
    s: np.ndarray, H: np.ndarray, W: np.ndarray, U: np.ndarray, w: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The context vector (d_h,), which is the states' weighted mean, and the weights (n,). See ``additive_scores``."""
    a = softmax(additive_scores(s, H, W, U, w))  # (n,)
    return a @ H, a
