import numpy as np


def multi_head(X, Wq, Wk, Wv, Wo, h):
    k = X.shape[1] // h
    blocks = [range(i * k, (i + 1) * k) for i in range(h)]
    S = [(X @ Wq[:, b]) @ (X @ Wk[:, b]).T / np.sqrt(k) for b in blocks]
    E = [np.exp(s - s.max(1, keepdims=True)) for s in S]
    A = [e / e.sum(1, keepdims=True) for e in E]
    return np.concatenate([a @ X @ Wv[:, b] for a, b in zip(A, blocks, strict=True)], axis=1) @ Wo, np.stack(A)
