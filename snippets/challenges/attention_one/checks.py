"""What a right ``attention`` of one query does, in the order in which it is judged.

Each ``case_<name>`` is a call to copy: its lines are shown to the learner, its ``return`` becomes the call. Seeds are
fixed, and the largest scores are well apart. Each ``check_<name>`` is handed the attempt.
"""

import numpy as np

from reference.attention import attention_of_one

FUNCTION = "attention"
REFERENCE = attention_of_one
PARTS = ("result", "weights")
STEPS = ["softmax"]

# A check is judged when those it needs have passed; one that is not listed needs all before it.
NEEDS = {
    "result_shape": ["returns_pair"],
    "weights_shape_and_type": ["returns_pair"],
    "weights_sum_to_one": ["weights_shape_and_type"],
    "scale_is_sqrt_d": ["weights_sum_to_one"],
    "inputs_untouched": ["runs"],
    "read_only_inputs": ["result_shape", "weights_shape_and_type"],
    "huge_scores": ["result_shape", "weights_shape_and_type", "weights_sum_to_one"],
    "very_negative_scores": ["result_shape", "weights_shape_and_type", "weights_sum_to_one"],
    "integer_input": ["result_shape", "weights_shape_and_type", "inputs_untouched"],
    "one_item": ["result_shape", "weights_shape_and_type"],
    "query_of_zeros": ["result_shape", "weights_sum_to_one"],
    "order_of_items": ["result_shape", "weights_shape_and_type"],
    "repeatable": ["result_shape", "weights_shape_and_type"],
}

SIZES = ("five_items", "as_many_items_as_coordinates")
OTHER_SETTINGS = ("worked_example", "sixteen_coordinates", "very_negative_scores", "whole_numbers_as_floats")
ORDER_OF_ITEMS = [3, 0, 4, 1, 2]  # also in case_items_reordered


def case_five_items():
    rng = np.random.default_rng(21)
    q, K, V = rng.normal(size=4), rng.normal(size=(5, 4)), rng.normal(size=(5, 3))
    return q, K, V


def case_worked_example():
    q = np.array([2.0, 1.0])
    K = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])
    V = np.array([[10.0], [20.0], [30.0]])
    return q, K, V


def case_as_many_items_as_coordinates():
    rng = np.random.default_rng(22)
    q, K, V = rng.normal(size=4), rng.normal(size=(4, 4)), rng.normal(size=(4, 4))
    return q, K, V


def case_sixteen_coordinates():
    rng = np.random.default_rng(23)
    q, K, V = rng.normal(size=16), rng.normal(size=(5, 16)), rng.normal(size=(5, 3))
    return q, K, V


def case_read_only():
    rng = np.random.default_rng(21)
    q, K, V = rng.normal(size=4), rng.normal(size=(5, 4)), rng.normal(size=(5, 3))
    for array in (q, K, V):
        array.flags.writeable = False
    return q, K, V


def case_huge_scores():
    rng = np.random.default_rng(21)
    q, K, V = 3000 * rng.normal(size=4), 1000 * rng.normal(size=(5, 4)), rng.normal(size=(5, 3))
    return q, K, V


def case_very_negative_scores():
    rng = np.random.default_rng(24)
    q, K, V = rng.normal(size=4), rng.normal(size=(5, 4)), rng.normal(size=(5, 3))
    q[0], K[:, 0] = 100, -100  # each score is about -5000
    return q, K, V


def case_whole_numbers():
    q = np.array([3, -1, 2], dtype=np.int64)
    K = np.array([[1, 0, 1], [0, 2, 0], [1, 1, 0], [-1, 1, 1]], dtype=np.int64)
    V = np.array([[1, 7], [2, 5], [4, -3], [8, 0]], dtype=np.int64)
    return q, K, V


def case_whole_numbers_as_floats():
    q = np.array([3.0, -1.0, 2.0])
    K = np.array([[1.0, 0.0, 1.0], [0.0, 2.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 1.0]])
    V = np.array([[1.0, 7.0], [2.0, 5.0], [4.0, -3.0], [8.0, 0.0]])
    return q, K, V


def case_one_item():
    rng = np.random.default_rng(25)
    q, K, V = rng.normal(size=4), rng.normal(size=(1, 4)), rng.normal(size=(1, 3))
    return q, K, V


def case_query_of_zeros():
    rng = np.random.default_rng(21)
    q, K, V = rng.normal(size=4), rng.normal(size=(5, 4)), rng.normal(size=(5, 3))
    return 0 * q, K, V


def case_items_reordered():
    rng = np.random.default_rng(21)
    q, K, V = rng.normal(size=4), rng.normal(size=(5, 4)), rng.normal(size=(5, 3))
    order = [3, 0, 4, 1, 2]
    return q, K[order], V[order]


def check_returns_pair(attempt):
    for case in SIZES:
        attempt.returns_parts(case)


def check_result_shape(attempt):
    for case in (*SIZES, "worked_example"):
        attempt.array(case, "result")


def check_weights_shape_and_type(attempt):
    for case in (*SIZES, "worked_example"):
        attempt.array(case, "weights")


def check_weights_sum_to_one(attempt):
    for case in (*SIZES, "worked_example"):
        attempt.rows_sum_to_one(case, "weights")


def check_worked_example(attempt):
    attempt.values("worked_example", "weights")
    attempt.values("worked_example", "result")


def check_weights_values(attempt):
    for case in SIZES:
        attempt.values(case, "weights")


def check_result_values(attempt):
    for case in SIZES:
        attempt.finite(case, "result")
        attempt.values(case, "result")


def check_scale_is_sqrt_d(attempt):
    q, K, _ = attempt.arguments("sixteen_coordinates")
    weights = attempt.array("sixteen_coordinates", "weights")  # (5,)
    products = K @ q  # (5,), not divided yet
    divisors = (products[1:] - products[0]) / np.log(weights[1:] / weights[0])  # (4,)
    if not np.ptp(divisors) < 0.01:
        attempt.skip()  # no divisor makes these weights out of these products
    if abs(divisors[0] - 4) > 0.01:
        attempt.fail("sixteen_coordinates", divisor=float(divisors[0]))


def check_inputs_untouched(attempt):
    for case in (*SIZES, "one_item"):
        attempt.untouched(case)
        attempt.separate(case)


def check_read_only_inputs(attempt):
    for part in ("weights", "result"):
        attempt.agree("read_only", part, attempt.array("five_items", part))


def check_huge_scores(attempt):
    attempt.finite("huge_scores", "result")
    attempt.rows_sum_to_one("huge_scores", "weights")
    largest = float(attempt.array("huge_scores", "weights").max())
    if largest < 1 - 1e-6:
        attempt.fail("huge_scores", got=f"weights.max() = {largest:.4g}", expected="1", largest=largest)


def check_very_negative_scores(attempt):
    attempt.finite("very_negative_scores", "result")
    attempt.rows_sum_to_one("very_negative_scores", "weights")


def check_full_precision(attempt):
    for case in (*SIZES, *OTHER_SETTINGS):
        attempt.precise(case, "weights")
        attempt.precise(case, "result")


def check_integer_input(attempt):
    for part in ("weights", "result"):
        attempt.agree("whole_numbers", part, attempt.array("whole_numbers_as_floats", part))


def check_one_item(attempt):
    attempt.values("one_item", "weights")
    attempt.values("one_item", "result")


def check_query_of_zeros(attempt):
    attempt.values("query_of_zeros", "weights")
    attempt.values("query_of_zeros", "result")


def check_order_of_items(attempt):
    attempt.agree("items_reordered", "weights", attempt.array("five_items", "weights")[ORDER_OF_ITEMS])
    attempt.agree("items_reordered", "result", attempt.array("five_items", "result"))


def check_repeatable(attempt):
    for case in SIZES:
        attempt.repeats(case)
