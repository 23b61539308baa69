"""Wrong ``layer_norm``s, one per misconception: each is right in all but the one thing its name says.

Where two mistakes usually come together, a function has both. Names that start with ``_`` are helpers. ``SHARED`` names
those whose message is another's, because nobody can tell them apart or the same sentence helps.
"""

import numpy as np

SHARED = {
    "larger_default_eps": "other_default_eps",
    "tiny_default_eps": "other_default_eps",
    "forgets_the_root_of_the_sum": "divides_by_variance",
    "std_without_keepdims": "mean_without_keepdims",
    "mean_of_everything": "normalises_everything",
    "std_of_everything": "normalises_everything",
    "writes_into_X": "centres_in_place",
    "rounds_to_six": "rounds",
    "row_by_row_by_length": "row_by_row_of_a_matrix",
    "entry_by_entry_of_a_matrix": "row_by_row_of_a_matrix",
    "row_by_row_eps_outside": "row_by_row_of_a_matrix",
    "rows_of_the_same_type": "array_of_the_same_type",
    "rows_in_place": "centres_in_place",
    "first_axis_of_a_batch": "normalises_columns",
    "ddof_one_eps_outside": "ddof_one",
    "ddof_one_no_eps": "ddof_one",
    "columns_eps_outside": "normalises_columns",
    "columns_no_eps": "normalises_columns",
    "everything_eps_outside": "normalises_everything",
    "everything_no_eps": "normalises_everything",
    "axis_one_eps_outside": "axis_one",
    "without_keepdims_eps_outside": "mean_without_keepdims",
    "axis_one_without_keepdims": "mean_without_keepdims",
    "divides_by_variance_with_root_of_eps": "divides_by_variance",
    "sums_the_squares_no_eps": "sums_the_squares",
    "sums_the_squares_eps_outside": "sums_the_squares",
    "mean_absolute_deviation_no_eps": "mean_absolute_deviation",
    "forgets_to_centre_eps_outside": "forgets_to_centre",
    "root_mean_square_eps_outside": "root_mean_square",
    "divides_before_subtracting_eps_outside": "divides_before_subtracting",
}


def _deviations(X):
    return X - X.mean(axis=-1, keepdims=True)


def _variance(X):
    return (_deviations(X) ** 2).mean(axis=-1, keepdims=True)


def _right(X, eps=1e-5):
    return _deviations(X) / np.sqrt(_variance(X) + eps)


# ── Which numbers belong together ────────────────────────────────────────────────────────────────────────────────────


def normalises_columns(X, eps=1e-5):
    deviations = X - X.mean(axis=0, keepdims=True)
    return deviations / np.sqrt((deviations**2).mean(axis=0, keepdims=True) + eps)


def first_axis_of_a_batch(X, eps=1e-5):
    axis = max(X.ndim - 2, 0)
    deviations = X - X.mean(axis=axis, keepdims=True)
    return deviations / np.sqrt((deviations**2).mean(axis=axis, keepdims=True) + eps)


def normalises_everything(X, eps=1e-5):
    return (X - X.mean()) / np.sqrt(X.var() + eps)


def mean_of_everything(X, eps=1e-5):
    return (X - X.mean()) / np.sqrt(_variance(X) + eps)


def std_of_everything(X, eps=1e-5):
    return _deviations(X) / np.sqrt(X.var() + eps)


def axis_one(X, eps=1e-5):
    deviations = X - X.mean(axis=1, keepdims=True)
    return deviations / np.sqrt((deviations**2).mean(axis=1, keepdims=True) + eps)


def mean_without_keepdims(X, eps=1e-5):
    return (X - X.mean(axis=-1)) / np.sqrt(X.var(axis=-1) + eps)


def std_without_keepdims(X, eps=1e-5):
    return _deviations(X) / np.sqrt(X.var(axis=-1) + eps)


def row_by_row_of_a_matrix(X, eps=1e-5):
    rows, d = X.shape
    u = np.empty((rows, d))
    for i in range(rows):
        u[i] = (X[i] - X[i].mean()) / np.sqrt(X[i].var() + eps)
    return u


def row_by_row_by_length(X, eps=1e-5):
    u = np.zeros(X.shape)
    for i in range(len(X)):
        u[i] = (X[i] - X[i].mean()) / np.sqrt(X[i].var() + eps)
    return u


def entry_by_entry_of_a_matrix(X, eps=1e-5):
    u = np.zeros(X.shape)
    for i in range(X.shape[0]):
        for j in range(X.shape[1]):
            u[i, j] = (X[i, j] - X[i].mean()) / np.sqrt(X[i].var() + eps)
    return u


def row_by_row_eps_outside(X, eps=1e-5):
    return np.array([(x - x.mean()) / (x.std() + eps) for x in X])


# ── The divisor ──────────────────────────────────────────────────────────────────────────────────────────────────────


def ddof_one(X, eps=1e-5):
    return _deviations(X) / np.sqrt(X.var(axis=-1, ddof=1, keepdims=True) + eps)


def divides_by_variance(X, eps=1e-5):
    return _deviations(X) / (_variance(X) + eps)


def forgets_the_root_of_the_sum(X, eps=1e-5):
    return _deviations(X) / _variance(X)


def root_of_the_deviation(X, eps=1e-5):
    return _deviations(X) / np.sqrt(X.std(axis=-1, keepdims=True) + eps)


def sums_the_squares(X, eps=1e-5):
    return _deviations(X) / np.sqrt((_deviations(X) ** 2).sum(axis=-1, keepdims=True) + eps)


def mean_absolute_deviation(X, eps=1e-5):
    return _deviations(X) / (np.abs(_deviations(X)).mean(axis=-1, keepdims=True) + eps)


def squares_before_centring(X, eps=1e-5):
    return _deviations(X) / np.sqrt((X**2).mean(axis=-1, keepdims=True) + eps)


def mean_square_minus_square_mean(X, eps=1e-5):
    variance = (X**2).mean(axis=-1, keepdims=True) - X.mean(axis=-1, keepdims=True) ** 2
    return _deviations(X) / np.sqrt(variance + eps)


def range_instead_of_deviation(X, eps=1e-5):
    return _deviations(X) / (np.ptp(X, axis=-1, keepdims=True) + eps)


def from_zero_to_one(X, eps=1e-5):
    return (X - X.min(axis=-1, keepdims=True)) / (np.ptp(X, axis=-1, keepdims=True) + eps)


def multiplies_by_the_deviation(X, eps=1e-5):
    return _deviations(X) * np.sqrt(_variance(X) + eps)


# ── The small number ─────────────────────────────────────────────────────────────────────────────────────────────────


def eps_outside_the_root(X, eps=1e-5):
    return _deviations(X) / (np.sqrt(_variance(X)) + eps)


def no_eps(X, eps=1e-5):
    return _deviations(X) / np.sqrt(_variance(X))


def eps_as_a_floor(X, eps=1e-5):
    return _deviations(X) / np.maximum(np.sqrt(_variance(X)), eps)


def eps_squared(X, eps=1e-5):
    return _deviations(X) / np.sqrt(_variance(X) + eps**2)


def ignores_eps(X, eps=1e-5):
    return _right(X)


def other_default_eps(X, eps=1e-6):
    return _right(X, eps)


def larger_default_eps(X, eps=1e-3):
    return _right(X, eps)


def tiny_default_eps(X, eps=1e-8):
    return _right(X, eps)


def eps_subtracted(X, eps=1e-5):
    return _deviations(X) / np.sqrt(np.abs(_variance(X) - eps))


# ── Centring ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def forgets_to_centre(X, eps=1e-5):
    return X / np.sqrt(_variance(X) + eps)


def only_centres(X, eps=1e-5):
    return _deviations(X)


def root_mean_square(X, eps=1e-5):
    return X / np.sqrt((X**2).mean(axis=-1, keepdims=True) + eps)


def divides_before_subtracting(X, eps=1e-5):
    return X - X.mean(axis=-1, keepdims=True) / np.sqrt(_variance(X) + eps)


def subtracts_the_mean_afterwards(X, eps=1e-5):
    return X / np.sqrt(_variance(X) + eps) - X.mean(axis=-1, keepdims=True)


def mean_minus_X(X, eps=1e-5):
    return -_right(X, eps)


def median_instead_of_mean(X, eps=1e-5):
    return (X - np.median(X, axis=-1, keepdims=True)) / np.sqrt(_variance(X) + eps)


def softmax_instead(X, eps=1e-5):
    raised = np.exp(X - X.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


# ── Two at once: eps outside the root, or left out, as well ──────────────────────────────────────────────────────────


def ddof_one_eps_outside(X, eps=1e-5):
    return _deviations(X) / (X.std(axis=-1, ddof=1, keepdims=True) + eps)


def ddof_one_no_eps(X, eps=1e-5):
    return _deviations(X) / X.std(axis=-1, ddof=1, keepdims=True)


def columns_eps_outside(X, eps=1e-5):
    return (X - X.mean(axis=0)) / (X.std(axis=0) + eps)


def columns_no_eps(X, eps=1e-5):
    return (X - X.mean(axis=0)) / X.std(axis=0)


def everything_eps_outside(X, eps=1e-5):
    return (X - X.mean()) / (X.std() + eps)


def everything_no_eps(X, eps=1e-5):
    return (X - X.mean()) / X.std()


def axis_one_eps_outside(X, eps=1e-5):
    return (X - X.mean(axis=1, keepdims=True)) / (X.std(axis=1, keepdims=True) + eps)


def without_keepdims_eps_outside(X, eps=1e-5):
    return (X - X.mean(axis=-1)) / (X.std(axis=-1) + eps)


def axis_one_without_keepdims(X, eps=1e-5):
    return (X - X.mean(axis=1)) / np.sqrt(X.var(axis=1) + eps)


def divides_by_variance_with_root_of_eps(X, eps=1e-5):
    return _deviations(X) / (_variance(X) + np.sqrt(eps))


def sums_the_squares_no_eps(X, eps=1e-5):
    return _deviations(X) / np.linalg.norm(_deviations(X), axis=-1, keepdims=True)


def sums_the_squares_eps_outside(X, eps=1e-5):
    return _deviations(X) / (np.linalg.norm(_deviations(X), axis=-1, keepdims=True) + eps)


def mean_absolute_deviation_no_eps(X, eps=1e-5):
    return _deviations(X) / np.abs(_deviations(X)).mean(axis=-1, keepdims=True)


def forgets_to_centre_eps_outside(X, eps=1e-5):
    return X / (X.std(axis=-1, keepdims=True) + eps)


def root_mean_square_eps_outside(X, eps=1e-5):
    return X / (np.sqrt((X**2).mean(axis=-1, keepdims=True)) + eps)


def divides_before_subtracting_eps_outside(X, eps=1e-5):
    return X - X.mean(axis=-1, keepdims=True) / (X.std(axis=-1, keepdims=True) + eps)


# ── What is returned, and what stays behind ──────────────────────────────────────────────────────────────────────────

_CACHE = {}


def returns_nothing(X, eps=1e-5):
    _right(X, eps)


def returns_mean_and_deviation_too(X, eps=1e-5):
    return _right(X, eps), X.mean(axis=-1, keepdims=True), np.sqrt(_variance(X) + eps)


def list_of_rows(X, eps=1e-5):
    return _right(X, eps).tolist()


def squeezes(X, eps=1e-5):
    return np.squeeze(_right(X, eps))


def rounds(X, eps=1e-5):
    return np.round(_right(X, eps), 3)


def rounds_to_six(X, eps=1e-5):
    return np.round(_right(X, eps), 6)


def float32(X, eps=1e-5):
    return _right(X.astype(np.float32), np.float32(eps))


def centres_in_place(X, eps=1e-5):
    X -= X.mean(axis=-1, keepdims=True)
    return X / np.sqrt((X**2).mean(axis=-1, keepdims=True) + eps)


def writes_into_X(X, eps=1e-5):
    X[...] = _right(X, eps)
    return X


def array_of_the_same_type(X, eps=1e-5):
    u = np.zeros_like(X)
    u[...] = _right(X, eps)
    return u


def rows_of_the_same_type(X, eps=1e-5):
    u = np.zeros_like(X)
    for i in range(len(X)):
        u[i] = (X[i] - X[i].mean()) / np.sqrt(X[i].var() + eps)
    return u


def rows_in_place(X, eps=1e-5):
    for i in range(len(X)):
        X[i] = (X[i] - X[i].mean()) / np.sqrt(X[i].var() + eps)
    return X


def remembers_by_shape(X, eps=1e-5):
    if X.shape not in _CACHE:
        _CACHE[X.shape] = X.mean(axis=-1, keepdims=True), np.sqrt(_variance(X) + eps)
    mean, deviation = _CACHE[X.shape]
    return (X - mean) / deviation
