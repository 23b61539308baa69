"""What a right ``layer_norm`` does, in the order in which it is judged.

Seeds are fixed. The first case is the last row of the toy model's X, the second all five rows of it.
"""

import numpy as np

from reference.layer_norm import layer_norm

FUNCTION = "layer_norm"
REFERENCE = layer_norm
PARTS = ("u",)

# A check is judged when those it needs have passed; one that is not listed needs all before it.
NEEDS = {
    "rows_have_mean_zero": ["shape_and_type"],
    "rows_have_deviation_one": ["rows_have_mean_zero"],
    "eps_inside_the_root": ["values"],
    "eps_is_an_argument": ["values"],
    "equal_entries": ["shape_and_type"],
    "far_from_zero": ["values"],
    "other_rows_do_not_matter": ["shape_and_type"],
    "one_vector": ["shape_and_type"],
    "a_batch": ["shape_and_type"],
    "inputs_untouched": ["runs"],
    "read_only_input": ["shape_and_type"],
    "integer_input": ["shape_and_type", "inputs_untouched"],
    "repeatable": ["shape_and_type", "other_rows_do_not_matter"],
}

PLAIN = ("row_of_the_toy", "toy_sentence", "wide_rows", "square")


def case_row_of_the_toy():
    X = np.array([[-0.5, -0.5, -0.5, 1.5]])
    return (X,)


def case_toy_sentence():
    X = np.array(
        [[-0.5, -0.5, 0, 1], [1.5, -0.5, -0.5, -0.5], [-0.5, 1.5, 0, -1], [-0.5, 0.5, 0, 0], [-0.5, -0.5, -0.5, 1.5]]
    )
    return (X,)


def case_wide_rows():
    rng = np.random.default_rng(6)
    X = 3 * rng.normal(size=(4, 7)) + 2
    return (X,)


def case_square():
    rng = np.random.default_rng(8)
    X = rng.normal(size=(5, 5)) - 1
    return (X,)


def case_small_spread():
    rng = np.random.default_rng(9)
    X = 0.004 * rng.normal(size=(4, 6)) + 1
    return (X,)


def case_large_eps():
    rng = np.random.default_rng(6)
    X = 3 * rng.normal(size=(4, 7)) + 2
    return X, 0.5


def case_equal_entries():
    X = np.array([[2.0, 2.0, 2.0, 2.0], [0.0, 1.0, 0.0, -1.0], [0.0, 0.0, 0.0, 0.0]])
    return (X,)


def case_far_from_zero():
    X = np.array([[1.0, 3.0, 2.0, -2.0], [0.0, -1.0, 4.0, 1.0]]) + 1e9
    return (X,)


def case_other_rows():
    rng = np.random.default_rng(6)
    X = 3 * rng.normal(size=(4, 7)) + 2
    X[1:] = 100 * rng.normal(size=(3, 7))  # row 0 is that of wide_rows
    return (X,)


def case_one_vector():
    x = np.array([-0.5, -0.5, -0.5, 1.5])
    return (x,)


def case_batch():
    rng = np.random.default_rng(10)
    X = rng.normal(size=(2, 3, 4)) + 5
    return (X,)


def case_read_only():
    rng = np.random.default_rng(6)
    X = 3 * rng.normal(size=(4, 7)) + 2
    X.flags.writeable = False
    return (X,)


def case_whole_numbers():
    X = np.array([[3, -1, 0, 2], [5, 5, -4, 1], [0, 7, 2, 2]], dtype=np.int64)
    return (X,)


def case_whole_numbers_as_floats():
    X = np.array([[3.0, -1.0, 0.0, 2.0], [5.0, 5.0, -4.0, 1.0], [0.0, 7.0, 2.0, 2.0]])
    return (X,)


def check_shape_and_type(attempt):
    for case in PLAIN:
        attempt.array(case, "u")


def check_rows_have_mean_zero(attempt):
    for case in PLAIN:
        attempt.finite(case, "u")
        u = attempt.array(case, "u")
        for row, mean in enumerate(u.mean(axis=-1).tolist()):
            if abs(mean) > 1e-3:
                attempt.fail(
                    case, got=f"u[{row}].mean() = {mean:.4g}", expected=f"u[{row}].mean() = 0", row=row, mean=mean
                )


def check_rows_have_deviation_one(attempt):
    for case in PLAIN:
        u = attempt.array(case, "u")
        for row, deviation in enumerate(u.std(axis=-1).tolist()):
            if abs(deviation - 1) > 1e-3:
                got, expected = f"u[{row}].std() = {deviation:.4g}", f"u[{row}].std() = 1"
                attempt.fail(case, got=got, expected=expected, row=row, deviation=deviation)


def check_values(attempt):
    for case in PLAIN:
        attempt.values(case, "u")


def check_eps_inside_the_root(attempt):
    attempt.finite("small_spread", "u")
    attempt.values("small_spread", "u")


def check_eps_is_an_argument(attempt):
    attempt.finite("large_eps", "u")
    attempt.values("large_eps", "u")


def check_equal_entries(attempt):
    attempt.finite("equal_entries", "u")
    attempt.values("equal_entries", "u")


def check_far_from_zero(attempt):
    attempt.finite("far_from_zero", "u")
    attempt.values("far_from_zero", "u")


def check_other_rows_do_not_matter(attempt):
    wanted = attempt.array("other_rows", "u")
    wanted[0] = attempt.array("wide_rows", "u")[0]
    attempt.agree("other_rows", "u", wanted)


def check_one_vector(attempt):
    attempt.finite("one_vector", "u")
    attempt.values("one_vector", "u")


def check_a_batch(attempt):
    attempt.finite("batch", "u")
    attempt.values("batch", "u")


def check_full_precision(attempt):
    for case in (*PLAIN, "small_spread", "large_eps", "one_vector", "batch"):
        attempt.precise(case, "u")


def check_inputs_untouched(attempt):
    for case in (*PLAIN, "one_vector", "batch"):
        attempt.untouched(case)
        attempt.separate(case)


def check_read_only_input(attempt):
    attempt.agree("read_only", "u", attempt.array("wide_rows", "u"))


def check_integer_input(attempt):
    attempt.agree("whole_numbers", "u", attempt.array("whole_numbers_as_floats", "u"))


def check_repeatable(attempt):
    for case in ("other_rows", "square"):  # other numbers have come in the shape of the first since
        attempt.repeats(case)
