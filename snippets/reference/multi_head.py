"""Attention in several heads (Vaswani et al. 2017, section 3.2.2)."""

import numpy as np

from reference.attention import attention


def multi_head(
    X: np.ndarray, Wq: np.ndarray, Wk: np.ndarray, Wv: np.ndarray, Wo: np.ndarray, h: int
) -> tuple[np.ndarray, np.ndarray]:
    """Several attentions side by side, then one projection.

    X: (T, d_model). Wq, Wk, Wv, Wo: (d_model, d_model). h divides d_model; head i owns the columns
    i * d_k ... (i + 1) * d_k of each projection, d_k = d_model // h.
    Returns the output (T, d_model) and the maps (h, T, T).
    """
    d_k = X.shape[1] // h
    Q, K, V = X @ Wq, X @ Wk, X @ Wv  # (T, d_model) each
    mixtures, maps = [], []
    for i in range(h):
        own = slice(i * d_k, (i + 1) * d_k)
        mixture, A = attention(Q[:, own], K[:, own], V[:, own])  # (T, d_k), (T, T)
        mixtures.append(mixture)
        maps.append(A)
    return np.concatenate(mixtures, axis=1) @ Wo, np.stack(maps)  # (T, d_model), (h, T, T)
