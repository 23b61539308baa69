import numpy as np

block = lambda Y, i, w: Y[:, i * w : (i + 1) * w]  # noqa: E731
split_heads = lambda Y, h: np.stack([block(Y, i, Y.shape[1] // h) for i in range(h)])  # noqa: E731
