import numpy as np


def attention(q, K, V):
    (d,) = q.shape
    weights = np.array([1 / np.exp(K @ q / np.sqrt(d) - k @ q / np.sqrt(d)).sum() for k in K])
    return weights @ V, weights


if __name__ == "__main__":
    raise SystemExit("this file was run as a script")
