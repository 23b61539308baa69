"""Comparing arrays: where they differ first, by how much, and what counts as the same."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from aferir.observed import (
    alike_seen,
    changed_argument,
    copied,
    first_difference,
    first_not_finite,
    row_sums,
    seen,
    shared_argument,
)
from aferir.shown import described, digits_apart, labelled, row_text

FLOATS = st.floats(-1e150, 1e150) | st.sampled_from([0.0, -0.0, 1.0, 1.0 + 1e-9, math.nan, math.inf, -math.inf])


@st.composite
def pairs(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """Two arrays of one shape that agree in most places, or nearly."""
    shape = draw(array_shapes(min_dims=0, max_dims=3, max_side=4))
    first = draw(arrays(float, shape, elements=FLOATS))
    second = first.copy()
    for index in draw(st.lists(st.tuples(*(st.integers(0, side - 1) for side in shape)), max_size=4)):
        nearly = first[index].item() * (1 + draw(st.sampled_from([1e-13, 1e-6, 0.5])))
        second[index] = draw(FLOATS | st.just(nearly))
    return first, second


def test_a_number_that_stands_alone_differs_at_the_empty_index() -> None:
    """As the sum of the one row of an array of shape (n,) does."""
    sum_of_row = row_sums(np.array([0.5, 0.25]))
    assert sum_of_row.shape == ()
    found = first_difference(sum_of_row, np.ones(()), 1e-4, 1e-5)
    assert found is not None
    assert (found.index, found.got, found.expected, found.largest, found.count, found.size) == ((), 0.75, 1, 0.25, 1, 1)
    assert first_difference(sum_of_row, np.array(0.75), 0, 0) is None
    assert first_not_finite(np.array(math.nan)) == ()
    assert first_not_finite(np.array(1.0)) is None


def independently_different(got: float, expected: float, rtol: float, atol: float) -> bool:
    """By the definition, for two Python floats."""
    if math.isnan(got) or math.isnan(expected):
        return True
    if math.isinf(got) or math.isinf(expected):
        return got != expected
    return abs(got - expected) > atol + rtol * abs(expected)


@pytest.mark.property
@given(pairs(), st.sampled_from([(1e-9, 1e-12), (1e-4, 1e-5), (0.0, 0.0)]))
def test_the_first_difference_is_the_first_in_reading_order_and_all_are_counted(
    pair: tuple[np.ndarray, np.ndarray], tolerance: tuple[float, float]
) -> None:
    got, expected = pair
    places = [
        index
        for index in itertools.product(*map(range, got.shape))
        if independently_different(got[index].item(), expected[index].item(), *tolerance)
    ]
    found = first_difference(got, expected, *tolerance)
    assert (found is None) == (not places)
    if found:
        assert (found.index, found.count, found.size) == (places[0], len(places), got.size)
        for shown, array in ((found.got, got), (found.expected, expected)):
            assert np.array_equal(shown, array[places[0]], equal_nan=True)
        assert math.isfinite(found.largest)


@pytest.mark.property
@given(pairs())
def test_a_result_is_alike_to_itself_and_being_alike_goes_both_ways(pair: tuple[np.ndarray, np.ndarray]) -> None:
    one, other = map(seen, pair)
    assert alike_seen(one, one)
    if np.allclose(pair[0], pair[1], rtol=1e-10, atol=1e-10, equal_nan=True):
        assert alike_seen(one, other)
        assert alike_seen(other, one)


@pytest.mark.property
@given(arrays(float, array_shapes(max_dims=3, max_side=3), elements=FLOATS), st.booleans(), st.booleans())
def test_a_copied_argument_has_the_same_numbers_order_and_flag(array: np.ndarray, fortran: bool, locked: bool) -> None:
    argument = np.asfortranarray(array) if fortran else array
    argument.flags.writeable = not locked
    fresh = copied(argument)
    assert isinstance(fresh, np.ndarray)
    assert changed_argument([argument], [fresh]) is None
    assert (fresh.flags.writeable, fresh.strides) == (not locked, argument.strides)
    assert not np.may_share_memory(fresh, argument)


def test_an_argument_counts_as_changed_when_numbers_shape_or_type_do() -> None:
    before = np.arange(6.0)
    for after in (before + 1, before.reshape(2, 3), before.astype(np.float32)):
        assert changed_argument([1, before], [1, after]) == 1


def test_shared_memory_is_found_in_every_part_of_the_result() -> None:
    X, W = np.ones((2, 2)), np.ones((2, 2))
    assert shared_argument((X + 1, W.T), (X, W)) == 1
    assert shared_argument([X[0]], (X, W)) == 0
    assert shared_argument((X + 1, "text"), (X, W)) is None


def test_results_of_other_types_are_not_alike() -> None:
    array = np.ones((2, 2))
    others = [array.tolist(), array.view(np.recarray), array.astype(int), array[0], array.astype(np.float32), 1.0, None]
    for other in others:
        assert not alike_seen(seen(array), seen(other))
    assert alike_seen(seen((array, "a", 1)), seen((array, "a", 1)))
    assert not alike_seen(seen((array, "a")), seen((array, "b")))


def test_a_place_and_a_row_are_written_as_python() -> None:
    array = np.arange(24.0).reshape(2, 12)
    assert labelled("A", (0, 2, 1)) == "A[0, 2, 1]"
    assert labelled("A", ()) == "A"
    assert row_text("A", array, (1, 11), 4) == "A[1] = [..., 16, 17, 18, 19, 20, 21, 22, 23]"
    assert row_text("A", array, (0, 0), 4) == "A[0] = [0, 1, 2, 3, 4, 5, 6, 7, ...]"
    assert row_text("p", np.array(0.5), (), 4) == "p = 0.5"


def test_digits_are_as_many_as_it_takes_to_see_the_difference() -> None:
    found = first_difference(np.array([0.123456789]), np.array([0.123456788]), 0, 0)
    assert found is not None
    assert digits_apart(found) == 9


def test_a_result_is_described_by_its_type_and_shape() -> None:
    assert described(seen((np.ones((2, 3)), [1, "a"], None))) == "tuple(ndarray (2, 3), list(1, 'a'), NoneType)"
