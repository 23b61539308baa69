import numpy as np


def self_attention(X, Wq, Wk, Wv):
    similarity = np.linalg.multi_dot([X, Wq, Wk.T, X.T]) / np.sqrt(Wq.shape[1])
    A = np.apply_along_axis(lambda s: np.exp(s - s.max()) / np.exp(s - s.max()).sum(), 1, similarity)
    return A @ (X @ Wv), A


if __name__ == "__main__":
    raise SystemExit("this file was run as a script")
