import numpy as np

softmax = lambda s: np.exp(s - s.max()) / np.exp(s - s.max()).sum()  # noqa: E731
weights = lambda q, K: softmax(K @ q / np.sqrt(len(q)))  # noqa: E731
attention = lambda q, K, V: (weights(q, K) @ V, weights(q, K))  # noqa: E731
