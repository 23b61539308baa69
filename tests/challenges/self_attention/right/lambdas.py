import numpy as np

softmax = lambda s: (lambda e: e / e.sum(-1, keepdims=True))(np.exp(s - s.max(-1, keepdims=True)))  # noqa: E731, PLC3002
attention = lambda Q, K, V: (lambda A: (A @ V, A))(softmax(Q @ K.T / np.sqrt(K.shape[1])))  # noqa: E731, PLC3002
self_attention = lambda X, Wq, Wk, Wv: attention(X @ Wq, X @ Wk, X @ Wv)  # noqa: E731
