"""Scaled dot-product attention (Vaswani et al. 2017, section 3.2.1)."""

import numpy as np

from reference.softmax import softmax


def attention_map(Q: np.ndarray, K: np.ndarray) -> np.ndarray:
    """Who listens to whom: rows ask, columns answer.

    Q: (T, d_k) queries, K: (T, d_k) keys. Returns (T, T); each row sums to 1.
    """
    d_k = Q.shape[-1]
    scores = Q @ K.T / np.sqrt(d_k)  # (T, T)
    return softmax(scores)


def attention(Q: np.ndarray, K: np.ndarray, V: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mix the values by the map. V: (T, d_v). Returns the mixture (T, d_v) and the map (T, T)."""
    A = attention_map(Q, K)  # (T, T)
    return A @ V, A
