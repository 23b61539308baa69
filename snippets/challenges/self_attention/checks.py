"""What a right ``self_attention`` does, in the order in which it is judged.

Each ``case_<name>`` is a call to copy: its lines are shown to the learner, its ``return`` becomes the call. Seeds are
fixed, and the largest scores of a row are well apart. Each ``check_<name>`` is handed the attempt.
"""

import numpy as np

from reference.attention import self_attention

FUNCTION = "self_attention"
REFERENCE = self_attention
PARTS = ("Z", "A")
STEPS = ["softmax", "attention_one"]

# A check is judged when those it needs have passed; one that is not listed needs all before it.
NEEDS = {
    "result_shape": ["returns_pair"],
    "map_shape_and_type": ["returns_pair"],
    "rows_sum_to_one": ["map_shape_and_type"],
    "scale_is_sqrt_dk": ["rows_sum_to_one"],
    "inputs_untouched": ["runs"],
    "read_only_inputs": ["result_shape", "map_shape_and_type"],
    "huge_scores": ["result_shape", "map_shape_and_type", "rows_sum_to_one"],
    "very_negative_rows": ["result_shape", "map_shape_and_type", "rows_sum_to_one"],
    "integer_input": ["result_shape", "map_shape_and_type", "inputs_untouched"],
    "one_token": ["result_shape", "map_shape_and_type"],
    "sees_the_future": ["rows_sum_to_one"],
    "no_position_information": ["result_shape", "map_shape_and_type"],
    "repeatable": ["result_shape", "map_shape_and_type"],
    "queries_ask_keys_answer": ["rows_sum_to_one"],
}

SIZES = ("four_widths", "one_width", "other_tokens")
OTHER_SETTINGS = ("nine_coordinates", "very_negative_row", "whole_numbers_as_floats", "one_asks_one_answers")
ORDER_OF_TOKENS = [3, 0, 4, 1, 2]  # also in case_permuted_tokens


def case_four_widths():
    rng = np.random.default_rng(31)
    X = rng.normal(size=(5, 6))
    Wq, Wk, Wv = rng.normal(size=(6, 4)), rng.normal(size=(6, 4)), rng.normal(size=(6, 3))
    return X, 0.5 * Wq, 0.5 * Wk, Wv


def case_one_width():
    rng = np.random.default_rng(32)
    X = rng.normal(size=(4, 4))
    Wq, Wk, Wv = 0.6 * rng.normal(size=(3, 4, 4))
    return X, Wq, Wk, Wv


def case_other_tokens():
    rng = np.random.default_rng(33)
    X = rng.normal(size=(5, 6))
    Wq, Wk, Wv = rng.normal(size=(6, 4)), rng.normal(size=(6, 4)), rng.normal(size=(6, 3))
    return X, 0.5 * Wq, 0.5 * Wk, Wv


def case_nine_coordinates():
    rng = np.random.default_rng(46)
    X = rng.normal(size=(5, 6))
    Wq, Wk, Wv = rng.normal(size=(6, 9)), rng.normal(size=(6, 9)), rng.normal(size=(6, 2))
    return X, 0.3 * Wq, 0.3 * Wk, Wv


def case_read_only():
    rng = np.random.default_rng(31)
    X = rng.normal(size=(5, 6))
    Wq, Wk, Wv = 0.5 * rng.normal(size=(6, 4)), 0.5 * rng.normal(size=(6, 4)), rng.normal(size=(6, 3))
    for array in (X, Wq, Wk, Wv):
        array.flags.writeable = False
    return X, Wq, Wk, Wv


def case_huge_scores():
    rng = np.random.default_rng(31)
    X = 1000 * rng.normal(size=(5, 6))
    Wq, Wk, Wv = rng.normal(size=(6, 4)), rng.normal(size=(6, 4)), rng.normal(size=(6, 3))
    return X, Wq, Wk, Wv


def case_very_negative_row():
    rng = np.random.default_rng(35)
    X = rng.normal(size=(5, 6))
    X[:, 0], X[:, 1] = 1, [-10000, 0, 0, 0, 0]
    Wq, Wk, Wv = 0.6 * rng.normal(size=(6, 4)), 0.6 * rng.normal(size=(6, 4)), rng.normal(size=(6, 3))
    Wq[1], Wk[1], Wv[1] = [1, 0, 0, 0], 0, 0
    Wk[:, 0], Wk[0, 0] = 0, 1  # token 0 scores about -5000 with every token
    return X, Wq, Wk, Wv


def case_whole_numbers():
    rng = np.random.default_rng(36)
    X = rng.integers(-3, 4, size=(5, 6), dtype=np.int64)
    Wq, Wk, Wv = 0.3 * rng.normal(size=(6, 4)), 0.3 * rng.normal(size=(6, 4)), rng.normal(size=(6, 3))
    return X, Wq, Wk, Wv


def case_whole_numbers_as_floats():
    rng = np.random.default_rng(36)
    X = rng.integers(-3, 4, size=(5, 6), dtype=np.int64).astype(float)
    Wq, Wk, Wv = 0.3 * rng.normal(size=(6, 4)), 0.3 * rng.normal(size=(6, 4)), rng.normal(size=(6, 3))
    return X, Wq, Wk, Wv


def case_one_token():
    rng = np.random.default_rng(37)
    X = rng.normal(size=(1, 6))
    Wq, Wk, Wv = rng.normal(size=(6, 4)), rng.normal(size=(6, 4)), rng.normal(size=(6, 3))
    return X, Wq, Wk, Wv


def case_permuted_tokens():
    rng = np.random.default_rng(31)
    X = rng.normal(size=(5, 6))[[3, 0, 4, 1, 2]]
    Wq, Wk, Wv = rng.normal(size=(6, 4)), rng.normal(size=(6, 4)), rng.normal(size=(6, 3))
    return X, 0.5 * Wq, 0.5 * Wk, Wv


def case_one_asks_one_answers():
    X = np.eye(3, 4)
    Wq, Wk, Wv = np.zeros((4, 4)), np.zeros((4, 4)), np.eye(4)
    Wq[0, 0] = 3  # token 0 asks
    Wk[1, 0] = 3  # token 1 answers
    return X, Wq, Wk, Wv


def check_returns_pair(attempt):
    for case in SIZES:
        attempt.returns_parts(case)


def check_result_shape(attempt):
    for case in SIZES:
        attempt.array(case, "Z")


def check_map_shape_and_type(attempt):
    for case in SIZES:
        attempt.array(case, "A")


def check_rows_sum_to_one(attempt):
    for case in SIZES:
        attempt.rows_sum_to_one(case, "A")


def check_map_values(attempt):
    for case in SIZES:
        attempt.values(case, "A")


def check_result_values(attempt):
    for case in SIZES:
        attempt.finite(case, "Z")
        attempt.values(case, "Z")


def check_scale_is_sqrt_dk(attempt):
    X, Wq, Wk, _ = attempt.arguments("nine_coordinates")
    shares = attempt.array("nine_coordinates", "A")  # (5, 5)
    products = (X @ Wq) @ (X @ Wk).T  # (5, 5), not divided yet
    divisors = (products[:, 1:] - products[:, :1]) / np.log(shares[:, 1:] / shares[:, :1])  # (5, 4)
    if not np.ptp(divisors) < 0.01:
        attempt.skip()  # no divisor makes this map out of these products
    if abs(divisors[0, 0] - 3) > 0.01:
        attempt.fail("nine_coordinates", divisor=float(divisors[0, 0]))


def check_inputs_untouched(attempt):
    for case in (*SIZES, "one_token"):
        attempt.untouched(case)
        attempt.separate(case)


def check_read_only_inputs(attempt):
    for part in ("A", "Z"):
        attempt.agree("read_only", part, attempt.array("four_widths", part))


def check_huge_scores(attempt):
    attempt.finite("huge_scores", "Z")
    attempt.rows_sum_to_one("huge_scores", "A")
    smallest = float(attempt.array("huge_scores", "A").max(axis=-1).min())
    if smallest < 1 - 1e-6:
        attempt.fail("huge_scores", got=f"A.max(axis=-1).min() = {smallest:.4g}", expected="1", largest=smallest)


def check_very_negative_rows(attempt):
    attempt.finite("very_negative_row", "Z")
    attempt.rows_sum_to_one("very_negative_row", "A")


def check_full_precision(attempt):
    for case in (*SIZES, *OTHER_SETTINGS):
        attempt.precise(case, "A")
        attempt.precise(case, "Z")


def check_integer_input(attempt):
    for part in ("A", "Z"):
        attempt.agree("whole_numbers", part, attempt.array("whole_numbers_as_floats", part))


def check_one_token(attempt):
    attempt.values("one_token", "A")
    attempt.values("one_token", "Z")


def check_sees_the_future(attempt):
    A = attempt.array("four_widths", "A")  # (5, 5)
    for asker, answerer in np.argwhere(A <= 0).tolist():
        if answerer > asker:
            attempt.fail("four_widths", got=f"A[{asker}, {answerer}] = 0", asker=asker, answerer=answerer)


def check_no_position_information(attempt):
    A, Z = attempt.array("four_widths", "A"), attempt.array("four_widths", "Z")
    attempt.agree("permuted_tokens", "A", A[ORDER_OF_TOKENS][:, ORDER_OF_TOKENS])
    attempt.agree("permuted_tokens", "Z", Z[ORDER_OF_TOKENS])


def check_repeatable(attempt):
    for case in SIZES:
        attempt.repeats(case)


def check_queries_ask_keys_answer(attempt):
    A = attempt.array("one_asks_one_answers", "A")  # (3, 3)
    if A[0].argmax() != 1:
        if not A[1, 0] > 2 * A[1, 1]:
            attempt.skip()  # neither who asks nor who answers stands out
        attempt.fail("one_asks_one_answers", got=f"A[0, 1] = {A[0, 1]:.4g}, A[1, 0] = {A[1, 0]:.4g}")
