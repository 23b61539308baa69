import numpy as np

mean = lambda M: M.mean(axis=-1, keepdims=True)  # noqa: E731
layer_norm = lambda X, eps=1e-5: (lambda D: D / np.sqrt(mean(D * D) + eps))(X - mean(X))  # noqa: E731, PLC3002
