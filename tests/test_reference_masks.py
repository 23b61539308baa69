"""The masks and the masked softmax against the lessons' numbers and against Python's own arithmetic."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.masks import causal_mask, masked_softmax, padding_mask

pytestmark = pytest.mark.property

REAL = st.lists(st.booleans(), min_size=1, max_size=8)
SIDES = st.integers(1, 5)
SCORES = st.floats(-1e6, 1e6)


def visible(real: list[bool], asker: int) -> set[int]:
    """Whom a position sees, by the rule as it is told: no one ahead, no filler, and oneself when nobody is left."""
    return {answerer for answerer in range(asker + 1) if real[answerer]} or {asker}


def shares_among(scores: list[float], allowed: list[bool]) -> list[float]:
    """Each share as one over a sum of ratios; a ratio too large for a float makes the share 0 anyway."""
    rivals = [score for score, open_ in zip(scores, allowed, strict=True) if open_]
    return [
        1 / math.fsum(math.exp(min(rival - score, 700)) for rival in rivals) if open_ else 0
        for score, open_ in zip(scores, allowed, strict=True)
    ]


@st.composite
def masked_scores(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    heads, rows, columns = draw(SIDES), draw(SIDES), draw(SIDES)
    row = st.lists(st.booleans(), min_size=columns, max_size=columns).filter(any)
    allowed = draw(st.lists(row, min_size=rows, max_size=rows))
    numbers = st.lists(SCORES, min_size=heads * rows * columns, max_size=heads * rows * columns)
    scores = np.array(draw(numbers)).reshape(heads, rows, columns)
    return scores, np.array(allowed)


@given(REAL)
def test_a_causal_mask_opens_what_the_rule_opens_and_nothing_else(real: list[bool]) -> None:
    n = len(real)
    wanted = [[0 if answerer in visible(real, asker) else -math.inf for answerer in range(n)] for asker in range(n)]
    flags = np.array(real)
    assert causal_mask(n, flags).tolist() == wanted
    assert flags.tolist() == real


@given(st.integers(1, 12))
def test_without_filler_the_mask_is_the_same_and_opens_half_of_the_square(n: int) -> None:
    M = causal_mask(n)
    assert M.tolist() == causal_mask(n, np.ones(n, dtype=bool)).tolist()
    assert set(M.ravel().tolist()) <= {0, -math.inf}
    assert np.count_nonzero(M == 0) == n * (n + 1) // 2


@given(REAL.filter(any))
def test_where_nobody_is_left_alone_filler_and_future_add_up(real: list[bool]) -> None:
    n, flags = len(real), np.array(real)
    both = causal_mask(n) + padding_mask(flags)
    first = real.index(True)
    assert causal_mask(n, flags)[first:].tolist() == both[first:].tolist()
    assert (both[:first] == -math.inf).all()
    assert padding_mask(flags).tolist() == [[0 if one else -math.inf for one in real]] * n


def test_the_counts_of_the_lesson() -> None:
    """Allowed pairs of five tokens, and of eight under a causal mask."""
    filler = np.array([True, True, False, False, False])
    allowed = [np.count_nonzero(M == 0) for M in (causal_mask(5), padding_mask(filler), causal_mask(5, filler))]
    assert allowed == [15, 10, 9]
    assert np.count_nonzero(causal_mask(8) == 0) == 36


@given(masked_scores())
def test_a_masked_softmax_shares_out_one_among_the_allowed(pair: tuple[np.ndarray, np.ndarray]) -> None:
    scores, allowed = pair
    weights = masked_softmax(scores, np.where(allowed, 0.0, -np.inf))
    for head, one in zip(weights, scores, strict=True):
        for row, numbers, open_ in zip(head.tolist(), one.tolist(), allowed.tolist(), strict=True):
            assert row == pytest.approx(shares_among(numbers, open_), rel=1e-9, abs=1e-12)
            assert math.fsum(row) == pytest.approx(1)
            assert [weight for weight, is_open in zip(row, open_, strict=True) if not is_open] == [0] * open_.count(
                False
            )


def test_the_row_of_the_cat_in_the_lesson() -> None:
    scores = np.array([[-0.333, 0.471, -0.218, -0.577, -0.471]])
    assert masked_softmax(scores, causal_mask(5)[1]).round(3).tolist() == [[0.309, 0.691, 0, 0, 0]]


def test_minus_a_billion_leaks_where_the_whole_row_is_forbidden() -> None:
    """Why no row may be empty: three scores come back as if there were no mask."""
    leaky = masked_softmax(np.array([0.3, 1.2, -0.5]), np.full(3, -1e9))
    assert leaky.round(3).tolist() == [0.256, 0.629, 0.115]
