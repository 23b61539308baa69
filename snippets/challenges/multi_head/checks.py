"""What a right ``multi_head`` does, in the order in which it is judged.

Each ``case_<name>`` is a call to copy: its lines are shown to the learner, its ``return`` becomes the call. Seeds are
fixed, and the largest scores of a row are well apart. Each ``check_<name>`` is handed the attempt.
"""

import numpy as np

from reference.multi_head import multi_head

FUNCTION = "multi_head"
REFERENCE = multi_head
PARTS = ("output", "A")
STEPS = ["self_attention", "split_heads", "join_heads"]

# A check is judged when those it needs have passed; one that is not listed needs all before it.
NEEDS = {
    "output_shape": ["returns_pair"],
    "maps_shape_and_type": ["returns_pair"],
    "rows_sum_to_one": ["maps_shape_and_type"],
    "single_head_is_plain_attention": ["rows_sum_to_one"],
    "contiguous_blocks": ["rows_sum_to_one"],
    "output_projection": ["output_shape"],
    "scale_is_sqrt_dk": ["rows_sum_to_one"],
    "inputs_untouched": ["runs"],
    "read_only_inputs": ["output_shape", "maps_shape_and_type"],
    "huge_scores": ["output_shape", "maps_shape_and_type", "rows_sum_to_one"],
    "very_negative_rows": ["output_shape", "maps_shape_and_type", "rows_sum_to_one"],
    "integer_input": ["output_shape", "maps_shape_and_type", "inputs_untouched"],
    "one_position": ["output_shape", "maps_shape_and_type"],
    "sees_the_future": ["rows_sum_to_one"],
    "swap_heads": ["output_shape", "maps_shape_and_type"],
    "no_position_information": ["output_shape", "maps_shape_and_type"],
    "repeatable": ["output_shape", "maps_shape_and_type"],
    "queries_ask_keys_answer": ["rows_sum_to_one"],
}

BY_NUMBER_OF_HEADS = ("one_head", "two_heads", "three_heads", "six_heads")
OTHER_SETTINGS = (
    "first_head_negated",
    "no_projection",
    "wide_heads",
    "huge_scores",
    "very_negative_row",
    "whole_numbers_as_floats",
    "six_positions",
    "one_asks_one_answers",
)
ORDER_OF_POSITIONS = [3, 0, 5, 1, 4, 2]  # also in case_permuted_positions


def case_two_heads():
    rng = np.random.default_rng(15)
    X = rng.normal(size=(5, 6))
    Wq, Wk, Wv, Wo = 0.4 * rng.normal(size=(4, 6, 6))
    return X, Wq, Wk, Wv, Wo, 2


def case_one_head():
    rng = np.random.default_rng(165)
    X = rng.normal(size=(4, 6))
    Wq, Wk, Wv, Wo = 0.4 * rng.normal(size=(4, 6, 6))
    return X, Wq, Wk, Wv, Wo, 1


def case_three_heads():
    rng = np.random.default_rng(14)
    X = rng.normal(size=(7, 6))
    Wq, Wk, Wv, Wo = 0.4 * rng.normal(size=(4, 6, 6))
    return X, Wq, Wk, Wv, Wo, 3


def case_six_heads():
    rng = np.random.default_rng(149)
    X = rng.normal(size=(5, 6))
    Wq, Wk, Wv, Wo = 0.4 * rng.normal(size=(4, 6, 6))
    return X, Wq, Wk, Wv, Wo, 6


def case_first_head_negated():
    rng = np.random.default_rng(14)
    X = rng.normal(size=(7, 6))
    Wq, Wk, Wv, Wo = 0.4 * rng.normal(size=(4, 6, 6))
    Wq[:, :2] *= -1  # the queries of head 0 change sign, the others do not
    return X, Wq, Wk, Wv, Wo, 3


def case_no_projection():
    rng = np.random.default_rng(15)
    X = rng.normal(size=(5, 6))
    Wq, Wk, Wv = 0.4 * rng.normal(size=(3, 6, 6))
    return X, Wq, Wk, Wv, np.eye(6), 2


def case_wide_heads():
    rng = np.random.default_rng(333)
    X = rng.normal(size=(5, 12))
    Wq, Wk, Wv, Wo = 0.3 * rng.normal(size=(4, 12, 12))
    return X, Wq, Wk, Wv, Wo, 3


def case_read_only():
    rng = np.random.default_rng(15)
    X = rng.normal(size=(5, 6))
    Wq, Wk, Wv, Wo = 0.4 * rng.normal(size=(4, 6, 6))
    for array in (X, Wq, Wk, Wv, Wo):
        array.flags.writeable = False
    return X, Wq, Wk, Wv, Wo, 2


def case_huge_scores():
    rng = np.random.default_rng(15)
    X = 300 * rng.normal(size=(5, 6))
    Wq, Wk, Wv, Wo = rng.normal(size=(4, 6, 6))
    return X, Wq, Wk, Wv, Wo, 2


def case_very_negative_row():
    rng = np.random.default_rng(140)
    X = rng.normal(size=(5, 6))
    X[:, 0], X[:, 1] = 1, [-5000, 0, 0, 0, 0]
    Wq, Wk, Wv, Wo = 0.6 * rng.normal(size=(4, 6, 6))
    Wq[1], Wk[1], Wv[1] = [1, 0, 0, 1, 0, 0], 0, 0
    Wk[:, [0, 3]] = 0
    Wk[0, [0, 3]] = 1  # position 0 scores about -5000 / sqrt(3) with every position
    return X, Wq, Wk, Wv, Wo, 2


def case_whole_numbers():
    rng = np.random.default_rng(395)
    X = rng.integers(-3, 4, size=(5, 6), dtype=np.int64)
    Wq, Wk, Wv, Wo = 0.3 * rng.normal(size=(4, 6, 6))
    return X, Wq, Wk, Wv, Wo, 2


def case_whole_numbers_as_floats():
    rng = np.random.default_rng(395)
    X = rng.integers(-3, 4, size=(5, 6), dtype=np.int64).astype(float)
    Wq, Wk, Wv, Wo = 0.3 * rng.normal(size=(4, 6, 6))
    return X, Wq, Wk, Wv, Wo, 2


def case_one_position():
    rng = np.random.default_rng(11)
    X = rng.normal(size=(1, 6))
    Wq, Wk, Wv, Wo = rng.normal(size=(4, 6, 6))
    return X, Wq, Wk, Wv, Wo, 3


def case_swapped_heads():
    rng = np.random.default_rng(14)
    X = rng.normal(size=(7, 6))
    Wq, Wk, Wv, Wo = 0.4 * rng.normal(size=(4, 6, 6))
    order = [4, 5, 2, 3, 0, 1]  # heads 0 and 2 change places
    return X, Wq[:, order], Wk[:, order], Wv[:, order], Wo[order], 3


def case_six_positions():
    rng = np.random.default_rng(280)
    X = rng.normal(size=(6, 12))
    Wq, Wk, Wv, Wo = 0.3 * rng.normal(size=(4, 12, 12))
    return X, Wq, Wk, Wv, Wo, 6


def case_permuted_positions():
    rng = np.random.default_rng(280)
    X = rng.normal(size=(6, 12))[[3, 0, 5, 1, 4, 2]]
    Wq, Wk, Wv, Wo = 0.3 * rng.normal(size=(4, 12, 12))
    return X, Wq, Wk, Wv, Wo, 6


def case_one_asks_one_answers():
    X = np.eye(3, 4)
    Wq, Wk, Wv, Wo = np.zeros((4, 4)), np.zeros((4, 4)), np.eye(4), np.eye(4)
    Wq[0, 0] = 3  # position 0 asks
    Wk[1, 0] = 3  # position 1 answers
    return X, Wq, Wk, Wv, Wo, 1


def check_returns_pair(attempt):
    for case in BY_NUMBER_OF_HEADS:
        attempt.returns_parts(case)


def check_output_shape(attempt):
    for case in BY_NUMBER_OF_HEADS:
        attempt.array(case, "output")


def check_maps_shape_and_type(attempt):
    for case in BY_NUMBER_OF_HEADS:
        attempt.array(case, "A")


def check_rows_sum_to_one(attempt):
    for case in BY_NUMBER_OF_HEADS:
        attempt.rows_sum_to_one(case, "A")


def check_single_head_is_plain_attention(attempt):
    attempt.values("one_head", "A")


def check_maps_values(attempt):
    for case in BY_NUMBER_OF_HEADS:
        attempt.values(case, "A")


def check_output_values(attempt):
    for case in BY_NUMBER_OF_HEADS:
        attempt.finite(case, "output")
        attempt.values(case, "output")


def check_contiguous_blocks(attempt):
    changes = np.abs(attempt.array("first_head_negated", "A") - attempt.array("three_heads", "A")).max(axis=(1, 2))
    for head, change in enumerate(changes.tolist()):  # (3,)
        if (change > 1e-6) != (head == 0):
            got = f"np.abs(A_negated[{head}] - A[{head}]).max() = {change:.4g}"
            attempt.fail("first_head_negated", got=got, expected="0" if head else "", head=head)


def check_output_projection(attempt):
    *_, Wo, _ = attempt.arguments("two_heads")
    concatenated = attempt.array("no_projection", "output")  # (5, 6)
    attempt.agree("two_heads", "output", concatenated @ Wo)


def check_scale_is_sqrt_dk(attempt):
    X, Wq, Wk, *_ = attempt.arguments("wide_heads")
    shares = attempt.array("wide_heads", "A")[0]  # (5, 5), of head 0
    products = (X @ Wq[:, :4]) @ (X @ Wk[:, :4]).T  # (5, 5), not divided yet
    divisors = (products[:, 1:] - products[:, :1]) / np.log(shares[:, 1:] / shares[:, :1])  # (5, 4)
    if not np.ptp(divisors) < 0.01:
        attempt.skip()  # no divisor makes these maps out of these products
    if abs(divisors[0, 0] - 2) > 0.01:
        attempt.fail("wide_heads", divisor=float(divisors[0, 0]))


def check_inputs_untouched(attempt):
    for case in (*BY_NUMBER_OF_HEADS, "one_position"):
        attempt.untouched(case)
        attempt.separate(case)


def check_read_only_inputs(attempt):
    for part in ("A", "output"):
        attempt.agree("read_only", part, attempt.array("two_heads", part))


def check_huge_scores(attempt):
    attempt.finite("huge_scores", "output")
    attempt.rows_sum_to_one("huge_scores", "A")
    largest = attempt.array("huge_scores", "A").max(axis=-1)  # (2, 5)
    if (largest < 1 - 1e-6).any():
        smallest = float(largest.min())
        attempt.fail("huge_scores", got=f"A.max(axis=-1).min() = {smallest:.4g}", expected="1", largest=smallest)


def check_very_negative_rows(attempt):
    attempt.finite("very_negative_row", "output")
    attempt.rows_sum_to_one("very_negative_row", "A")


def check_full_precision(attempt):
    for case in (*BY_NUMBER_OF_HEADS, *OTHER_SETTINGS):
        attempt.precise(case, "A")
        attempt.precise(case, "output")


def check_integer_input(attempt):
    for part in ("A", "output"):
        attempt.agree("whole_numbers", part, attempt.array("whole_numbers_as_floats", part))


def check_one_position(attempt):
    attempt.values("one_position", "A")
    attempt.values("one_position", "output")


def check_sees_the_future(attempt):
    A = attempt.array("three_heads", "A")  # (3, 7, 7)
    for head, asker, answerer in np.argwhere(A <= 0).tolist():
        if answerer > asker:
            attempt.fail("three_heads", got=f"A[{head}, {asker}, {answerer}] = 0", asker=asker, answerer=answerer)


def check_swap_heads(attempt):
    attempt.agree("swapped_heads", "A", attempt.array("three_heads", "A")[::-1])
    attempt.agree("swapped_heads", "output", attempt.array("three_heads", "output"))


def check_no_position_information(attempt):
    A, output = attempt.array("six_positions", "A"), attempt.array("six_positions", "output")
    attempt.agree("permuted_positions", "A", A[:, ORDER_OF_POSITIONS][:, :, ORDER_OF_POSITIONS])
    attempt.agree("permuted_positions", "output", output[ORDER_OF_POSITIONS])


def check_repeatable(attempt):
    for case in BY_NUMBER_OF_HEADS:
        attempt.repeats(case)


def check_queries_ask_keys_answer(attempt):
    A = attempt.array("one_asks_one_answers", "A")[0]  # (3, 3)
    if A[0].argmax() != 1:
        if not A[1, 0] > 2 * A[1, 1]:
            attempt.skip()  # neither who asks nor who answers stands out
        attempt.fail("one_asks_one_answers", got=f"A[0, 0, 1] = {A[0, 1]:.4g}, A[0, 1, 0] = {A[1, 0]:.4g}")
