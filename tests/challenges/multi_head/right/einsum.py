import numpy as np


def multi_head(X, Wq, Wk, Wv, Wo, h):
    d = X.shape[1]
    Q = np.einsum("td,dhk->htk", X, Wq.reshape(d, h, d // h))
    K = np.einsum("td,dhk->htk", X, Wk.reshape(d, h, d // h))
    V = np.einsum("td,dhk->htk", X, Wv.reshape(d, h, d // h))
    S = np.einsum("htk,huk->htu", Q, K) / (d // h) ** 0.5
    S = np.exp(S - S.max(-1, keepdims=True))
    A = S / np.einsum("htu->ht", S)[:, :, None]
    return np.einsum("htu,huk,hkd->td", A, V, Wo.reshape(h, d // h, d)), A
