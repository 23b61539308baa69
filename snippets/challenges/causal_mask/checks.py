"""What a right ``causal_mask`` does, in the order in which it is judged.

Every entry of a mask is 0 or -inf, so each check looks at its own entries exactly and says of the first that is wrong
who asks and who answers.
"""

import numpy as np

from reference.masks import causal_mask

FUNCTION = "causal_mask"
REFERENCE = causal_mask
PARTS = ("M",)

# A check is judged when those it needs have passed; one that is not listed needs all before it.
NEEDS = {
    "past_is_open": ["shape_and_type"],
    "any_length": ["shape_and_type"],
    "filler_is_closed": ["all_real_changes_nothing"],
    "real_past_stays_open": ["all_real_changes_nothing"],
    "no_empty_row": ["all_real_changes_nothing"],
    "inputs_untouched": ["runs"],
    "read_only_input": ["all_real_changes_nothing"],
    "repeatable": ["past_is_open", "any_length"],
}

LENGTHS = ("one_position", "three_positions", "eight_positions")
FILLED = ("filler_at_the_end", "filler_inside", "filler_at_the_start")


def case_five_positions():
    return (5,)


def case_one_position():
    return (1,)


def case_three_positions():
    return (3,)


def case_eight_positions():
    return (8,)


def case_all_real():
    real = np.array([True, True, True, True, True])
    return 5, real


def case_filler_at_the_end():
    real = np.array([True, True, False, False, False])
    return 5, real


def case_filler_inside():
    real = np.array([True, False, True, True, False, True])
    return 6, real


def case_filler_at_the_start():
    real = np.array([False, False, True, True, True])
    return 5, real


def case_only_filler():
    real = np.array([False, False, False])
    return 3, real


def case_read_only():
    real = np.array([False, False, True, True, True])
    real.flags.writeable = False
    return 5, real


def check_shape_and_type(attempt):
    for case in ("five_positions", *LENGTHS):
        attempt.array(case, "M")


def check_future_is_closed(attempt):
    ask, answer = np.indices((5, 5))
    _as_expected(attempt, "five_positions", answer > ask)


def check_past_is_open(attempt):
    ask, answer = np.indices((5, 5))
    _as_expected(attempt, "five_positions", answer <= ask)


def check_any_length(attempt):
    for case in LENGTHS:
        _as_expected(attempt, case)


def check_all_real_changes_nothing(attempt):
    _as_expected(attempt, "all_real")


def check_filler_is_closed(attempt):
    for case in ("filler_at_the_end", "filler_inside"):
        _as_expected(attempt, case, np.broadcast_to(~_real(attempt, case), attempt.expected(case, "M").shape))


def check_real_past_stays_open(attempt):
    for case in FILLED:
        real = _real(attempt, case)
        _as_expected(attempt, case, np.tril(np.broadcast_to(real, (len(real), len(real)))))


def check_no_empty_row(attempt):
    for case in ("filler_at_the_start", "only_filler"):
        M = attempt.array(case, "M")
        for row, entries in enumerate(M):
            if not (entries > -np.inf).any():
                attempt.fail(case, got=_row("M", M, row), row=row)


def check_empty_row_sees_only_itself(attempt):
    for case in (*FILLED, "only_filler"):
        _as_expected(attempt, case)


def check_inputs_untouched(attempt):
    for case in (*FILLED, "all_real"):
        attempt.untouched(case)


def check_read_only_input(attempt):
    attempt.agree("read_only", "M", attempt.array("filler_at_the_start", "M"))


def check_repeatable(attempt):
    for case in ("five_positions", "three_positions"):
        attempt.repeats(case)


def _as_expected(attempt, case, judged=True):
    """Fail at the first of the ``judged`` entries that is not the reference's."""
    M, wanted = attempt.array(case, "M"), attempt.expected(case, "M")
    for asker, answerer in np.argwhere(judged & (wanted != M)).tolist():
        got, expected = _row("M", M, asker), _row("M", wanted, asker)
        attempt.fail(case, got=got, expected=expected, asker=asker, answerer=answerer, value=float(M[asker, answerer]))


def _row(name, M, row):
    return f"{name}[{row}] = [{', '.join(f'{value:.4g}' for value in M[row].tolist())}]"


def _real(attempt, case):
    return attempt.arguments(case)[1]
