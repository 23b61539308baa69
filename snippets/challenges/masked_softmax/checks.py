"""What a right ``masked_softmax`` does, in the order in which it is judged.

Seeds are fixed, and the largest allowed scores of a row are well apart. Each row of each mask allows something.
"""

import numpy as np

from reference.masks import masked_softmax

FUNCTION = "masked_softmax"
REFERENCE = masked_softmax
PARTS = ("weights",)
STEPS = ["softmax"]

# A check is judged when those it needs have passed; one that is not listed needs all before it.
NEEDS = {
    "no_nan": ["shape_and_type"],
    "forbidden_weights_are_zero": ["shape_and_type", "no_nan"],
    "rows_sum_to_one": ["shape_and_type", "no_nan"],
    "open_mask_is_plain_softmax": ["rows_sum_to_one"],
    "one_allowed_takes_all": ["forbidden_weights_are_zero", "rows_sum_to_one"],
    "one_mask_for_all_heads": ["shape_and_type"],
    "huge_scores": ["shape_and_type", "no_nan"],
    "forbidden_giant": ["shape_and_type", "no_nan"],
    "very_negative_rows": ["shape_and_type", "no_nan"],
    "mask_beats_any_score": ["shape_and_type", "no_nan"],
    "full_precision": ["values", "one_mask_for_all_heads", "very_negative_rows"],
    "inputs_untouched": ["runs"],
    "read_only_inputs": ["shape_and_type", "no_nan"],
    "integer_input": ["shape_and_type", "no_nan", "inputs_untouched"],
    "repeatable": ["shape_and_type", "no_nan"],
}

PLAIN = ("row_of_the_lesson", "causal", "two_ask_five")


def case_row_of_the_lesson():
    scores = np.array([[-0.333, 0.471, -0.218, -0.577, -0.471]])
    mask = np.array([[0, 0, -np.inf, -np.inf, -np.inf]])
    return scores, mask


def case_causal():
    rng = np.random.default_rng(4)
    scores = rng.normal(size=(5, 5))
    mask = np.triu(np.full((5, 5), -np.inf), k=1)
    return scores, mask


def case_two_ask_five():
    rng = np.random.default_rng(7)
    scores = rng.normal(size=(2, 5))
    mask = np.array([[0, -np.inf, 0, 0, -np.inf], [-np.inf, 0, -np.inf, 0, 0]])
    return scores, mask


def case_open_mask():
    rng = np.random.default_rng(12)
    scores = rng.normal(size=(4, 4))
    mask = np.zeros((4, 4))
    return scores, mask


def case_one_allowed():
    rng = np.random.default_rng(3)
    scores = rng.normal(size=(4, 4))
    mask = np.full((4, 4), -np.inf)
    mask[[0, 1, 2, 3], [2, 0, 3, 1]] = 0  # one place in each row
    return scores, mask


def case_three_heads():
    rng = np.random.default_rng(295)
    scores = rng.normal(size=(3, 4, 4))
    mask = np.triu(np.full((4, 4), -np.inf), k=1)
    return scores, mask


def case_huge_scores():
    rng = np.random.default_rng(4)
    scores = 1e6 * rng.normal(size=(5, 5))
    mask = np.triu(np.full((5, 5), -np.inf), k=1)
    return scores, mask


def case_forbidden_giant():
    scores = np.array([[0.5, 2000.0, 1.5], [3000.0, -0.5, 0.25]])
    mask = np.array([[0, -np.inf, 0], [-np.inf, 0, 0]])
    return scores, mask


def case_very_negative_row():
    scores = np.array([[0.5, 1.5, -0.5], [-900.0, -901.0, -899.0], [0.25, -900.0, 2.0]])
    mask = np.array([[0, 0, -np.inf], [0, 0, -np.inf], [-np.inf, 0, -np.inf]])
    return scores, mask


def case_beyond_a_billion():
    scores = np.array([[-4e9, -5e9, 1.0], [1.0, 2.0, 6e9]])
    mask = np.array([[0, 0, -np.inf], [0, 0, -np.inf]])
    return scores, mask


def case_read_only():
    rng = np.random.default_rng(4)
    scores = rng.normal(size=(5, 5))
    mask = np.triu(np.full((5, 5), -np.inf), k=1)
    scores.flags.writeable = mask.flags.writeable = False
    return scores, mask


def case_whole_numbers():
    scores = np.array([[2, 0, -1], [0, 3, 1], [-2, 1, 4]], dtype=np.int64)
    mask = np.triu(np.full((3, 3), -np.inf), k=1)
    return scores, mask


def case_whole_numbers_as_floats():
    scores = np.array([[2.0, 0.0, -1.0], [0.0, 3.0, 1.0], [-2.0, 1.0, 4.0]])
    mask = np.triu(np.full((3, 3), -np.inf), k=1)
    return scores, mask


def check_shape_and_type(attempt):
    for case in (*PLAIN, "open_mask"):
        attempt.array(case, "weights")


def check_no_nan(attempt):
    for case in (*PLAIN, "open_mask"):
        attempt.finite(case, "weights")


def check_forbidden_weights_are_zero(attempt):
    for case in (*PLAIN, "one_allowed"):
        _forbidden_is_zero(attempt, case)


def check_rows_sum_to_one(attempt):
    for case in (*PLAIN, "open_mask"):
        attempt.rows_sum_to_one(case, "weights")


def check_open_mask_is_plain_softmax(attempt):
    attempt.values("open_mask", "weights")


def check_values(attempt):
    for case in PLAIN:
        attempt.values(case, "weights")


def check_one_allowed_takes_all(attempt):
    attempt.finite("one_allowed", "weights")
    weights = attempt.array("one_allowed", "weights")
    for row, place in enumerate((2, 0, 3, 1)):
        if weights[row, place] != 1:
            got = f"weights[{row}, {place}] = {float(weights[row, place])!r}"
            attempt.fail("one_allowed", got=got, expected="1.0", row=row, place=place)


def check_one_mask_for_all_heads(attempt):
    attempt.finite("three_heads", "weights")
    attempt.values("three_heads", "weights")


def check_huge_scores(attempt):
    attempt.finite("huge_scores", "weights")
    attempt.values("huge_scores", "weights")


def check_forbidden_giant(attempt):
    attempt.finite("forbidden_giant", "weights")
    attempt.values("forbidden_giant", "weights")


def check_very_negative_rows(attempt):
    attempt.finite("very_negative_row", "weights")
    attempt.values("very_negative_row", "weights")


def check_mask_beats_any_score(attempt):
    attempt.finite("beyond_a_billion", "weights")
    _forbidden_is_zero(attempt, "beyond_a_billion")


def check_full_precision(attempt):
    for case in (*PLAIN, "open_mask", "three_heads", "very_negative_row"):
        attempt.precise(case, "weights")


def check_inputs_untouched(attempt):
    for case in (*PLAIN, "open_mask", "whole_numbers_as_floats"):
        attempt.untouched(case)
        attempt.separate(case)


def check_read_only_inputs(attempt):
    attempt.agree("read_only", "weights", attempt.array("causal", "weights"))


def check_integer_input(attempt):
    attempt.agree("whole_numbers", "weights", attempt.array("whole_numbers_as_floats", "weights"))


def check_repeatable(attempt):
    for case in ("open_mask", "two_ask_five"):  # another mask has been applied to as many scores since
        attempt.repeats(case)


def _forbidden_is_zero(attempt, case):
    """Fail at the first weight, where the mask forbids, that is not exactly 0."""
    weights, (_, mask) = attempt.array(case, "weights"), attempt.arguments(case)
    for row, column in np.argwhere((mask < 0) & (weights != 0)).tolist():
        shown = ", ".join(f"{value:.4g}" for value in weights[row].tolist())
        value = float(weights[row, column])
        attempt.fail(case, got=f"weights[{row}] = [{shown}]", row=row, column=column, value=value)
