from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Projections:
    query: Matrix
    key: Matrix
    value: Matrix


class Result(NamedTuple):
    output: Matrix
    A: Matrix


def softmax(scores: Matrix) -> Matrix:
    raised: Matrix = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return raised / np.sum(raised, axis=-1, keepdims=True)


def head(X: Matrix, W: Projections) -> tuple[Matrix, Matrix]:
    Q, K, V = X @ W.query, X @ W.key, X @ W.value
    A = softmax(Q @ K.T / np.sqrt(np.float64(Q.shape[1])))
    return A @ V, A


def multi_head(X: Matrix, Wq: Matrix, Wk: Matrix, Wv: Matrix, Wo: Matrix, h: int) -> Result:
    """Attention in h heads."""
    blocks = (Projections(*parts) for parts in zip(*(np.hsplit(W, h) for W in (Wq, Wk, Wv)), strict=True))
    mixtures, maps = zip(*(head(X, block) for block in blocks), strict=True)
    return Result(np.hstack(mixtures) @ Wo, np.stack(maps))
