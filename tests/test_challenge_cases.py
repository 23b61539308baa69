"""The cases of lessons 1 to 3: what is expected of them, computed by the definition, and inputs that leave no doubt."""

from __future__ import annotations

import math
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

from aferir.attempt import Case
from aferir.challenges import read_challenge
from aferir.exam import exam_of
from aferir.grading import sources
from aferir.observed import opened

SNIPPETS = Path(__file__).parent.parent / "snippets"
UNIFORM = ("query_of_zeros", "one_asks_one_answers", "one_item", "one_token", "one_column")
"""Cases whose scores may tie, or stand alone."""


def cases(id_: str) -> dict[str, Case]:
    challenge, _ = read_challenge(SNIPPETS / "challenges" / id_, "shown", ("pt", "es", "cs"))
    assert challenge is not None
    return dict(exam_of(sources(challenge)).cases)


CASES = MappingProxyType({id_: cases(id_) for id_ in ("softmax", "attention_one", "self_attention")})
HEADS = MappingProxyType({id_: cases(id_) for id_ in ("split_heads", "join_heads")})


def parts(case: Case) -> list[np.ndarray]:
    expected = opened(case.expected)
    return [part.array for part in expected.items] if expected.items else [expected.array]


def rows_of_scores(id_: str, arguments: tuple[np.ndarray, ...]) -> list[list[float]]:
    """The scores of a case, one list per row, number by number in Python's own arithmetic."""
    if id_ == "softmax":
        return arguments[0].reshape(-1, arguments[0].shape[-1]).tolist()
    if id_ == "attention_one":
        queries, keys = [arguments[0].tolist()], arguments[1].tolist()
    else:
        queries, keys = (times(arguments[0], W) for W in arguments[1:3])
    return [[math.fsum(map(math.prod, zip(q, k, strict=True))) / math.sqrt(len(q)) for k in keys] for q in queries]


def times(M: np.ndarray, N: np.ndarray) -> list[list[float]]:
    return [[math.fsum(map(math.prod, zip(row, column, strict=True))) for column in N.T.tolist()] for row in M.tolist()]


def shares(row: list[float]) -> list[float]:
    return [1 / math.fsum(math.exp(min(other - score, 700)) for other in row) for score in row]


NAMED = [(id_, name) for id_, own in CASES.items() for name in own]


@pytest.mark.parametrize(("id_", "name"), NAMED)
def test_expected_weights_and_mixtures_agree_with_the_definition(id_: str, name: str) -> None:
    case = CASES[id_][name]
    weights = [shares(row) for row in rows_of_scores(id_, case.arguments)]
    *mixture, found = parts(case)
    np.testing.assert_allclose(found.reshape(-1, found.shape[-1]), weights, rtol=1e-9, atol=1e-12)
    if mixture:
        values = case.arguments[2] if id_ == "attention_one" else np.array(times(case.arguments[0], case.arguments[3]))
        wanted = np.array(times(np.array(weights), values)).reshape(mixture[0].shape)
        np.testing.assert_allclose(mixture[0], wanted, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize(("id_", "name"), [pair for pair in NAMED if pair[1] not in UNIFORM])
def test_the_largest_scores_of_a_row_are_well_apart(id_: str, name: str) -> None:
    rows = rows_of_scores(id_, CASES[id_][name].arguments)
    gap = min(top - next_ for *_, next_, top in map(sorted, rows))
    assert gap > (800 if name == "huge_scores" else 0.05)
    if name == "huge_scores":
        assert 1e6 < max(abs(score) for row in rows for score in row) < 1e8
    if name.startswith("very_negative"):
        assert any(max(row) < -1000 for row in rows)


def test_the_worked_example_is_that_of_the_brief() -> None:
    result, weights = parts(CASES["attention_one"]["worked_example"])
    assert result.round(3).tolist() == [13.938]
    assert weights.round(3).tolist() == [0.644, 0.318, 0.038]
    assert parts(CASES["softmax"]["one_row"])[0].round(3).tolist() == [0.644, 0.318, 0.038]


@pytest.mark.parametrize("name", ["four_widths", "other_tokens"])
def test_all_sizes_of_self_attention_differ(name: str) -> None:
    X, Wq, _, Wv = CASES["self_attention"][name].arguments
    assert len({*X.shape, Wq.shape[1], Wv.shape[1]}) == 4


@pytest.mark.parametrize("name", HEADS["split_heads"])
def test_expected_heads_are_made_of_neighbouring_columns(name: str) -> None:
    Y, h = HEADS["split_heads"][name].arguments
    width = Y.shape[1] // h
    wanted = [[row[first : first + width] for row in Y.tolist()] for first in range(0, h * width, width)]
    assert parts(HEADS["split_heads"][name])[0].tolist() == wanted


@pytest.mark.parametrize("name", HEADS["join_heads"])
def test_expected_rows_are_the_rows_of_the_heads_one_after_another(name: str) -> None:
    (heads,) = HEADS["join_heads"][name].arguments
    wanted = [[number for row in rows for number in row] for rows in zip(*heads.tolist(), strict=True)]
    assert parts(HEADS["join_heads"][name])[0].tolist() == wanted
