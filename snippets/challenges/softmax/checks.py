"""What a right ``softmax`` does, in the order in which it is judged.

Each ``case_<name>`` is a call to copy: its lines are shown to the learner, its ``return`` becomes the call. Seeds are
fixed, and the largest scores of a row are well apart. Each ``check_<name>`` is handed the attempt.
"""

import numpy as np

from reference.softmax import softmax

FUNCTION = "softmax"
REFERENCE = softmax
PARTS = ("weights",)

# A check is judged when those it needs have passed; one that is not listed needs all before it.
NEEDS = {
    "inputs_untouched": ["runs"],
    "read_only_input": ["shape_and_type"],
    "overflow": ["shape_and_type"],
    "very_negative_rows": ["shape_and_type"],
    "integer_input": ["shape_and_type", "inputs_untouched"],
    "one_column": ["shape_and_type"],
    "shift": ["shape_and_type"],
    "repeatable": ["shape_and_type"],
}

TABLES = ("table", "square", "other_table")


def case_table():
    rng = np.random.default_rng(1)
    scores = 2 * rng.normal(size=(3, 4))
    return (scores,)


def case_square():
    rng = np.random.default_rng(14)
    scores = 2 * rng.normal(size=(4, 4))
    return (scores,)


def case_other_table():
    rng = np.random.default_rng(4)
    scores = 2 * rng.normal(size=(3, 4))
    return (scores,)


def case_one_row():
    scores = np.array([2.0, 1.0, -2.0]) / np.sqrt(2)
    return (scores,)


def case_stack():
    rng = np.random.default_rng(12)
    scores = 2 * rng.normal(size=(2, 3, 5))
    return (scores,)


def case_read_only():
    rng = np.random.default_rng(1)
    scores = 2 * rng.normal(size=(3, 4))
    scores.flags.writeable = False
    return (scores,)


def case_row_with_1000():
    scores = np.array([[1000.0, 999.0, 2.0], [3.0, 1.0, 2.0]])
    return (scores,)


def case_huge_scores():
    scores = np.array([3e6, -2e6, 1e6, 2e6])
    return (scores,)


def case_very_negative_row():
    scores = np.array([[1.0, 3.0, 2.0], [-5000.0, -5002.0, -5001.0]])
    return (scores,)


def case_whole_numbers():
    scores = np.array([[3, 1, 2], [-1, 0, 4]], dtype=np.int64)
    return (scores,)


def case_whole_numbers_as_floats():
    scores = np.array([[3.0, 1.0, 2.0], [-1.0, 0.0, 4.0]])
    return (scores,)


def case_one_column():
    scores = np.array([[4.0], [-2.0], [700.0]])
    return (scores,)


def case_shifted():
    rng = np.random.default_rng(1)
    scores = 2 * rng.normal(size=(3, 4))
    scores += [[3.0], [-8.0], [0.5]]  # another number for each row
    return (scores,)


def check_returns(attempt):
    for case in TABLES:
        attempt.returns_parts(case)


def check_shape_and_type(attempt):
    for case in TABLES:
        attempt.array(case, "weights")


def check_rows_sum_to_one(attempt):
    for case in TABLES:
        attempt.rows_sum_to_one(case, "weights")


def check_values(attempt):
    for case in TABLES:
        attempt.values(case, "weights")


def check_one_row(attempt):
    attempt.rows_sum_to_one("one_row", "weights")
    attempt.values("one_row", "weights")


def check_stack(attempt):
    attempt.rows_sum_to_one("stack", "weights")
    attempt.values("stack", "weights")


def check_inputs_untouched(attempt):
    for case in TABLES:
        attempt.untouched(case)
        attempt.separate(case)


def check_read_only_input(attempt):
    attempt.agree("read_only", "weights", attempt.array("table", "weights"))


def check_overflow(attempt):
    for case in ("row_with_1000", "huge_scores"):
        attempt.rows_sum_to_one(case, "weights")
        attempt.values(case, "weights")


def check_very_negative_rows(attempt):
    attempt.rows_sum_to_one("very_negative_row", "weights")
    attempt.values("very_negative_row", "weights")


def check_full_precision(attempt):
    for case in (*TABLES, "one_row", "stack", "row_with_1000", "very_negative_row", "whole_numbers_as_floats"):
        attempt.precise(case, "weights")


def check_integer_input(attempt):
    attempt.agree("whole_numbers", "weights", attempt.array("whole_numbers_as_floats", "weights"))


def check_one_column(attempt):
    attempt.values("one_column", "weights")


def check_shift(attempt):
    attempt.agree("shifted", "weights", attempt.array("table", "weights"))


def check_repeatable(attempt):
    for case in TABLES:
        attempt.repeats(case)
