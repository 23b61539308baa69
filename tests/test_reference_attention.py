"""The reference functions of lessons 1 and 2 against the brief's numbers and against Python's own arithmetic."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from reference import multi_head as several_heads  # by another name: a learner's search of modules must find none
from reference.attention import attention, attention_of_one, self_attention
from reference.heads import join_heads, split_heads
from reference.softmax import softmax

Vector = list[float]
Matrix = list[list[float]]

pytestmark = pytest.mark.property

SCORES = arrays(float, array_shapes(max_dims=3, max_side=4), elements=st.floats(-1e6, 1e6))
NUMBERS = st.floats(-10, 10)
SIDES = st.integers(1, 4)


def shares_of(scores: Vector) -> Vector:
    """Each share as one over a sum of ratios; a ratio too large for a float makes the share 0 anyway."""
    return [1 / math.fsum(math.exp(min(other - score, 700)) for other in scores) for score in scores]


def one_answer(q: Vector, K: Matrix, V: Matrix) -> tuple[Vector, Vector]:
    scores = [math.fsum(a * b for a, b in zip(q, k, strict=True)) / math.sqrt(len(q)) for k in K]
    weights = shares_of(scores)
    return [math.fsum(w * v[j] for w, v in zip(weights, V, strict=True)) for j in range(len(V[0]))], weights


def product(M: Matrix, N: Matrix) -> Matrix:
    return [[math.fsum(m * row[j] for m, row in zip(left, N, strict=True)) for j in range(len(N[0]))] for left in M]


@st.composite
def questions(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    d, n, m = draw(SIDES), draw(SIDES), draw(SIDES)
    return tuple(draw(arrays(float, shape, elements=NUMBERS)) for shape in ((d,), (n, d), (n, m)))


@st.composite
def sequences(draw: st.DrawFn) -> tuple[np.ndarray, ...]:
    n, d, d_k, d_v = (draw(SIDES) for _ in range(4))
    shapes = ((n, d), (d, d_k), (d, d_k), (d, d_v))
    return tuple(draw(arrays(float, shape, elements=NUMBERS)) for shape in shapes)


@st.composite
def head_arrays(draw: st.DrawFn) -> np.ndarray:
    shape = (draw(SIDES), draw(SIDES), draw(SIDES))
    return np.arange(float(math.prod(shape))).reshape(shape)


@given(SCORES)
def test_softmax_shares_out_one_along_the_last_axis(scores: np.ndarray) -> None:
    found = softmax(scores)
    assert found.shape == scores.shape
    rows, wanted = found.reshape(-1, scores.shape[-1]), scores.reshape(-1, scores.shape[-1])
    for row, one in zip(rows.tolist(), wanted.tolist(), strict=True):
        assert row == pytest.approx(shares_of(one), rel=1e-9, abs=1e-12)
        assert math.fsum(row) == pytest.approx(1)


def test_softmax_of_the_example_and_of_a_row_that_holds_a_thousand() -> None:
    assert softmax(np.array([2, 1, -2]) / math.sqrt(2)).round(3).tolist() == [0.644, 0.318, 0.038]
    assert softmax(np.array([1000.0, 1000.0, 0.0])).tolist() == [0.5, 0.5, 0]


def test_the_soft_dictionary_of_the_brief() -> None:
    K, V = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]]), np.array([[10.0], [20.0], [30.0]])
    result, weights = attention_of_one(np.array([2.0, 1.0]), K, V)
    assert weights.round(3).tolist() == [0.644, 0.318, 0.038]
    assert result.round(3).tolist() == [13.938]
    by_size = [attention_of_one(c * np.array([2.0, 1.0]), K, V)[0].item() for c in (0, 1, 2, 4, 8)]
    assert np.round(by_size, 2).tolist() == [20, 13.94, 12.01, 10.56, 10.03]
    assert attention_of_one(np.array([1.0, 2.0]), K, V)[0].round(3).tolist() == [17.686]


@given(questions())
def test_one_query_by_the_definition(question: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
    result, weights = attention_of_one(*question)
    wanted, shares = one_answer(*(part.tolist() for part in question))
    np.testing.assert_allclose(weights, shares, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(result, wanted, rtol=1e-9, atol=1e-9)


@given(questions())
def test_one_query_is_a_row_of_the_map(question: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
    q, K, V = question
    result, weights = attention_of_one(q, K, V)
    mixture, A = attention(q[None], K, V)
    np.testing.assert_allclose((*result, *weights), (*mixture[0], *A[0]), rtol=1e-12, atol=1e-12)


@given(sequences())
def test_self_attention_asks_one_query_per_token(arguments: tuple[np.ndarray, ...]) -> None:
    Z, A = self_attention(*arguments)
    X, Wq, Wk, Wv = (part.tolist() for part in arguments)
    K, V = product(X, Wk), product(X, Wv)
    for t, q in enumerate(product(X, Wq)):
        result, weights = one_answer(q, K, V)
        np.testing.assert_allclose(A[t], weights, rtol=1e-7, atol=1e-9)  # scores of up to 2e6, rounded differently
        np.testing.assert_allclose(Z[t], result, rtol=1e-7, atol=1e-6)


@given(SIDES, SIDES, SIDES)
def test_a_head_owns_neighbouring_columns(n: int, h: int, width: int) -> None:
    Y = np.arange(float(n * h * width)).reshape(n, h * width)
    heads = split_heads(Y, h)
    wanted = [[[Y[t, i * width + c].item() for c in range(width)] for t in range(n)] for i in range(h)]
    assert heads.tolist() == wanted


@given(head_arrays())
def test_joined_heads_stand_side_by_side_and_split_again(heads: np.ndarray) -> None:
    h, n, _ = heads.shape
    joined = join_heads(heads)
    assert joined.tolist() == [[number for i in range(h) for number in heads[i, t].tolist()] for t in range(n)]
    assert split_heads(joined, h).tolist() == heads.tolist()


def test_several_heads_are_split_attention_joined() -> None:
    rng = np.random.default_rng(5)
    X, (Wq, Wk, Wv, Wo) = rng.normal(size=(5, 6)), rng.normal(size=(4, 6, 6))
    output, A = several_heads.multi_head(X, Wq, Wk, Wv, Wo, 3)
    parts = [attention(*one) for one in zip(*(split_heads(X @ W, 3) for W in (Wq, Wk, Wv)), strict=True)]
    np.testing.assert_allclose(join_heads(np.stack([Z for Z, _ in parts])) @ Wo, output, rtol=1e-12)
    np.testing.assert_allclose(np.stack([one for _, one in parts]), A, rtol=1e-12)
