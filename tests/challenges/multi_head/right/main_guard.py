import numpy as np


def multi_head(X, Wq, Wk, Wv, Wo, h):
    d_k = X.shape[1] // h
    parts, maps = [], []
    for i in range(0, X.shape[1], d_k):
        Q, K, V = (X @ W[:, i : i + d_k] for W in (Wq, Wk, Wv))
        S = Q @ K.T * d_k**-0.5
        E = np.exp(S - S.max(axis=1).reshape(-1, 1))
        maps.append(E / E.sum(axis=1).reshape(-1, 1))
        parts.append(maps[-1] @ V)
    return np.concatenate(parts, 1) @ Wo, np.stack(maps, 0)


if __name__ == "__main__":
    raise SystemExit("this file was run as a script")
