from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Answer(NamedTuple):
    token: int
    p: NDArray[np.float64]


def next_token(f: NDArray[np.float64], W_U: NDArray[np.float64], temperature: float = 1.0) -> Answer:
    logits = np.asarray(f, dtype=float) @ W_U / temperature
    raised = np.exp(logits - logits.max())
    return Answer(int(raised.argmax()), raised / raised.sum())
