"""The grader: what passes, what fails and why, which misconception it names, what learner code cannot do."""

from __future__ import annotations

import builtins
import math
import sys

import numpy as np
import pytest

from aferir import grader
from aferir.attempt import Attempt, CheckFailed
from aferir.challenges import read_challenge
from aferir.exam import exam_of
from aferir.grading import Limits, verdicts
from aferir.learner import Learner
from aferir.observed import opened, sealed, seen
from aferir.worlds import Worlds, asleep

from .multi_head import CHALLENGE, FOLDER, SNIPPETS, SOLUTION, WRONG

EXAM = exam_of(CHALLENGE)
SWAPPED = float(EXAM.cases["swapped_heads"].arguments[1][0, 0])
PERMUTED = float(EXAM.cases["permuted_positions"].arguments[0][0, 0])

CHECKS = [
    "defined",
    "runs",
    "returns_pair",
    "output_shape",
    "maps_shape_and_type",
    "rows_sum_to_one",
    "single_head_is_plain_attention",
    "maps_values",
    "output_values",
    "contiguous_blocks",
    "output_projection",
    "scale_is_sqrt_dk",
    "inputs_untouched",
    "read_only_inputs",
    "huge_scores",
    "very_negative_rows",
    "full_precision",
    "integer_input",
    "one_position",
    "sees_the_future",
    "swap_heads",
    "no_position_information",
    "repeatable",
    "queries_ask_keys_answer",
]

CLASSIC = [
    "scale_sqrt_d_model",
    "scale_d_k",
    "softmax_over_queries",
    "softmax_over_everything",
    "no_max_subtraction",
    "interleaved_columns",
    "always_first_block",
    "causal_mask",
    "order_swapped",
    "only_output",
    "maps_as_list",
    "concat_rows",
    "reshape_without_transpose",
    "forgets_Wo",
    "Wo_transposed",
    "averages_heads",
    "mutates_X",
    "hardcodes_h_2",
    "returns_scores",
    "float32",
    "slices_X_not_W",
    "keys_ask_queries",
    "values_are_X",
    "d_k_by_true_division",
]


def graded(code: str) -> grader.Verdict:
    return grader.grade(CHALLENGE, code, Worlds([str(SNIPPETS)]))


def failures(verdict: grader.Verdict) -> dict[str, str]:
    return {check.name: check.failure.code for check in verdict.checks if check.failure}


def first_failure(code: str) -> tuple[str, str]:
    """The name of the first failing check and its code."""
    verdict = graded(code)
    assert verdict.status == "failed", verdict.fault
    return next(iter(failures(verdict).items()))


def wrapped(body: str) -> str:
    """The solution under another name, and a ``multi_head`` with ``body`` around it."""
    inner = SOLUTION.replace("def multi_head", "def right")
    return f"{inner}\n\ndef multi_head(X, Wq, Wk, Wv, Wo, h):\n    {body}\n"


def global_state() -> list[int]:
    return np.random.get_state()[1].tolist()  # noqa: NPY002 - what learner code may have seeded


# ── Right and wrong ──────────────────────────────────────────────────────────────────────────────────────────────────


def independent_multi_head(X, Wq, Wk, Wv, Wo, h):
    """By the definition, number by number, in Python's own arithmetic: no NumPy in the computation."""
    T, d = X.shape
    d_k = d // h

    def times(M, N):
        return [[math.fsum(m * N[k][j] for k, m in enumerate(row)) for j in range(len(N[0]))] for row in M]

    Q, K, V = (times(X.tolist(), W.tolist()) for W in (Wq, Wk, Wv))
    maps, joined = [], [[0.0] * d for _ in range(T)]
    for first in range(0, d, d_k):
        own = range(first, first + d_k)
        one = []
        for t in range(T):
            scores = [math.fsum(Q[t][c] * K[u][c] for c in own) / math.sqrt(d_k) for u in range(T)]
            shares = [1 / math.fsum(math.exp(min(other - score, 700)) for other in scores) for score in scores]
            one.append(shares)
            for c in own:
                joined[t][c] = math.fsum(share * V[u][c] for u, share in enumerate(shares))
        maps.append(one)
    return np.array(times(joined, Wo.tolist())), np.array(maps)


@pytest.mark.parametrize("name", EXAM.cases)
def test_expected_results_agree_with_a_computation_by_the_definition(name: str) -> None:
    case = EXAM.cases[name]
    output, A = independent_multi_head(*case.arguments)
    assert opened(case.expected).items is not None
    np.testing.assert_allclose(opened(case.expected).items[0].array, output, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(opened(case.expected).items[1].array, A, rtol=1e-9, atol=1e-12)


def test_the_checks_stand_in_the_order_of_judgement() -> None:
    assert [check.name for check in graded(SOLUTION).checks] == CHECKS


def test_the_solution_and_the_reference_itself_pass_every_check() -> None:
    reference = "".join(
        (SNIPPETS / "reference" / f"{name}.py").read_text(encoding="utf-8")
        for name in ("softmax", "attention", "multi_head")
    )
    without_imports = "\n".join(line for line in reference.splitlines() if not line.startswith("from reference"))
    for code in (SOLUTION, without_imports):
        assert {check.status for check in graded(code).checks} == {"passed"}


def test_there_are_at_least_twice_as_many_misconceptions_as_classic_ones() -> None:
    assert set(CLASSIC) <= set(WRONG)
    assert len(WRONG) >= 2 * len(CLASSIC)


def test_the_starter_fails_without_being_taken_for_a_misconception() -> None:
    verdict = graded((FOLDER / "starter.py").read_text(encoding="utf-8"))
    assert (verdict.status, verdict.misconception) == ("failed", "")
    assert failures(verdict)["rows_sum_to_one"] == "rows"


def test_with_two_mistakes_at_once_the_one_in_the_maps_is_named() -> None:
    verdict = graded(SOLUTION.replace("np.sqrt(d_k)", "d_k").replace("axis=1) @ Wo", "axis=1)"))
    assert verdict.misconception == "scale_d_k"


def test_graded_inputs_keep_the_top_scores_of_a_row_well_apart() -> None:
    for name, case in EXAM.cases.items():
        X, Wq, Wk, _, _, h = case.arguments
        Q, K = (np.stack(np.split(X @ W, h, axis=1)) for W in (Wq, Wk))
        scores = Q @ K.transpose(0, 2, 1) / math.sqrt(X.shape[1] // h)
        if len(X) > 1 and name != "one_asks_one_answers":  # uniform rows are meant there
            top = np.sort(scores, axis=-1)[..., -2:]
            gap = (top[..., 1] - top[..., 0]).min()
            assert gap > (800 if name == "huge_scores" else 0.05), name
        if name == "huge_scores":
            assert 1e6 < np.abs(scores).max() < 1e7


def test_T_differs_from_d_model_and_Wo_is_not_symmetric() -> None:
    for name in ("one_head", "two_heads", "three_heads", "six_heads"):
        X, *_, Wo, _ = EXAM.cases[name].arguments
        assert X.shape[0] != X.shape[1]
        assert not np.allclose(Wo, Wo.T)


# ── The verdict ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_wrong_number_is_shown_with_its_place_both_values_and_the_largest_difference() -> None:
    code = wrapped("output, A = right(X, Wq, Wk, Wv, Wo, h); A[0, 2, 1] += 0.25; A[0, 2, 0] -= 0.25; return output, A")
    found = next(check for check in graded(code).checks if check.status == "failed" and check.failure)
    right = opened(EXAM.cases["one_head"].expected).items[1].array
    assert found.failure is not None
    if found.name == "rows_sum_to_one":  # the second number became negative
        assert found.failure.code == "negative"
        return
    details = found.failure.details
    assert details["label"] == "A[0, 2, 0]"
    assert details["got"] == pytest.approx(right[0, 2, 0] - 0.25)
    assert details["expected"] == pytest.approx(right[0, 2, 0])
    assert (details["count"], details["size"]) == (2, 16)
    assert details["largest"] == pytest.approx(0.25)


@pytest.mark.parametrize("name", ["two_heads", "read_only", "very_negative_row", "one_asks_one_answers"])
def test_the_call_that_is_shown_can_be_copied_into_a_cell(name: str) -> None:
    names: dict[str, object] = {}
    exec(SOLUTION, names)
    *setup, call = EXAM.cases[name].call.splitlines()
    exec("\n".join(setup), names)
    output, A = eval(call, names)
    expected = opened(EXAM.cases[name].expected).items
    np.testing.assert_allclose(output, expected[0].array)
    np.testing.assert_allclose(A, expected[1].array)


def test_got_and_expected_are_python_that_shows_the_row() -> None:
    check = next(check for check in graded(SOLUTION.replace("np.sqrt(d_k)", "d_k")).checks if check.failure)
    assert check.failure is not None
    assert check.failure.got.startswith("A[0, 0] = [")
    assert check.failure.expected.startswith("A[0, 0] = [")
    assert check.call.endswith("multi_head(X, Wq, Wk, Wv, Wo, 1)")


def test_after_a_failure_independent_checks_are_judged_and_the_others_skipped() -> None:
    statuses = {check.name: check.status for check in graded(SOLUTION.replace("np.sqrt(d_k)", "d_k")).checks}
    assert statuses["single_head_is_plain_attention"] == "failed"
    assert statuses["maps_values"] == statuses["output_values"] == statuses["full_precision"] == "skipped"
    assert statuses["scale_is_sqrt_dk"] == "failed"
    assert statuses["inputs_untouched"] == statuses["huge_scores"] == statuses["repeatable"] == "passed"


def test_the_divisor_that_was_used_is_measured() -> None:
    verdict = graded(SOLUTION.replace("np.sqrt(d_k)", "np.sqrt(X.shape[1])"))
    scale = next(check for check in verdict.checks if check.name == "scale_is_sqrt_dk")
    assert scale.failure is not None
    assert scale.failure.details["divisor"] == pytest.approx(math.sqrt(12))


def test_what_is_printed_comes_from_the_definition_and_from_the_call_that_is_shown() -> None:
    code = "print('defined')\n" + wrapped("print('h is', h); return right(X, Wq, Wk, Wv, Wo, h + (h == 3))")
    verdict = graded(code)
    assert verdict.printed == "defined\nh is 3\n"


def test_printed_text_is_cut_and_counted() -> None:
    verdict = graded(SOLUTION + "\nprint('x' * 99_999)\n")
    assert verdict.status == "passed"
    assert (verdict.printed, verdict.characters) == ("x" * 4000, 100_000)


# ── Codes ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "check", "expected"),
    [
        ("", "defined", "missing"),
        ("def multihead(): pass\ndef softmax(): pass", "defined", "missing_but"),
        ("multi_head = 3", "defined", "not_callable"),
        ("def multi_head(:\n    pass", "defined", "syntax"),
        ("def multi_head():\npass", "defined", "syntax"),
        ("x = (1,\n" * 300, "defined", "syntax"),
        ("x = '\0'", "defined", "unreadable"),
        ("1 / 0", "defined", "raised_at"),
        ("import reference", "defined", "raised_at"),
        ("input()", "defined", "input"),
        ("raise SystemExit", "defined", "exit"),
        ("raise KeyboardInterrupt", "defined", "raised_at"),
        ("raise MemoryError", "defined", "memory"),
        ("while True: print('x' * 1000)", "defined", "flood"),
        ("def multi_head(X): return X", "runs", "signature"),
        ("def multi_head(*_): undefined", "runs", "raised_at"),
        ("def multi_head(a, b, c, d, e, f): return multi_head(a, b, c, d, e, f)", "runs", "raised_at"),
        ("def multi_head(*_): raise SystemExit(0)", "runs", "exit"),
        ("def multi_head(*_): pass", "returns_pair", "none"),
        ("def multi_head(X, *_): return X", "returns_pair", "not_parts"),
        ("def multi_head(*_): return 'AB'", "returns_pair", "not_parts"),
        ("def multi_head(X, *_): return X, X, X", "returns_pair", "wrong_count"),
        ("def multi_head(X, *_): return ()", "returns_pair", "wrong_count"),
        ("def multi_head(X, *_): return 1, 2", "output_shape", "not_array"),
        ("def multi_head(X, *_): return X.T, X", "output_shape", "shape"),
        ("def multi_head(X, *_): return X.astype(complex), X", "output_shape", "dtype"),
        ("def multi_head(X, *_): return X > 0, X", "output_shape", "dtype"),
        ("def multi_head(X, *_): return X.astype(object), X", "output_shape", "objects"),
        ("import numpy as np\ndef multi_head(X, *_): return np.array(['a']), X", "output_shape", "objects"),
    ],
)
def test_each_way_to_fail_has_its_code(code: str, check: str, expected: str) -> None:
    assert first_failure(code) == (check, expected)


KNOWN = (
    "key = (X.tobytes(), Wq.tobytes(), Wo.tobytes(), X.flags.writeable); known = globals().setdefault('known', set()); "
)
RESULT = "o, A = right(X, Wq, Wk, Wv, Wo, h); "


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "check", "expected"),
    [
        (RESULT + "A[0, 0] *= 2; return o, A", "rows_sum_to_one", "rows"),
        (RESULT + "A[0, 1, 1] = np.inf; return o, A", "rows_sum_to_one", "not_finite"),
        (RESULT + "o[1, 1] = np.nan; return o, A", "output_values", "not_finite"),
        (RESULT + "return o * (1 + 3e-9), A", "full_precision", "nearly"),
        (RESULT + "X *= 2; return o, A", "inputs_untouched", "changed"),
        (RESULT + "X.shape = X.shape[::-1]; return o, A", "inputs_untouched", "changed"),
        (RESULT + "Wo[-1, -1] = 0; return o, A", "inputs_untouched", "changed"),
        ("Wo += 0; return right(X, Wq, Wk, Wv, Wo, h)", "read_only_inputs", "read_only"),
        (KNOWN + RESULT + "o += 1e-6 * (key in known); known.add(key); return o, A", "repeatable", "not_repeatable"),
        ("return right(X + (X.dtype != float), Wq, Wk, Wv, Wo, h)", "integer_input", "values"),
        (RESULT + "return (o[0] if len(o) == 1 else o), A", "one_position", "shape"),
        (RESULT + f"return o + 0.1 * (abs(X[0, 0] - {PERMUTED!r}) < 1e-9), A", "no_position_information", "values"),
        (f"return right(X, Wq, Wk, Wv if abs(Wq[0, 0] - {SWAPPED!r}) > 1e-9 else Wk, Wo, h)", "swap_heads", "values"),
    ],
)
def test_what_only_one_check_can_see_is_seen_by_it(body: str, check: str, expected: str) -> None:
    assert first_failure(wrapped(body)) == (check, expected)


def test_a_result_that_lives_in_an_argument_is_refused() -> None:
    learner = Learner("def multi_head(X, *_): return X.T, X", EXAM.form, Worlds())
    assert learner.define() is None
    attempt = Attempt(EXAM.form, EXAM.cases, learner.perform)
    with pytest.raises(CheckFailed) as failed:
        attempt.separate("two_heads")
    assert (failed.value.failure.code, failed.value.failure.details) == ("aliased", {"argument": "X"})


def test_the_result_of_the_first_call_must_survive_the_second() -> None:
    code = wrapped(
        "o, A = right(X, Wq, Wk, Wv, Wo, h); "
        "v = globals().setdefault('buffers', {}).setdefault(o.shape, np.empty(o.shape)); v[:] = o; return v, A"
    )
    verdict = graded(code)
    assert failures(verdict)["repeatable"] == "overwritten"


def test_the_line_of_an_error_is_the_learners_own() -> None:
    verdict = graded("import numpy as np\n\ndef multi_head(*_):\n    return np.ones((2, 3)) @ np.ones((2, 3))\n")
    failure = verdict.checks[1].failure
    assert failure is not None
    assert (failure.details["line"], failure.details["type"]) == (4, "ValueError")
    syntax = graded("x = 1\ny = = 2\n").checks[0].failure
    assert syntax is not None
    assert syntax.details["line"] == 2


REACHES = {
    "the heap's dicts": [
        "    for o in gc.get_objects():",
        "        if isinstance(o, dict) and callable(o.get('multi_head')) and o['multi_head'] is not multi_head:",
        "            return o['multi_head'](*a)",
    ],
    "the heap's functions": [
        "    for o in gc.get_objects():",
        "        if isinstance(o, types.FunctionType) and o.__name__ in ('multi_head', '_layer'):",
        "            if o is not multi_head:",
        "                return o(*a)",
    ],
    "the checks' REFERENCE": [
        "    for o in gc.get_objects():",
        "        if isinstance(o, dict) and 'REFERENCE' in o:",
        "            return o['REFERENCE'](*a)",
    ],
    "code on the heap": [
        "    for o in gc.get_objects():",
        "        if type(o).__name__ == 'Misconceptions':",
        "            names = {}",
        "            exec(o.code, names)",
        "            return names['_layer'](*a)",
    ],
    "sys.modules": [
        "    for name, module in list(sys.modules.items()):",
        "        if name.startswith('reference') and hasattr(module, 'multi_head'):",
        "            return module.multi_head(*a)",
    ],
    "its callers' names": [
        "    frame = sys._getframe(1)",
        "    while frame:",
        "        for found in list(frame.f_locals.values()) + list(frame.f_globals.values()):",
        "            if getattr(found, '__name__', '') == 'multi_head' and found is not multi_head:",
        "                return found(*a)",
        "        frame = frame.f_back",
    ],
    "the attempt among its callers' names": [
        "    frame = sys._getframe(1)",
        "    case = None",
        "    while frame:",
        "        found = frame.f_locals.get('case')",
        "        case = found.name if hasattr(found, 'arguments') else case",
        "        if case and hasattr(frame.f_locals.get('attempt'), 'expected'):",
        "            attempt = frame.f_locals['attempt']",
        "            return attempt.expected(case, 'output'), attempt.expected(case, 'A')",
        "        frame = frame.f_back",
    ],
    "expected arrays on the heap": [
        "    for o in gc.get_objects():",
        "        if type(o).__name__ == 'Case' and all(map(np.array_equal, o.arguments, a)):",
        "            return tuple(item.array for item in o.expected.items)",
    ],
}  # fmt: skip


def reaching(reach: list[str]) -> str:
    """A learner's file whose function tries to get hold of the answer."""
    return "\n".join(["import gc, sys, types", "import numpy as np", "def multi_head(*a):", *reach, "    return None"])


@pytest.mark.slow
@pytest.mark.parametrize("reach", [lines for name, lines in REACHES.items() if "heap" not in name])
def test_nothing_that_answers_is_within_reach_of_the_learners_function(reach: list[str]) -> None:
    from reference.multi_head import multi_head

    verdict = graded(reaching(reach))
    assert verdict.status == "failed", verdict.fault
    assert multi_head(*EXAM.cases["one_head"].arguments)[1].shape == (1, 4, 4)  # awake again


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in REACHES if "heap" in name])
def test_nothing_that_answers_lies_on_the_heap_of_the_process_that_grades(name: str) -> None:
    """In a process as ``aferir grade`` starts it: the heap of one that runs all these tests would take minutes."""
    languages = ("pt", "es", "cs")
    challenge, _ = read_challenge(FOLDER, "snippets/challenges/multi_head", languages)
    assert challenge
    verdict = verdicts(challenge, {"": reaching(REACHES[name])}, Limits(SNIPPETS, 60.0))[""]
    assert verdict["status"] == "failed", verdict["fault"]


def test_functions_sleep_wherever_they_are_kept_and_wake_again() -> None:
    names: dict[str, object] = {"__name__": "reference.made"}
    exec("def outer(x):\n    def inner(): return x\n    return inner\ndouble = lambda x: 2 * x", names)
    inner, own = names["outer"](3), {"__name__": "__main__"}
    exec("def mine(): return 1", own)
    with asleep([own]):
        for function in (inner, names["double"], own["mine"]):
            with pytest.raises(RuntimeError, match="out of reach"):
                function()
    assert (inner(), names["double"](4), own["mine"]()) == (3, 8, 1)


def test_a_sealed_result_opens_as_it_was() -> None:
    result = seen((np.arange(6.0).reshape(2, 3), [1, "a", 2j], None))
    again = opened(sealed(result))
    assert (again.type, again.items[1:]) == (result.type, result.items[1:])
    np.testing.assert_array_equal(again.items[0].array, result.items[0].array)


def test_a_fault_of_the_checks_is_told_with_its_line() -> None:
    checks = CHALLENGE["checks"] + "\n1 / 0\n"
    verdict = grader.grade({**CHALLENGE, "checks": checks}, SOLUTION, Worlds([str(SNIPPETS)]))
    assert (verdict.status, verdict.fault) == ("error", "ZeroDivisionError: division by zero")
    assert checks.splitlines()[verdict.line - 1] == "1 / 0"


# ── What learner code cannot do ──────────────────────────────────────────────────────────────────────────────────────

VANDALS = {
    "deletes builtins": ["import builtins", "builtins.__dict__.clear()"],
    "deletes some builtins": ["import builtins", "del builtins.isinstance, builtins.BaseException, builtins.len"],
    "replaces NumPy's functions": [
        "import numpy as np",
        "for name in ('allclose', 'abs', 'absolute', 'isfinite', 'asarray', 'ones_like', 'ndarray', 'errstate'):",
        "    setattr(np, name, lambda *a, **k: True)",
    ],
    "replaces modules": [
        "import sys",
        "for name in ('numpy', 'json', 'warnings', 'builtins', 'sys'):",
        "    sys.modules[name] = None",
    ],
    "empties the modules": ["import sys", "sys.modules.clear()"],
    "takes standard output": ["import sys", "sys.stdout = sys.stderr = None", "del sys.__stdout__"],
    "spoils the paths": ["import sys", "sys.path.clear()", "sys.meta_path.clear()", "sys.path = None"],
    "lowers the recursion limit": ["import sys", "sys.setrecursionlimit(200)"],
    "makes warnings errors": [
        "import warnings, numpy as np",
        "warnings.simplefilter('error')",
        "np.seterr(all='raise')",
    ],
    "seeds the generators": ["import random, numpy as np", "random.seed(1)", "np.random.seed(1)"],
}


@pytest.mark.slow
@pytest.mark.parametrize("vandalism", VANDALS.values(), ids=VANDALS)
def test_vandalism_neither_passes_nor_breaks_the_grader(vandalism: list[str]) -> None:
    names, numpy_names, modules = dict(vars(builtins)), dict(vars(np)), dict(sys.modules)
    state, path = global_state(), [*sys.path]
    function = "def multi_head(X, Wq, Wk, Wv, Wo, h):\n    return X * 0.5, X\n"
    verdict = graded(function + "\n".join(vandalism))
    assert (verdict.status, verdict.fault) == ("failed", "")
    assert dict(vars(builtins)) == names
    assert {name: value for name, value in vars(np).items() if name in numpy_names} == numpy_names
    assert {name: sys.modules.get(name) for name in modules} == modules
    assert (global_state(), sys.path) == (state, path)
    assert graded(SOLUTION).status == "passed"


def test_what_a_learner_patches_stays_patched_for_the_learner() -> None:
    code = "import numpy as np\nnp.stretch = lambda s: np.exp(s)\n" + SOLUTION.replace("np.exp(", "np.stretch(")
    assert graded(code).status == "passed"
    assert not hasattr(np, "stretch")


@pytest.mark.slow
@pytest.mark.parametrize(
    "attempt",
    [
        "from reference.multi_head import multi_head",
        "import sys\nmulti_head = sys.modules['reference.multi_head'].multi_head",
        "import importlib\nmulti_head = importlib.import_module('reference.multi_head').multi_head",
        "import aferir.grader",
        "from checks import multi_head",
        "from solution import multi_head",
        "import sys\nmulti_head = [m for m in [*sys.modules.values()] if hasattr(m, 'multi_head')][0].multi_head",
    ],
)
def test_reference_solution_and_checks_are_out_of_reach(attempt: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import reference.multi_head  # noqa: F401

    for name, module in list(sys.modules.items()):  # other tests may hold it, as no module of a learner's process does
        if name.startswith("tests.") and hasattr(module, "multi_head"):
            monkeypatch.delitem(sys.modules, name)
    verdict = graded(attempt)
    assert verdict.checks[0].status == "failed"
    assert "reference.multi_head" in sys.modules


EVIL = {
    "an exception that cannot say what it is": [
        "class E(Exception):",
        "    def __str__(self): raise ValueError",
        "def multi_head(*_): raise E",
    ],
    "an array that claims to be right": [
        "import numpy as np",
        "class Fake(np.ndarray):",
        "    def __eq__(self, other): return True",
        "    def __sub__(self, other): return 0",
        "    def astype(self, *_): return 0",
        "def multi_head(X, *_): return X.view(Fake), X",
    ],
    "a list that lies": [
        "class L(list):",
        "    def __iter__(self): raise ValueError",
        "    def __len__(self): return 2",
        "def multi_head(X, *_): return L([X])",
    ],
    "a list that holds itself": ["def multi_head(X, *_):", "    x = []", "    x.append(x)", "    return x, x"],
    "a huge integer": ["def multi_head(*_): return 10 ** 9999, 1"],
    "a class for a function": ["class multi_head:", "    def __init__(self, *_): pass"],
    "a generator": ["def multi_head(X, *_): yield X"],
    "an unprintable object": [
        "class O:",
        "    def __repr__(self): raise ValueError",
        "    def __class__(self): raise ValueError",
        "def multi_head(*_): return O(), O()",
    ],
    "arrays of text": ["import numpy as np", "def multi_head(X, *_): return np.array(['a']), np.array([b'b'])"],
    "a masked array": ["import numpy as np", "def multi_head(X, *_): return np.ma.masked_all((5, 6)), X"],
    "numbers": ["import numpy as np", "def multi_head(X, *_): return np.array(1.0), np.float64(2)"],
    "empty arrays": ["import numpy as np", "def multi_head(X, *_): return np.empty((0, 6)), np.empty((2, 0, 5))"],
}


@pytest.mark.slow
@pytest.mark.parametrize("code", EVIL.values(), ids=EVIL)
def test_strange_results_are_failed_checks_and_no_fault(code: list[str]) -> None:
    verdict = graded("\n".join(code))
    assert (verdict.status, verdict.fault) == ("failed", "")


def test_the_learners_file_does_not_run_as_a_script() -> None:
    assert graded(SOLUTION + "\nif __name__ == '__main__':\n    raise SystemExit\n").status == "passed"


# ── Faults of the grader ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('FUNCTION = "multi_head"', ""),
        ("REFERENCE = multi_head", "REFERENCE = None"),
        ("from reference.multi_head", "from reference.nothing"),
        ('attempt.array(case, "output")', 'attempt.array(case, "nothing")'),
        ('attempt.agree("read_only"', 'attempt.agree("nothing"'),
        ('attempt.values("one_position", "A")', "attempt.skip()"),
    ],
)
def test_a_fault_of_the_grader_is_a_neutral_verdict(old: str, new: str) -> None:
    assert old in CHALLENGE["checks"]
    broken = {**CHALLENGE, "checks": CHALLENGE["checks"].replace(old, new)}
    verdict = grader.grade(broken, SOLUTION, Worlds([str(SNIPPETS)]))
    assert (verdict.status, verdict.checks) == ("error", ())
    assert verdict.fault


def test_each_check_is_reported_as_soon_as_it_is_judged() -> None:
    heard: list[str] = []
    grader.grade(CHALLENGE, SOLUTION, Worlds([str(SNIPPETS)]), lambda result: heard.append(result.name))
    assert heard == CHECKS
