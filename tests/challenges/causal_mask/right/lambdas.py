import math

import numpy as np

is_real = lambda real, j: real is None or real[j]  # noqa: E731
alone = lambda i, real: not any(is_real(real, j) for j in range(i + 1))  # noqa: E731
entry = lambda i, j, real: 0 if (j <= i and is_real(real, j)) or (i == j and alone(i, real)) else -math.inf  # noqa: E731
causal_mask = lambda n, real=None: np.array([[entry(i, j, real) for j in range(n)] for i in range(n)], dtype=float)  # noqa: E731
