"""What a right ``next_token`` does, in the order in which it is judged.

The first case is the toy model at the end of "o gato subiu no", with f as the lesson prints it. Elsewhere seeds are
fixed, and the two largest logits are well apart.
"""

import numpy as np

from reference.next_token import next_token

FUNCTION = "next_token"
REFERENCE = next_token
PARTS = ("token", "p")
STEPS = ["softmax"]

# A check is judged when those it needs have passed; one that is not listed needs all before it.
NEEDS = {
    "p_shape_and_type": ["returns_pair"],
    "p_sums_to_one": ["p_shape_and_type"],
    "p_values": ["p_sums_to_one"],
    "token_is_a_number": ["returns_pair"],
    "token_is_most_likely": ["token_is_a_number"],
    "temperature_moves_the_mass": ["p_values"],
    "temperature_keeps_the_order": ["token_is_a_number"],
    "logits_far_apart": ["p_shape_and_type"],
    "very_negative_logits": ["p_shape_and_type"],
    "one_token": ["p_shape_and_type", "token_is_a_number"],
    "a_constant_changes_nothing": ["p_shape_and_type"],
    "full_precision": ["p_values"],
    "inputs_untouched": ["runs"],
    "read_only_inputs": ["p_shape_and_type"],
    "integer_input": ["p_shape_and_type", "inputs_untouched"],
    "repeatable": ["p_sums_to_one"],
}

PLAIN = ("toy", "eight_tokens", "square")
WITH_TEMPERATURE = ("toy_cold", "toy_hot", "eight_tokens_cold", "eight_tokens_hot", "square_warm")


def case_toy():
    f = np.array([-0.987, 0.928, -1.011, 1.069])
    W_U = np.array(
        [
            [0, 1, -0.5, -0.5, 1, -0.5, -0.5, 0, 0, 0, 1, -0.5],
            [0, 1, -1, -0.5, -0.5, 1, 1, 1, 0.5, 0.5, 0, 0],
            [0, -1, 0, 0, -0.5, 1, 0, 0, 0, -0.5, 0, 1],
            [0, -0.5, 1, 0.5, 0, 0, 1, 0.5, 0.5, 0, -1, 0],
        ]
    )
    return f, W_U


def case_toy_cold():
    f = np.array([-0.987, 0.928, -1.011, 1.069])
    W_U = np.array(
        [
            [0, 1, -0.5, -0.5, 1, -0.5, -0.5, 0, 0, 0, 1, -0.5],
            [0, 1, -1, -0.5, -0.5, 1, 1, 1, 0.5, 0.5, 0, 0],
            [0, -1, 0, 0, -0.5, 1, 0, 0, 0, -0.5, 0, 1],
            [0, -0.5, 1, 0.5, 0, 0, 1, 0.5, 0.5, 0, -1, 0],
        ]
    )
    return f, W_U, 0.5


def case_toy_hot():
    f = np.array([-0.987, 0.928, -1.011, 1.069])
    W_U = np.array(
        [
            [0, 1, -0.5, -0.5, 1, -0.5, -0.5, 0, 0, 0, 1, -0.5],
            [0, 1, -1, -0.5, -0.5, 1, 1, 1, 0.5, 0.5, 0, 0],
            [0, -1, 0, 0, -0.5, 1, 0, 0, 0, -0.5, 0, 1],
            [0, -0.5, 1, 0.5, 0, 0, 1, 0.5, 0.5, 0, -1, 0],
        ]
    )
    return f, W_U, 2.0


def case_eight_tokens():
    rng = np.random.default_rng(4)
    f = rng.normal(size=6)
    W_U = rng.normal(size=(6, 8))
    return f, W_U


def case_eight_tokens_cold():
    rng = np.random.default_rng(4)
    f = rng.normal(size=6)
    W_U = rng.normal(size=(6, 8))
    return f, W_U, 0.3


def case_eight_tokens_hot():
    rng = np.random.default_rng(4)
    f = rng.normal(size=6)
    W_U = rng.normal(size=(6, 8))
    return f, W_U, 5.0


def case_square():
    rng = np.random.default_rng(22)
    f = rng.normal(size=5)
    W_U = rng.normal(size=(5, 5))
    return f, W_U


def case_square_warm():
    rng = np.random.default_rng(22)
    f = rng.normal(size=5)
    W_U = rng.normal(size=(5, 5))
    return f, W_U, 1.5


def case_logits_far_apart():
    rng = np.random.default_rng(4)
    f = 1e4 * rng.normal(size=6)
    W_U = rng.normal(size=(6, 8))
    return f, W_U, 0.01


def case_very_negative_logits():
    f = np.array([1.0, 0.5])
    W_U = np.array([[-2000.0, -2001.0, -1999.0, -2003.0], [0.0, 1.0, 2.0, 0.5]])
    return f, W_U


def case_one_token():
    f = np.array([0.5, -2.0, 1.0])
    W_U = np.array([[1.0], [3.0], [0.25]])
    return f, W_U


def case_constant_added():
    f = np.array([-0.5, 1.5, -2.0, 1.0])
    W_U = np.array([[1.0, 0.0, 2.0], [0.5, -1.0, 0.0], [0.0, 1.0, -0.5], [2.0, 0.0, 1.0]])
    W_U[3] += 10  # f[3] is 1: every logit grows by 10
    return f, W_U


def case_before_the_constant():
    f = np.array([-0.5, 1.5, -2.0, 1.0])
    W_U = np.array([[1.0, 0.0, 2.0], [0.5, -1.0, 0.0], [0.0, 1.0, -0.5], [2.0, 0.0, 1.0]])
    return f, W_U


def case_read_only():
    rng = np.random.default_rng(4)
    f = rng.normal(size=6)
    W_U = rng.normal(size=(6, 8))
    f.flags.writeable = W_U.flags.writeable = False
    return f, W_U, 5.0


def case_whole_numbers():
    f = np.array([2, -1, 1], dtype=np.int64)
    W_U = np.array([[1, 0, 2, -1], [0, 3, 1, 1], [-2, 1, 0, 1]], dtype=np.int64)
    return f, W_U, 2


def case_whole_numbers_as_floats():
    f = np.array([2.0, -1.0, 1.0])
    W_U = np.array([[1.0, 0.0, 2.0, -1.0], [0.0, 3.0, 1.0, 1.0], [-2.0, 1.0, 0.0, 1.0]])
    return f, W_U, 2.0


def check_returns_pair(attempt):
    for case in PLAIN:
        attempt.returns_parts(case)


def check_p_shape_and_type(attempt):
    for case in PLAIN:
        attempt.array(case, "p")


def check_p_sums_to_one(attempt):
    for case in (*PLAIN, *WITH_TEMPERATURE):
        attempt.rows_sum_to_one(case, "p")


def check_p_values(attempt):
    for case in PLAIN:
        attempt.values(case, "p")


def check_token_is_a_number(attempt):
    for case in PLAIN:
        _token(attempt, case)


def check_token_is_most_likely(attempt):
    for case in PLAIN:
        _token_is_right(attempt, case)


def check_temperature_moves_the_mass(attempt):
    for case in WITH_TEMPERATURE:
        attempt.values(case, "p")


def check_temperature_keeps_the_order(attempt):
    for warm, plain in (("toy_cold", "toy"), ("toy_hot", "toy"), ("eight_tokens_hot", "eight_tokens")):
        token, before = _token(attempt, warm), _token(attempt, plain)
        if token != before:
            attempt.fail(warm, got=f"token = {token}", expected=f"token = {before}", token=token, before=before)


def check_logits_far_apart(attempt):
    attempt.finite("logits_far_apart", "p")
    attempt.values("logits_far_apart", "p")


def check_very_negative_logits(attempt):
    attempt.finite("very_negative_logits", "p")
    attempt.values("very_negative_logits", "p")


def check_one_token(attempt):
    attempt.finite("one_token", "p")
    attempt.values("one_token", "p")
    _token_is_right(attempt, "one_token")


def check_a_constant_changes_nothing(attempt):
    attempt.agree("constant_added", "p", attempt.array("before_the_constant", "p"))


def check_full_precision(attempt):
    for case in (*PLAIN, *WITH_TEMPERATURE):
        attempt.precise(case, "p")


def check_inputs_untouched(attempt):
    for case in (*PLAIN, *WITH_TEMPERATURE):
        attempt.untouched(case)
        attempt.separate(case)


def check_read_only_inputs(attempt):
    attempt.agree("read_only", "p", attempt.array("eight_tokens_hot", "p"))


def check_integer_input(attempt):
    attempt.agree("whole_numbers", "p", attempt.array("whole_numbers_as_floats", "p"))


def check_repeatable(attempt):
    for case in ("toy", "eight_tokens"):
        attempt.repeats(case, ["p"])


def _token(attempt, case):
    """The learner's token: fails unless it is a whole number."""
    attempt.returns_parts(case)
    found = attempt.call(case).items[0]
    if found.array is not None and found.array.shape == () and found.array.dtype.kind in "iu":
        return int(found.array)
    if type(found.scalar) is not int:
        attempt.fail(case, got=f"type(token) is {found.type}", expected="type(token) is int", type=found.type)
    return found.scalar


def _token_is_right(attempt, case):
    token, p = _token(attempt, case), attempt.expected(case, "p")
    wanted = int(p.argmax())
    if token != wanted:
        share = float(p[token]) if 0 <= token < len(p) else float("nan")
        details = {"token": token, "share": share, "largest": float(p[wanted])}
        attempt.fail(case, got=f"token = {token}", expected=f"token = {wanted}", **details)
