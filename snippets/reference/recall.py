"""The recall task: six letters, each with its digit; which digit goes with the letter that is asked for?"""

import numpy as np

LETTERS, DIGITS, PAIRS = 8, 10, 6


class Examples:
    """Some examples of the task: letters and digits (n, 6), and which pair is asked for (n,), counted from 0."""

    def __init__(self, letters: np.ndarray, digits: np.ndarray, asked: np.ndarray) -> None:
        self.letters, self.digits, self.asked = letters, digits, asked

    @property
    def pairs(self) -> np.ndarray:
        """Each pair as its letter's one-hot vector, then its digit's. (n, 6, 18)."""
        return np.concatenate([np.eye(LETTERS)[self.letters], np.eye(DIGITS)[self.digits]], axis=-1)

    @property
    def query(self) -> np.ndarray:
        """The letter that is asked for, one-hot. (n, 8)."""
        return np.eye(LETTERS)[self._of_asked(self.letters)]

    @property
    def answer(self) -> np.ndarray:
        """The digit to say. (n,)."""
        return self._of_asked(self.digits)

    def _of_asked(self, table: np.ndarray) -> np.ndarray:
        return table[np.arange(len(self.asked)), self.asked]


def draw_examples(rng: np.random.Generator, n: int) -> Examples:
    """``n`` examples: letters all different, digits as they fall, and the letter asked for is one of the six."""
    letters = np.argsort(rng.random((n, LETTERS)), axis=1)[:, :PAIRS]  # (n, 6)
    digits = rng.integers(0, DIGITS, (n, PAIRS))  # (n, 6)
    return Examples(letters, digits, rng.integers(0, PAIRS, n))


def cross_entropy(shares: np.ndarray, answer: np.ndarray) -> float:
    """The mean of -ln of the share that the right digit gets. shares: (n, 10), answer: (n,)."""
    return float(-np.log(shares[np.arange(len(answer)), answer]).mean())


def accuracy(shares: np.ndarray, answer: np.ndarray) -> float:
    """How often the digit with the largest share is the right one. shares: (n, 10), answer: (n,)."""
    return float((shares.argmax(axis=1) == answer).mean())


def logit_gradient(shares: np.ndarray, answer: np.ndarray) -> np.ndarray:
    """The gradient of the cross-entropy with respect to what went into the last softmax. (n, 10)."""
    return (shares - np.eye(shares.shape[1])[answer]) / len(answer)
