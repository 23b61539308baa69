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


def attention_of_one(q: np.ndarray, K: np.ndarray, V: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The soft dictionary: one query, answered by a weighted mean of all values.

    q: (d,) the query, K: (n, d) a key per item, V: (n, m) a value per item. Returns the mean (m,) and the weights (n,),
    which sum to 1.
    """
    weights = softmax(K @ q / np.sqrt(q.shape[0]))  # (n,)
    return weights @ V, weights  # (m,), (n,)


def self_attention(X: np.ndarray, Wq: np.ndarray, Wk: np.ndarray, Wv: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Attention of a sequence to itself: queries, keys and values are projections of one X.

    X: (n, d) a row per token. Wq, Wk: (d, d_k), Wv: (d, d_v). Returns the mixtures Z (n, d_v) and the map (n, n).
    """
    return attention(X @ Wq, X @ Wk, X @ Wv)
