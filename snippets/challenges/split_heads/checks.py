"""What a right ``split_heads`` does, in the order in which it is judged.

Each ``case_<name>`` is a call to copy: its lines are shown to the learner, its ``return`` becomes the call. In most
cases the entries say where they stand: 12 is row 1, column 2. Each ``check_<name>`` is handed the attempt.
"""

import numpy as np

from reference.heads import split_heads

FUNCTION = "split_heads"
REFERENCE = split_heads
PARTS = ("heads",)

# A check is judged when those it needs have passed; one that is not listed needs all before it.
NEEDS = {
    "own_columns": ["shape_and_type"],
    "inputs_untouched": ["runs"],
    "read_only_input": ["shape_and_type"],
    "one_token": ["shape_and_type"],
    "order_of_tokens": ["shape_and_type"],
    "memory_order": ["shape_and_type"],
    "repeatable": ["shape_and_type"],
}

BY_NUMBER_OF_HEADS = ("two_heads", "three_heads", "one_head", "as_many_heads_as_columns")


def case_two_heads():
    Y = 10.0 * np.arange(5)[:, None] + np.arange(6)  # 12 is row 1, column 2
    return Y, 2


def case_three_heads():
    Y = 10.0 * np.arange(5)[:, None] + np.arange(6)  # 12 is row 1, column 2
    return Y, 3


def case_one_head():
    Y = 10.0 * np.arange(3)[:, None] + np.arange(4)  # 12 is row 1, column 2
    return Y, 1


def case_as_many_heads_as_columns():
    Y = 10.0 * np.arange(3)[:, None] + np.arange(4)  # 12 is row 1, column 2
    return Y, 4


def case_first_head_negated():
    Y = 10.0 * np.arange(5)[:, None] + np.arange(6) + 1
    Y[:, :2] *= -1  # the columns of head 0 change sign, the others do not
    return Y, 3


def case_nothing_negated():
    Y = 10.0 * np.arange(5)[:, None] + np.arange(6) + 1
    return Y, 3


def case_read_only():
    Y = 10.0 * np.arange(5)[:, None] + np.arange(6)  # 12 is row 1, column 2
    Y.flags.writeable = False
    return Y, 2


def case_many_digits():
    rng = np.random.default_rng(41)
    Y = rng.normal(size=(4, 12))
    return Y, 3


def case_one_token():
    Y = 10.0 * np.arange(1)[:, None] + np.arange(6)
    return Y, 3


def case_tokens_reordered():
    Y = 10.0 * np.arange(5)[:, None] + np.arange(6)  # 12 is row 1, column 2
    return Y[[3, 0, 4, 1, 2]], 2


def case_transposed_in_memory():
    Y = (10.0 * np.arange(5) + np.arange(6)[:, None]).T  # 12 is row 1, column 2; columns lie together in memory
    return Y, 2


def check_returns(attempt):
    for case in ("two_heads", "three_heads"):
        attempt.returns_parts(case)


def check_shape_and_type(attempt):
    for case in ("two_heads", "three_heads"):
        attempt.array(case, "heads")


def check_two_heads(attempt):
    attempt.finite("two_heads", "heads")
    attempt.values("two_heads", "heads")


def check_other_numbers_of_heads(attempt):
    for case in BY_NUMBER_OF_HEADS:
        attempt.values(case, "heads")


def check_own_columns(attempt):
    changes = np.abs(attempt.array("first_head_negated", "heads") - attempt.array("nothing_negated", "heads"))
    for head, change in enumerate(changes.max(axis=(1, 2)).tolist()):  # (3,)
        if (change > 0) != (head == 0):
            got = f"np.abs(heads_negated[{head}] - heads[{head}]).max() = {change:.4g}"
            attempt.fail("first_head_negated", got=got, expected="0" if head else "", head=head)


def check_inputs_untouched(attempt):
    for case in ("two_heads", "three_heads", "one_token"):
        attempt.untouched(case)


def check_read_only_input(attempt):
    attempt.agree("read_only", "heads", attempt.array("two_heads", "heads"))


def check_full_precision(attempt):
    attempt.precise("many_digits", "heads")


def check_one_token(attempt):
    attempt.values("one_token", "heads")


def check_order_of_tokens(attempt):
    attempt.agree("tokens_reordered", "heads", attempt.array("two_heads", "heads")[:, [3, 0, 4, 1, 2]])


def check_memory_order(attempt):
    attempt.agree("transposed_in_memory", "heads", attempt.array("two_heads", "heads"))


def check_repeatable(attempt):
    for case in ("two_heads", "three_heads", "many_digits"):
        attempt.repeats(case)
