import numpy as np

top = lambda s: np.expand_dims(s.max(axis=-1), -1)  # noqa: E731
shares = lambda e: e / np.expand_dims(e.sum(axis=-1), -1)  # noqa: E731
softmax = lambda scores: shares(np.exp(scores - top(scores)))  # noqa: E731
