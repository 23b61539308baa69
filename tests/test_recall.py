"""The recall task of lesson 1: its examples, the optimiser, additive attention, and gradients by differences."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reference.adam import Adam
from reference.additive_attention import additive_attention, additive_scores
from reference.recall import accuracy, cross_entropy, draw_examples, logit_gradient
from reference.softmax import softmax

LESSON = Path(__file__).parent.parent / "snippets" / "lessons" / "soft_lookup.py"


@pytest.fixture(scope="module")
def lesson() -> dict[str, Any]:
    """The functions of the lesson without its trainings."""
    tree = ast.parse(LESSON.read_text(encoding="utf-8"))
    kept = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom | ast.FunctionDef)]
    functions: dict[str, Any] = {"d": 16, "MARKS": (), "RATE": 0.03, "BATCH": 128}
    exec(compile(ast.Module(body=kept, type_ignores=[]), str(LESSON), "exec"), functions)
    return functions


def slopes(loss: Any, array: np.ndarray, step: float = 1e-6) -> np.ndarray:
    """Central differences of ``loss()`` with respect to each entry of an array it looks at."""
    found = np.zeros_like(array)
    for place in np.ndindex(array.shape):
        kept = array[place]
        array[place] = kept + step
        above = loss()
        array[place] = kept - step
        found[place] = (above - loss()) / (2 * step)
        array[place] = kept
    return found


def test_an_example_asks_for_one_of_six_different_letters_and_wants_its_digit() -> None:
    examples = draw_examples(np.random.default_rng(3), 500)
    for letters, digits, asked, query, answer in zip(
        examples.letters, examples.digits, examples.asked, examples.query, examples.answer, strict=True
    ):
        assert len(set(letters)) == 6
        assert set(letters) <= set(range(8))
        assert set(digits) <= set(range(10))
        assert query.nonzero()[0].tolist() == [letters[asked]]
        assert answer == digits[asked]
    assert set(examples.asked) == set(range(6))


def test_a_pair_is_its_letter_and_its_digit_one_hot() -> None:
    examples = draw_examples(np.random.default_rng(7), 1)
    assert examples.pairs.shape == (1, 6, 18)
    found = [tuple(pair.nonzero()[0].tolist()) for pair in examples.pairs[0]]
    assert found == [(6, 9), (3, 15), (4, 9), (0, 12), (2, 16), (7, 11)]  # g1 d7 e1 a4 c8 h3


def test_loss_and_accuracy_of_shares_written_by_hand() -> None:
    shares = np.array([[0.5, 0.25, 0.25], [0.2, 0.2, 0.6]])
    assert cross_entropy(shares, np.array([0, 1])) == pytest.approx((np.log(2) + np.log(5)) / 2)
    assert accuracy(shares, np.array([0, 1])) == 0.5


def test_the_gradient_of_the_logits_is_that_of_differences() -> None:
    logits, answer = np.random.default_rng(1).normal(size=(4, 10)), np.array([3, 0, 9, 3])
    measured = slopes(lambda: cross_entropy(softmax(logits), answer), logits)
    assert logit_gradient(softmax(logits), answer) == pytest.approx(measured, abs=1e-8)


def test_adam_takes_the_steps_of_the_paper() -> None:
    theta, m, v, rate = 2.0, 0.0, 0.0, 0.1
    model = {"theta": np.array([theta])}
    optimiser = Adam(model, rate)
    for t in range(1, 6):
        g = 2 * theta + np.sin(t)
        m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
        theta -= rate * (m / (1 - 0.9**t)) / (np.sqrt(v / (1 - 0.999**t)) + 1e-8)
        optimiser.step({"theta": 2 * model["theta"] + np.sin(t)})
        assert model["theta"][0] == pytest.approx(theta, rel=1e-12)


def test_additive_attention_of_the_worked_example() -> None:
    W, U, w = np.eye(2), np.array([[1.0, 1.0], [0.0, 1.0]]), np.array([2.0, -1.0])
    s, H = np.array([0.0, 1.0]), np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])
    by_hand = [2 * np.tanh(x) - np.tanh(y) for x, y in ((1, 1), (1, 2), (-1, 1))]
    assert additive_scores(s, H, W, U, w) == pytest.approx(by_hand)
    context, weights = additive_attention(s, H, W, U, w)
    assert weights == pytest.approx([0.536, 0.438, 0.025], abs=5e-4)
    assert context == pytest.approx([0.511, 0.438], abs=5e-4)


@pytest.mark.parametrize(
    ("first", "forward", "backward"),
    [
        ("first_attention", "forward", "backward"),
        ("first_attention", "forward_frozen", "backward_frozen"),
        ("first_connected", "connected_forward", "connected_backward"),
    ],
)
def test_the_gradients_of_the_lesson_are_those_of_differences(
    lesson: dict[str, Any], first: str, forward: str, backward: str
) -> None:
    examples = draw_examples(np.random.default_rng(8), 5)
    model = lesson[first](np.random.default_rng(9))
    gradients = lesson[backward](model, examples)
    for name, gradient in gradients.items():
        measured = slopes(lambda: cross_entropy(lesson[forward](model, examples)[-1], examples.answer), model[name])
        assert gradient == pytest.approx(measured, abs=1e-7), name
        assert np.abs(gradient).max() > 1e-4, name
