"""Layer normalisation and the next token against the lessons' numbers and against Python's own arithmetic."""

from __future__ import annotations

import math
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from reference.layer_norm import layer_norm
from reference.next_token import next_token

pytestmark = pytest.mark.property

NUMBERS = st.floats(-100, 100)
BATCHES = arrays(float, array_shapes(max_dims=3, max_side=5), elements=NUMBERS)
SIDES = st.integers(1, 5)

TOY_X = [
    [-0.5, -0.5, 0, 1],
    [1.5, -0.5, -0.5, -0.5],
    [-0.5, 1.5, 0, -1],
    [-0.5, 0.5, 0, 0],
    [-0.5, -0.5, -0.5, 1.5],
]
TOY_U = [
    [-0.816, -0.816, 0.000, 1.633],
    [1.732, -0.577, -0.577, -0.577],
    [-0.535, 1.604, 0.000, -1.069],
    [-1.414, 1.414, 0.000, 0.000],
    [-0.577, -0.577, -0.577, 1.732],
]
W_U_ROWS = [
    [0, 0, 0, 0], [1, 1, -1, -0.5], [-0.5, -1, 0, 1], [-0.5, -0.5, 0, 0.5], [1, -0.5, -0.5, 0], [-0.5, 1, 1, 0],
    [-0.5, 1, 0, 1], [0, 1, 0, 0.5], [0, 0.5, 0, 0.5], [0, 0.5, -0.5, 0], [1, 0, 0, -1], [-0.5, 0, 1, 0],
]  # fmt: skip
P = [0.033, 0.050, 0.062, 0.058, 0.013, 0.049, 0.395, 0.141, 0.089, 0.086, 0.004, 0.020]
"""Probabilities in the lesson by the number of the token; 6 is ␣telhado."""


@st.composite
def endings(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray, float]:
    d, V = draw(SIDES), draw(SIDES)
    f, W_U = draw(arrays(float, d, elements=NUMBERS)), draw(arrays(float, (d, V), elements=NUMBERS))
    return f, W_U, draw(st.floats(0.01, 100))


@given(BATCHES, st.floats(1e-8, 1))
def test_each_row_is_normalised_on_its_own(X: np.ndarray, eps: float) -> None:
    u, d = layer_norm(X, eps), X.shape[-1]
    assert u.shape == X.shape
    for row, found in zip(X.reshape(-1, d).tolist(), u.reshape(-1, d).tolist(), strict=True):
        mean = fmean(row)
        variance = fmean((value - mean) ** 2 for value in row)
        wanted = [(value - mean) / math.sqrt(variance + eps) for value in row]
        assert found == pytest.approx(wanted, rel=1e-9, abs=1e-8)
        assert fmean(found) == pytest.approx(0, abs=1e-8)
        assert fmean(value**2 for value in found) == pytest.approx(variance / (variance + eps), abs=1e-8)


@given(BATCHES, st.floats(-1000, 1000))
def test_a_constant_added_to_a_row_is_removed(X: np.ndarray, constant: float) -> None:
    np.testing.assert_allclose(layer_norm(X + constant), layer_norm(X), rtol=1e-6, atol=1e-6)


def test_the_five_rows_of_the_toy_and_the_first_that_a_challenge_shows() -> None:
    assert layer_norm(np.array(TOY_X)).round(3).tolist() == TOY_U
    assert layer_norm(np.array(TOY_X[4])).round(3).tolist() == TOY_U[4]


def test_a_row_of_equal_entries_is_zero() -> None:
    assert layer_norm(np.full((2, 3), 7)).tolist() == [[0, 0, 0], [0, 0, 0]]


@given(endings())
def test_each_probability_is_one_over_a_sum_of_ratios(ending: tuple[np.ndarray, np.ndarray, float]) -> None:
    f, W_U, temperature = ending
    token, p = next_token(f, W_U, temperature)
    logits = [math.fsum(a * b for a, b in zip(f.tolist(), column, strict=True)) for column in W_U.T.tolist()]
    wanted = [1 / math.fsum(math.exp(min((other - z) / temperature, 700)) for other in logits) for z in logits]
    assert p.tolist() == pytest.approx(wanted, rel=1e-6, abs=1e-9)  # logits of up to 5e4, rounded differently
    assert math.fsum(p.tolist()) == pytest.approx(1)
    assert type(token) is int
    assert logits[token] == pytest.approx(max(logits), rel=1e-12, abs=1e-9)


def test_the_toy_says_roof_at_every_temperature() -> None:
    f, W_U = np.array([-0.987, 0.928, -1.011, 1.069]), np.array(W_U_ROWS).T
    token, p = next_token(f, W_U)
    assert (token, p.round(3).tolist()) == (6, P)
    by_temperature = [next_token(f, W_U, T) for T in (0.5, 1, 2)]
    assert [found for found, _ in by_temperature] == [6, 6, 6]
    assert [round(float(p[6]), 3) for _, p in by_temperature] == [0.761, 0.395, 0.208]


@given(endings(), st.floats(-10, 10))
def test_a_number_added_to_all_logits_changes_nothing(
    ending: tuple[np.ndarray, np.ndarray, float], constant: float
) -> None:
    f, W_U, temperature = ending
    f, W_U = np.append(f, 1), np.vstack([W_U, np.zeros(W_U.shape[1])])
    before = next_token(f, W_U, temperature)[1]
    W_U[-1] = constant
    np.testing.assert_allclose(next_token(f, W_U, temperature)[1], before, rtol=1e-6, atol=1e-9)
