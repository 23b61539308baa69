"""Wrong ``causal_mask``s, one per misconception: each is right in all but the one thing its name says.

Where two mistakes usually come together, a function has both. Names that start with ``_`` are helpers. ``SHARED`` names
those whose message is another's, because nobody can tell them apart or the same sentence helps.
"""

import numpy as np

SHARED = {
    "booleans_of_the_forbidden": "booleans",
    "minus_one": "minus_a_billion",
    "minus_ten_thousand": "minus_a_billion",
    "minus_ten_billion": "minus_a_billion",
    "most_negative_float": "minus_a_billion",
    "forbids_the_past_and_itself": "forbids_the_past",
    "zeros_and_ones": "ones_and_zeros",
    "empty_row_sees_the_past": "empty_row_sees_everything",
    "real_added": "real_multiplied",
    "forgets_missing_real_and_empty_rows": "forgets_that_real_may_be_missing",
    "looks_up_missing_real": "forgets_that_real_may_be_missing",
    "looks_up_missing_real_and_leaves_rows_empty": "forgets_that_real_may_be_missing",
    "compares_an_array_with_none": "asks_if_an_array_is_true",
    "caches_by_length": "changes_what_it_keeps",
    "zero_times_infinity_without_filler": "zero_times_infinity",
    "ones_and_zeros_without_filler": "ones_and_zeros",
    "zeros_and_ones_without_filler": "ones_and_zeros",
    "booleans_without_filler": "booleans",
    "booleans_of_the_forbidden_without_filler": "booleans",
    "minus_one_without_filler": "minus_a_billion",
    "minus_a_billion_without_filler": "minus_a_billion",
    "minus_ten_thousand_without_filler": "minus_a_billion",
    "plus_infinity_without_filler": "plus_infinity",
    "allows_with_one_without_filler": "allows_with_one",
    "forbids_the_past_without_filler": "forbids_the_past",
    "forbids_itself_without_filler": "forbids_itself",
    "sees_one_ahead_without_filler": "sees_one_ahead",
    "zero_times_infinity_and_empty_rows": "zero_times_infinity",
    "ones_and_zeros_and_empty_rows": "ones_and_zeros",
    "booleans_and_empty_rows": "booleans",
    "minus_a_billion_and_empty_rows": "minus_a_billion",
    "minus_ten_thousand_and_empty_rows": "minus_a_billion",
    "forbids_rows_and_columns_of_filler": "forbids_rows_of_filler",
}


def _allowed(n, real=None):
    """What the right mask allows, (n, n), an empty row left empty."""
    allowed = np.tril(np.ones((n, n), dtype=bool))
    return allowed if real is None else allowed & real


def _mended(allowed):
    return allowed | np.diag(~allowed.any(axis=1))


def _additive(allowed):
    return np.where(allowed, 0.0, -np.inf)


def _mask(n, real=None):
    return _additive(_mended(_allowed(n, real)))


# ── The two values of a mask ─────────────────────────────────────────────────────────────────────────────────────────


def zero_times_infinity(n, real=None):
    return ~_mended(_allowed(n, real)) * -np.inf


def ones_and_zeros(n, real=None):
    return _mended(_allowed(n, real)).astype(float)


def zeros_and_ones(n, real=None):
    return (~_mended(_allowed(n, real))).astype(float)


def booleans(n, real=None):
    return _mended(_allowed(n, real))


def booleans_of_the_forbidden(n, real=None):
    return ~_mended(_allowed(n, real))


def minus_one(n, real=None):
    return np.where(_mended(_allowed(n, real)), 0.0, -1.0)


def minus_a_billion(n, real=None):
    return np.where(_mended(_allowed(n, real)), 0.0, -1e9)


def minus_ten_thousand(n, real=None):
    return np.where(_mended(_allowed(n, real)), 0.0, -1e4)


def minus_ten_billion(n, real=None):
    return np.where(_mended(_allowed(n, real)), 0.0, -1e10)


def most_negative_float(n, real=None):
    return np.where(_mended(_allowed(n, real)), 0.0, np.finfo(float).min)


def plus_infinity(n, real=None):
    return -_mask(n, real)


def allows_with_one(n, real=None):
    return np.where(_mended(_allowed(n, real)), 1.0, -np.inf)


def array_of_integers(n, real=None):
    M = np.zeros((n, n), dtype=int)
    for i in range(n):
        for j in range(i + 1, n):
            M[i, j] = -np.inf
    return M


# ── Which side of the diagonal ───────────────────────────────────────────────────────────────────────────────────────


def forbids_the_past(n, real=None):
    allowed = np.triu(np.ones((n, n), dtype=bool))
    return _additive(_mended(allowed if real is None else allowed & real))


def forbids_the_past_and_itself(n, real=None):
    return np.tril(np.full((n, n), -np.inf))


def forbids_itself(n, real=None):
    allowed = np.tril(np.ones((n, n), dtype=bool), k=-1)
    return _additive(allowed if real is None else allowed & real)


def sees_one_ahead(n, real=None):
    allowed = np.tril(np.ones((n, n), dtype=bool), k=1)
    return _additive(_mended(allowed if real is None else allowed & real))


def sees_only_itself(n, real=None):
    return _additive(np.eye(n, dtype=bool))


def forbids_everything(n, real=None):
    return np.full((n, n), -np.inf)


# ── Filler ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def ignores_filler(n, real=None):
    return _mask(n)


def forbids_rows_of_filler(n, real=None):
    M = _mask(n)
    if real is not None:
        M[~real, :] = -np.inf
    return M


def forbids_rows_and_columns_of_filler(n, real=None):
    M = _mask(n)
    if real is not None:
        M[~real, :] = -np.inf
        M[:, ~real] = -np.inf
    return M


def real_upside_down(n, real=None):
    return _mask(n, None if real is None else ~real)


def filler_replaces_the_future(n, real=None):
    if real is None:
        return _mask(n)
    return _additive(_mended(np.broadcast_to(real, (n, n))))


def one_row_for_filler(n, real=None):
    return _mask(n) if real is None else np.where(real, 0.0, -np.inf)


def real_multiplied(n, real=None):
    return _mask(n) if real is None else _mask(n) * real


def real_added(n, real=None):
    return _mask(n) if real is None else _mask(n) + real


def asks_if_an_array_is_true(n, real=None):
    if real:
        return _mask(n, real)
    return _mask(n)


def compares_an_array_with_none(n, real=None):
    M = _mask(n)
    if real != None:  # noqa: E711
        M[:, ~real] = -np.inf
    return M


def forgets_that_real_may_be_missing(n, real=None):
    M = _mask(n)
    M[:, ~real] = -np.inf
    M[np.diag_indices(n)] = _mask(n, real).diagonal()
    return M


def forgets_missing_real_and_empty_rows(n, real=None):
    M = _mask(n)
    M[:, ~real] = -np.inf
    return M


def looks_up_missing_real(n, real=None):
    M = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            if j > i or not real[j]:
                M[i, j] = -np.inf
        if (M[i] < 0).all():
            M[i, i] = 0
    return M


def looks_up_missing_real_and_leaves_rows_empty(n, real=None):
    M = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            if j > i or not real[j]:
                M[i, j] = -np.inf
    return M


# ── Rows with nobody left ────────────────────────────────────────────────────────────────────────────────────────────


def leaves_rows_empty(n, real=None):
    return _additive(_allowed(n, real))


def filler_always_sees_itself(n, real=None):
    return _additive(_allowed(n, real) | np.eye(n, dtype=bool))


def empty_row_sees_everything(n, real=None):
    allowed = _allowed(n, real)
    allowed[~allowed.any(axis=1)] = True
    return _additive(allowed)


def empty_row_sees_the_past(n, real=None):
    allowed = _allowed(n, real)
    empty = ~allowed.any(axis=1)
    allowed[empty] = _allowed(n)[empty]
    return _additive(allowed)


def empty_row_sees_the_first(n, real=None):
    allowed = _allowed(n, real)
    allowed[~allowed.any(axis=1), 0] = True
    return _additive(allowed)


def empty_row_sees_the_first_real(n, real=None):
    allowed = _allowed(n, real)
    if real is not None:
        allowed[~allowed.any(axis=1), real.argmax()] = True
    return _additive(allowed)


def first_position_made_real(n, real=None):
    if real is not None:
        real[0] = True
    return _mask(n, real)


# ── The same, before filler is thought of ────────────────────────────────────────────────────────────────────────────


def zero_times_infinity_without_filler(n, real=None):
    return ~_allowed(n) * -np.inf


def ones_and_zeros_without_filler(n, real=None):
    return _allowed(n).astype(float)


def zeros_and_ones_without_filler(n, real=None):
    return (~_allowed(n)).astype(float)


def booleans_without_filler(n, real=None):
    return _allowed(n)


def booleans_of_the_forbidden_without_filler(n, real=None):
    return ~_allowed(n)


def minus_one_without_filler(n, real=None):
    return np.where(_allowed(n), 0.0, -1.0)


def minus_a_billion_without_filler(n, real=None):
    return np.where(_allowed(n), 0.0, -1e9)


def minus_ten_thousand_without_filler(n, real=None):
    return np.where(_allowed(n), 0.0, -1e4)


def plus_infinity_without_filler(n, real=None):
    return -_mask(n)


def allows_with_one_without_filler(n, real=None):
    return np.where(_allowed(n), 1.0, -np.inf)


def forbids_the_past_without_filler(n, real=None):
    return _additive(np.triu(np.ones((n, n), dtype=bool)))


def forbids_itself_without_filler(n, real=None):
    return _additive(np.tril(np.ones((n, n), dtype=bool), k=-1))


def sees_one_ahead_without_filler(n, real=None):
    return _additive(np.tril(np.ones((n, n), dtype=bool), k=1))


# ── The same, before empty rows are thought of ───────────────────────────────────────────────────────────────────────


def zero_times_infinity_and_empty_rows(n, real=None):
    return ~_allowed(n, real) * -np.inf


def ones_and_zeros_and_empty_rows(n, real=None):
    return _allowed(n, real).astype(float)


def booleans_and_empty_rows(n, real=None):
    return _allowed(n, real)


def minus_a_billion_and_empty_rows(n, real=None):
    return np.where(_allowed(n, real), 0.0, -1e9)


def minus_ten_thousand_and_empty_rows(n, real=None):
    return np.where(_allowed(n, real), 0.0, -1e4)


# ── What is returned, and what stays behind ──────────────────────────────────────────────────────────────────────────

_KEPT = {}
_CHANGED = {}


def returns_nothing(n, real=None):
    _mask(n, real)


def mask_as_list(n, real=None):
    return _mask(n, real).tolist()


def negates_real_in_place(n, real=None):
    M = _mask(n, real)
    if real is not None:
        np.logical_not(real, out=real)
    return M


def changes_what_it_keeps(n, real=None):
    if n not in _CHANGED:
        _CHANGED[n] = _allowed(n)
    allowed = _CHANGED[n]
    if real is not None:
        allowed &= real
        allowed |= np.diag(~allowed.any(axis=1))
    return _additive(allowed)


def caches_by_length(n, real=None):
    if n not in _KEPT:
        _KEPT[n] = _mask(n, real)
    return _KEPT[n].copy()
