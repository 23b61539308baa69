from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Roles:
    queries: Matrix
    keys: Matrix
    values: Matrix

    @property
    def map(self) -> Matrix:
        scores: Matrix = self.queries @ self.keys.T / np.sqrt(self.keys.shape[1])
        raised: Matrix = np.exp(scores - np.max(scores, axis=1, keepdims=True))
        return raised / np.sum(raised, axis=1, keepdims=True)


def self_attention(X: Matrix, Wq: Matrix, Wk: Matrix, Wv: Matrix) -> tuple[Matrix, Matrix]:
    """Queries, keys and values of one sequence."""
    roles = Roles(X @ Wq, X @ Wk, X @ Wv)
    return roles.map @ roles.values, roles.map
