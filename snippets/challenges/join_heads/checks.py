"""What a right ``join_heads`` does, in the order in which it is judged.

Each ``case_<name>`` is a call to copy: its lines are shown to the learner, its ``return`` becomes the call. In most
cases the entries say where they stand: 213 is head 2, token 1, column 3. Each ``check_<name>`` is handed the attempt.
"""

import numpy as np

from reference.heads import join_heads

FUNCTION = "join_heads"
REFERENCE = join_heads
PARTS = ("joined",)

# A check is judged when those it needs have passed; one that is not listed needs all before it.
NEEDS = {
    "undoes_split": ["shape_and_type"],
    "own_columns": ["shape_and_type"],
    "inputs_untouched": ["runs"],
    "read_only_input": ["shape_and_type"],
    "one_token": ["shape_and_type"],
    "memory_order": ["shape_and_type"],
    "repeatable": ["shape_and_type"],
}

BY_NUMBER_OF_HEADS = ("two_heads", "four_heads", "one_head", "one_column_each")


def case_two_heads():
    h, n, d_v = 2, 5, 3
    heads = 100.0 * np.arange(h)[:, None, None] + 10 * np.arange(n)[:, None] + np.arange(d_v)
    return (heads,)


def case_four_heads():
    h, n, d_v = 4, 3, 2
    heads = 100.0 * np.arange(h)[:, None, None] + 10 * np.arange(n)[:, None] + np.arange(d_v)
    return (heads,)


def case_one_head():
    h, n, d_v = 1, 3, 4
    heads = 100.0 * np.arange(h)[:, None, None] + 10 * np.arange(n)[:, None] + np.arange(d_v)
    return (heads,)


def case_one_column_each():
    h, n, d_v = 4, 3, 1
    heads = 100.0 * np.arange(h)[:, None, None] + 10 * np.arange(n)[:, None] + np.arange(d_v)
    return (heads,)


def case_just_split():
    Y = 10.0 * np.arange(5)[:, None] + np.arange(6)  # 12 is row 1, column 2
    heads = np.stack([Y[:, :2], Y[:, 2:4], Y[:, 4:]])
    return (heads,)


def case_first_head_negated():
    h, n, d_v = 4, 3, 2
    heads = 1 + 100.0 * np.arange(h)[:, None, None] + 10 * np.arange(n)[:, None] + np.arange(d_v)
    heads[0] *= -1  # head 0 changes sign, the others do not
    return (heads,)


def case_nothing_negated():
    h, n, d_v = 4, 3, 2
    heads = 1 + 100.0 * np.arange(h)[:, None, None] + 10 * np.arange(n)[:, None] + np.arange(d_v)
    return (heads,)


def case_read_only():
    h, n, d_v = 2, 5, 3
    heads = 100.0 * np.arange(h)[:, None, None] + 10 * np.arange(n)[:, None] + np.arange(d_v)
    heads.flags.writeable = False
    return (heads,)


def case_many_digits():
    rng = np.random.default_rng(51)
    heads = rng.normal(size=(3, 4, 2))
    return (heads,)


def case_one_token():
    h, n, d_v = 3, 1, 4
    heads = 100.0 * np.arange(h)[:, None, None] + 10 * np.arange(n)[:, None] + np.arange(d_v)
    return (heads,)


def case_tokens_first_in_memory():
    h, n, d_v = 4, 3, 2
    by_token = 100.0 * np.arange(h)[:, None] + 10 * np.arange(n)[:, None, None] + np.arange(d_v)
    heads = by_token.swapaxes(0, 1)  # the same numbers, but the heads of a token lie together in memory
    return (heads,)


def check_returns(attempt):
    for case in ("two_heads", "four_heads"):
        attempt.returns_parts(case)


def check_shape_and_type(attempt):
    for case in ("two_heads", "four_heads"):
        attempt.array(case, "joined")


def check_two_heads(attempt):
    attempt.finite("two_heads", "joined")
    attempt.values("two_heads", "joined")


def check_other_numbers_of_heads(attempt):
    for case in BY_NUMBER_OF_HEADS:
        attempt.values(case, "joined")


def check_undoes_split(attempt):
    attempt.agree("just_split", "joined", 10.0 * np.arange(5)[:, None] + np.arange(6))


def check_own_columns(attempt):
    changes = np.abs(attempt.array("first_head_negated", "joined") - attempt.array("nothing_negated", "joined"))
    for column, change in enumerate(changes.max(axis=0).tolist()):  # (8,)
        if (change > 0) != (column < 2):
            got = f"np.abs(joined_negated - joined)[:, {column}].max() = {change:.4g}"
            attempt.fail("first_head_negated", got=got, expected="" if column < 2 else "0", column=column)


def check_inputs_untouched(attempt):
    for case in ("two_heads", "four_heads", "one_token"):
        attempt.untouched(case)


def check_read_only_input(attempt):
    attempt.agree("read_only", "joined", attempt.array("two_heads", "joined"))


def check_full_precision(attempt):
    attempt.precise("many_digits", "joined")


def check_one_token(attempt):
    attempt.values("one_token", "joined")


def check_memory_order(attempt):
    attempt.agree("tokens_first_in_memory", "joined", attempt.array("four_heads", "joined"))


def check_repeatable(attempt):
    for case in ("two_heads", "four_heads", "nothing_negated"):
        attempt.repeats(case)
