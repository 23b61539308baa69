"""The challenges of lessons 4 and 5: their cases against independent computations, and what single checks can see."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from aferir import grader
from aferir.exam import Exam, exam_of
from aferir.observed import Seen, opened
from aferir.worlds import Worlds

SNIPPETS = Path(__file__).parent.parent / "snippets"


def source(name: str, file: str) -> str:
    return (SNIPPETS / "challenges" / name / f"{file}.py").read_text(encoding="utf-8")


def exam(name: str) -> Exam:
    texts = {file: source(name, file) for file in ("checks", "misconceptions")}
    return exam_of({"id": name, "function": name, **texts})


EXAMS = {name: exam(name) for name in ("causal_mask", "masked_softmax", "layer_norm", "next_token")}
CASES = [(name, case) for name, found in EXAMS.items() for case in found.cases]


def expected(name: str, case: str) -> Seen:
    return opened(EXAMS[name].cases[case].expected)


def failures(name: str, code: str) -> dict[str, str]:
    verdict = grader.grade_with(EXAMS[name], code, Worlds([str(SNIPPETS)]))
    assert verdict.status == "failed", verdict.fault
    return {check.name: check.failure.code for check in verdict.checks if check.failure}


def around(name: str, body: str) -> str:
    """The solution under the name ``right``, and a function of the challenge with ``body``."""
    arguments = {"causal_mask": "n, real=None", "masked_softmax": "scores, mask", "layer_norm": "X, eps=1e-5"}
    taken = arguments.get(name, "f, W_U, temperature=1.0")
    return f"{source(name, 'solution').replace(f'def {name}', 'def right')}\n\ndef {name}({taken}):\n    {body}\n"


# ── Cases ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def by_definition(name: str, arguments: tuple) -> list:
    """The result in Python's own arithmetic: lists, and no NumPy in the computation."""
    return {"causal_mask": mask, "masked_softmax": shares, "layer_norm": normalised, "next_token": token}[name](
        *arguments
    )


def mask(n: int, real: np.ndarray | None = None) -> list:
    flags = [True] * n if real is None else real.tolist()
    seen_by = [{j for j in range(i + 1) if flags[j]} or {i} for i in range(n)]
    return [[0.0 if j in seen_by[i] else -math.inf for j in range(n)] for i in range(n)]


def shares(scores: np.ndarray, additive: np.ndarray) -> list:
    if scores.ndim > 2:
        return [shares(head, additive) for head in scores]
    rows = zip(scores.tolist(), additive.tolist(), strict=True)
    return [softmax([s if m == 0 else -math.inf for s, m in zip(row, closed, strict=True)]) for row, closed in rows]


def softmax(scores: list[float]) -> list[float]:
    open_ = [score for score in scores if score > -math.inf]
    return [1 / math.fsum(math.exp(min(other - z, 700)) for other in open_) if z in open_ else 0.0 for z in scores]


def normalised(X: np.ndarray, eps: float = 1e-5) -> list:
    if X.ndim > 1:
        return [normalised(part, eps) for part in X]
    row = X.tolist()
    mean = math.fsum(row) / len(row)
    variance = math.fsum((value - mean) ** 2 for value in row) / len(row)
    return [(value - mean) / math.sqrt(variance + eps) for value in row]


def token(f: np.ndarray, W_U: np.ndarray, temperature: float = 1.0) -> list:
    columns = W_U.T.tolist()
    logits = [math.fsum(a * b for a, b in zip(f.tolist(), column, strict=True)) for column in columns]
    return [logits.index(max(logits)), softmax([z / temperature for z in logits])]


@pytest.mark.parametrize(("name", "case"), CASES)
def test_expected_results_agree_with_a_computation_by_the_definition(name: str, case: str) -> None:
    found, wanted = expected(name, case), by_definition(name, EXAMS[name].cases[case].arguments)
    if found.items is not None:
        number, found, wanted = found.items[0].scalar, found.items[1], wanted[1]
        assert number == by_definition(name, EXAMS[name].cases[case].arguments)[0]
    np.testing.assert_allclose(found.array, wanted, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize(("name", "case"), CASES)
def test_the_call_that_is_shown_can_be_copied_into_a_cell(name: str, case: str) -> None:
    names: dict[str, object] = {}
    exec(source(name, "solution"), names)
    *setup, call = EXAMS[name].cases[case].call.splitlines()
    exec("\n".join(setup), names)
    found, wanted = eval(call, names), expected(name, case)
    if wanted.items is not None:
        found, wanted = found[1], wanted.items[1]
    np.testing.assert_allclose(found, wanted.array)


def test_the_first_cases_are_the_numbers_of_the_lessons() -> None:
    assert expected("masked_softmax", "row_of_the_lesson").array.round(3).tolist() == [[0.309, 0.691, 0, 0, 0]]
    assert expected("layer_norm", "row_of_the_toy").array.round(3).tolist() == [[-0.577, -0.577, -0.577, 1.732]]
    for case, share in (("toy", 0.395), ("toy_cold", 0.761), ("toy_hot", 0.208)):
        number, p = expected("next_token", case).items
        assert (number.scalar, round(float(p.array[6]), 3)) == (6, share)


def test_graded_inputs_keep_the_top_scores_of_a_row_well_apart() -> None:
    for case in EXAMS["masked_softmax"].cases.values():
        scores, additive = case.arguments
        top = np.sort(scores + additive, axis=-1)[..., -2:]
        assert (top[..., 1] - top[..., 0]).min() > 0.05, case.name
    for case in EXAMS["next_token"].cases.values():
        f, W_U, *_ = case.arguments
        top = np.sort(f @ W_U)[-2:]
        assert np.diff(top).min(initial=1) > 0.05, case.name


def test_every_row_of_every_mask_allows_something() -> None:
    for case in EXAMS["causal_mask"].cases:
        assert (expected("causal_mask", case).array == 0).any(axis=-1).all(), case
    for case in EXAMS["masked_softmax"].cases.values():
        assert (case.arguments[1] == 0).any(axis=-1).all(), case.name


# ── Verdicts ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def kept(result: str) -> str:
    """Put ``result`` into an array that the function keeps for the next call of the same shape."""
    return f"v = globals().setdefault('v', {{}}).setdefault({result}.shape, {result}.copy()); v[...] = {result}; "


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "body", "check", "code"),
    [
        ("causal_mask", "M = right(n, real); " + kept("M") + "return v", "repeatable", "overwritten"),
        ("masked_softmax", "w = right(scores, mask); " + kept("w") + "return v", "repeatable", "overwritten"),
        ("layer_norm", "u = right(X, eps); " + kept("u") + "return v", "repeatable", "overwritten"),
        ("next_token", "t, p = right(f, W_U, temperature); " + kept("p") + "return t, v", "repeatable", "overwritten"),
        ("causal_mask", "M = right(n, real); return M if real is None else M[1:]", "all_real_changes_nothing", "shape"),
        ("causal_mask", "return right(min(n, 5), real) if n != 8 else np.zeros((8, 8))", "any_length", "own"),
        ("masked_softmax", "w = right(scores, mask); mask[mask < 0] = -1e9; return w", "read_only_inputs", "read_only"),
        ("masked_softmax", "return right(scores, mask) * (1 + 1e-7)", "full_precision", "nearly"),
        ("layer_norm", "return right(X, eps) if len(X) > 1 else right(X, eps)[..., :1] + 0 * X", "values", "skipped"),
        ("layer_norm", "X[..., 0] += 0.0; return right(X, eps)", "read_only_input", "read_only"),
        ("layer_norm", "u = right(X, eps); u[1:] += X[0].sum(); return u", "rows_have_mean_zero", "own"),
        ("next_token", "t, p = right(f, W_U); return t, p", "temperature_moves_the_mass", "values"),
        ("next_token", "t, p = right(f, W_U, temperature); return (0 if temperature > 4 else t), p",
         "temperature_keeps_the_order", "own"),
        ("next_token", "t, p = right(f, W_U, temperature); return True, p", "token_is_a_number", "own"),
        ("next_token", "t, p = right(f, W_U, temperature); return -1, p", "token_is_most_likely", "own"),
        ("next_token", "t, p = right(f, W_U, temperature); return (t if len(p) > 1 else 1), p", "one_token", "own"),
    ],
)  # fmt: skip
def test_what_a_check_is_for_is_seen_by_it(name: str, body: str, check: str, code: str) -> None:
    assert failures(name, around(name, body)).get(check, "skipped") == code


def test_a_share_of_a_token_that_does_not_exist_is_nan() -> None:
    code = around("next_token", "t, p = right(f, W_U, temperature); return 99, p")
    verdict = grader.grade_with(EXAMS["next_token"], code, Worlds([str(SNIPPETS)]))
    failure = next(check.failure for check in verdict.checks if check.name == "token_is_most_likely")
    assert failure is not None
    assert (failure.got, failure.expected, failure.details["token"]) == ("token = 99", "token = 6", 99)
    assert math.isnan(failure.details["share"])


def test_an_entry_of_a_mask_is_named_with_who_asks_and_who_answers() -> None:
    code = around("causal_mask", "M = right(n, real); M[1:2, 3:4] = -1e9; return M")
    verdict = grader.grade_with(EXAMS["causal_mask"], code, Worlds([str(SNIPPETS)]))
    failure = next(check.failure for check in verdict.checks if check.name == "future_is_closed")
    assert failure is not None
    assert failure.got == "M[1] = [0, 0, -inf, -1e+09, -inf]"
    assert failure.expected == "M[1] = [0, 0, -inf, -inf, -inf]"
    assert failure.details == {"asker": 1, "answerer": 3, "value": -1e9}
