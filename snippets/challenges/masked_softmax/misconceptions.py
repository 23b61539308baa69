"""Wrong ``masked_softmax``es, one per misconception: each is right in all but the one thing its name says.

Where two mistakes usually come together, a function has both. Names that start with ``_`` are helpers. ``SHARED`` names
those whose message is another's, because nobody can tell them apart or the same sentence helps.
"""

import numpy as np

SHARED = {
    "scores_times_allowed": "forbidden_scores_become_zero",
    "renormalises_after_softmax": "max_before_the_mask",
    "adds_minus_a_billion": "minus_a_billion",
    "minus_a_hundred": "minus_a_billion",
    "minus_ten_thousand": "minus_a_billion",
    "exp_times_mask": "multiplies_by_the_mask",
    "scores_times_mask": "multiplies_by_the_mask",
    "mask_as_zero_times_infinity": "zero_times_infinity",
    "column_sums": "shares_over_columns",
    "axis_zero_of_a_head": "shares_over_columns",
    "max_without_keepdims": "sums_without_keepdims",
    "writes_mask_into_scores": "adds_in_place",
    "larger_epsilon_in_sum": "epsilon_in_sum",
    "ignores_the_mask_without_max": "ignores_the_mask",
    "zeroes_weights_after_softmax_without_max": "zeroes_weights_after_softmax",
    "adds_the_mask_after_softmax_without_max": "adds_the_mask_after_softmax",
    "forbidden_scores_become_zero_without_max": "forbidden_scores_become_zero",
    "multiplies_by_the_mask_without_max": "multiplies_by_the_mask",
    "shares_over_columns_without_max": "shares_over_columns",
    "shares_over_everything_without_max": "shares_over_everything",
    "axis_one_without_max": "axis_one",
    "sums_without_keepdims_without_max": "sums_without_keepdims",
    "exp_without_sum_without_max": "exp_without_sum",
    "index_into_exponentials": "index_of_a_smaller_mask",
    "index_into_shifted_exponentials": "index_of_a_smaller_mask",
    "index_into_weights": "zeroes_weights_after_softmax",
    "index_into_scores": "adds_in_place",
    "scores_times_mask_without_max": "multiplies_by_the_mask",
    "max_and_sum_without_keepdims": "sums_without_keepdims",
    "axis_one_without_keepdims": "sums_without_keepdims",
    "max_and_sum_of_axis_one_without_keepdims": "sums_without_keepdims",
    "epsilon_in_sum_without_max": "epsilon_in_sum",
    "renormalises_after_softmax_without_max": "no_max_subtraction",
    "no_max_of_the_kept": "no_max_subtraction",
    "no_max_with_minus_a_billion": "no_max_subtraction",
    "no_max_with_where": "no_max_subtraction",
    "max_of_the_kept": "max_before_the_mask",
    "max_of_everything_before_the_mask": "max_before_the_mask",
}


def _softmax(scores):
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


def _allowed(scores, mask):
    return np.broadcast_to(mask == 0, scores.shape)


# ── What becomes of a forbidden score ────────────────────────────────────────────────────────────────────────────────


def ignores_the_mask(scores, mask):
    return _softmax(scores)


def zeroes_weights_after_softmax(scores, mask):
    return _softmax(scores) * (mask == 0)


def adds_the_mask_after_softmax(scores, mask):
    return _softmax(scores) + mask


def renormalises_after_softmax(scores, mask):
    weights = _softmax(scores) * (mask == 0)
    return weights / weights.sum(axis=-1, keepdims=True)


def forbidden_scores_become_zero(scores, mask):
    return _softmax(np.where(mask == 0, scores, 0))


def scores_times_allowed(scores, mask):
    return _softmax(scores * (mask == 0))


def subtracts_the_mask(scores, mask):
    return _softmax(scores - mask)


def scores_times_mask(scores, mask):
    return _softmax(scores * mask)


def exp_times_mask(scores, mask):
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True)) * mask
    return raised / raised.sum(axis=-1, keepdims=True)


def multiplies_by_the_mask(scores, mask):
    return _softmax(scores) * mask


def zero_times_infinity(scores, mask):
    return _softmax(scores + (mask != 0) * -np.inf)


def mask_as_zero_times_infinity(scores, mask):
    return _softmax(scores + (1 - (mask == 0)) * -np.inf)


def mask_upside_down(scores, mask):
    return _softmax(np.where(mask, scores, -np.inf))


def mask_turned_over_its_diagonal(scores, mask):
    return _softmax(scores + mask.T)


def makes_its_own_causal_mask(scores, mask):
    return _softmax(np.where(np.tri(*scores.shape[-2:], dtype=bool), scores, -np.inf))


def minus_a_hundred(scores, mask):
    return _softmax(np.where(mask == 0, scores, -100))


def minus_ten_thousand(scores, mask):
    return _softmax(np.where(mask == 0, scores, -1e4))


def minus_a_billion(scores, mask):
    return _softmax(np.where(mask == 0, scores, -1e9))


def adds_minus_a_billion(scores, mask):
    return _softmax(scores + np.where(mask == 0, 0, -1e9))


def smallest_weight_instead_of_zero(scores, mask):
    return np.maximum(_softmax(scores + mask), 1e-12)


# ── The largest score ────────────────────────────────────────────────────────────────────────────────────────────────


def no_max_subtraction(scores, mask):
    raised = np.exp(scores + mask)
    return raised / raised.sum(axis=-1, keepdims=True)


def max_before_the_mask(scores, mask):
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True) + mask)
    return raised / raised.sum(axis=-1, keepdims=True)


def max_of_everything(scores, mask):
    masked = scores + mask
    raised = np.exp(masked - masked.max())
    return raised / raised.sum(axis=-1, keepdims=True)


def max_over_columns(scores, mask):
    masked = scores + mask
    raised = np.exp(masked - masked.max(axis=-2, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


def max_with_zeros(scores, mask):
    largest = np.where(mask == 0, scores, 0).max(axis=-1, keepdims=True)
    raised = np.exp(scores + mask - largest)
    return raised / raised.sum(axis=-1, keepdims=True)


def max_without_keepdims(scores, mask):
    masked = scores + mask
    raised = np.exp(masked - masked.max(axis=-1))
    return raised / raised.sum(axis=-1, keepdims=True)


# ── The sum ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def shares_over_columns(scores, mask):
    masked = scores + mask
    raised = np.exp(masked - masked.max(axis=-2, keepdims=True))
    return raised / raised.sum(axis=-2, keepdims=True)


def column_sums(scores, mask):
    masked = scores + mask
    raised = np.exp(masked - masked.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-2, keepdims=True)


def shares_over_everything(scores, mask):
    masked = scores + mask
    raised = np.exp(masked - masked.max())
    return raised / raised.sum()


def axis_one(scores, mask):
    masked = scores + mask
    raised = np.exp(masked - masked.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def axis_zero_of_a_head(scores, mask):
    masked = scores + mask
    raised = np.exp(masked - masked.max(axis=0, keepdims=True))
    return raised / raised.sum(axis=0, keepdims=True)


def sums_without_keepdims(scores, mask):
    masked = scores + mask
    raised = np.exp(masked - masked.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1)


def shares_the_rest_evenly(scores, mask):
    allowed = _allowed(scores, mask)
    weights = _softmax(scores) * allowed
    missing = 1 - weights.sum(axis=-1, keepdims=True)
    return weights + missing * allowed / allowed.sum(axis=-1, keepdims=True)


def divides_by_the_number_allowed(scores, mask):
    masked = scores + mask
    raised = np.exp(masked - masked.max(axis=-1, keepdims=True))
    return raised / _allowed(scores, mask).sum(axis=-1, keepdims=True)


def uniform_over_the_allowed(scores, mask):
    allowed = _allowed(scores, mask)
    return allowed / allowed.sum(axis=-1, keepdims=True)


def exp_without_sum(scores, mask):
    masked = scores + mask
    return np.exp(masked - masked.max(axis=-1, keepdims=True))


def sum_without_exp(scores, mask):
    masked = np.where(mask == 0, scores, 0.0)
    return masked / masked.sum(axis=-1, keepdims=True)


def epsilon_in_sum(scores, mask):
    masked = scores + mask
    raised = np.exp(masked - masked.max(axis=-1, keepdims=True))
    return raised / (raised.sum(axis=-1, keepdims=True) + 1e-8)


def larger_epsilon_in_sum(scores, mask):
    masked = scores + mask
    raised = np.exp(masked - masked.max(axis=-1, keepdims=True))
    return raised / (raised.sum(axis=-1, keepdims=True) + 1e-6)


def softmax_twice(scores, mask):
    return _softmax(_softmax(scores + mask) + mask)


def hard_argmax(scores, mask):
    masked = scores + mask
    return np.eye(scores.shape[-1])[masked.argmax(axis=-1)]


# ── The same, without the largest score ──────────────────────────────────────────────────────────────────────────────


def ignores_the_mask_without_max(scores, mask):
    raised = np.exp(scores)
    return raised / raised.sum(axis=-1, keepdims=True)


def zeroes_weights_after_softmax_without_max(scores, mask):
    raised = np.exp(scores)
    return raised / raised.sum(axis=-1, keepdims=True) * (mask == 0)


def adds_the_mask_after_softmax_without_max(scores, mask):
    raised = np.exp(scores)
    return raised / raised.sum(axis=-1, keepdims=True) + mask


def forbidden_scores_become_zero_without_max(scores, mask):
    raised = np.exp(np.where(mask == 0, scores, 0))
    return raised / raised.sum(axis=-1, keepdims=True)


def multiplies_by_the_mask_without_max(scores, mask):
    raised = np.exp(scores) * mask
    return raised / raised.sum(axis=-1, keepdims=True)


def shares_over_columns_without_max(scores, mask):
    raised = np.exp(scores + mask)
    return raised / raised.sum(axis=0)


def shares_over_everything_without_max(scores, mask):
    raised = np.exp(scores + mask)
    return raised / raised.sum()


def axis_one_without_max(scores, mask):
    raised = np.exp(scores + mask)
    return raised / raised.sum(axis=1, keepdims=True)


def sums_without_keepdims_without_max(scores, mask):
    raised = np.exp(scores + mask)
    return raised / raised.sum(axis=-1)


def exp_without_sum_without_max(scores, mask):
    return np.exp(scores + mask)


def no_max_of_the_kept(scores, mask):
    raised = np.exp(scores) * (mask == 0)
    return raised / raised.sum(axis=-1, keepdims=True)


def no_max_with_minus_a_billion(scores, mask):
    raised = np.exp(scores + np.where(mask == 0, 0, -1e9))
    return raised / raised.sum(axis=-1, keepdims=True)


def no_max_with_where(scores, mask):
    raised = np.exp(np.where(mask == 0, scores, -1e9))
    return raised / raised.sum(axis=-1, keepdims=True)


def max_of_the_kept(scores, mask):
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True)) * (mask == 0)
    return raised / raised.sum(axis=-1, keepdims=True)


def max_of_everything_before_the_mask(scores, mask):
    raised = np.exp(scores - scores.max() + mask)
    return raised / raised.sum(axis=-1, keepdims=True)


def index_into_exponentials(scores, mask):
    raised = np.exp(scores)
    raised[mask == -np.inf] = 0
    return raised / raised.sum(axis=-1, keepdims=True)


def index_into_shifted_exponentials(scores, mask):
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    raised[mask == -np.inf] = 0
    return raised / raised.sum(axis=-1, keepdims=True)


def index_into_weights(scores, mask):
    weights = _softmax(scores)
    weights[mask == -np.inf] = 0
    return weights


def index_into_scores(scores, mask):
    scores[mask == -np.inf] = -np.inf
    return _softmax(scores)


def scores_times_mask_without_max(scores, mask):
    raised = np.exp(scores * mask)
    return raised / raised.sum(axis=-1, keepdims=True)


def max_and_sum_without_keepdims(scores, mask):
    masked = scores + mask
    raised = np.exp(masked - masked.max(axis=-1))
    return raised / raised.sum(axis=-1)


def axis_one_without_keepdims(scores, mask):
    raised = np.exp(scores + mask)
    return raised / raised.sum(axis=1)


def max_and_sum_of_axis_one_without_keepdims(scores, mask):
    masked = scores + mask
    raised = np.exp(masked - masked.max(axis=1))
    return raised / raised.sum(axis=1)


def epsilon_in_sum_without_max(scores, mask):
    raised = np.exp(scores + mask)
    return raised / (raised.sum(axis=-1, keepdims=True) + 1e-8)


def renormalises_after_softmax_without_max(scores, mask):
    raised = np.exp(scores)
    weights = raised / raised.sum(axis=-1, keepdims=True) * (mask == 0)
    return weights / weights.sum(axis=-1, keepdims=True)


# ── What is returned, and what stays behind ──────────────────────────────────────────────────────────────────────────


def masked_scores(scores, mask):
    return scores + mask


def logarithms(scores, mask):
    masked = scores + mask
    return masked - np.log(np.exp(masked).sum(axis=-1, keepdims=True))


def returns_nothing(scores, mask):
    _softmax(scores + mask)


def list_of_rows(scores, mask):
    return _softmax(scores + mask).tolist()


def rounds(scores, mask):
    return np.round(_softmax(scores + mask), 3)


def float32(scores, mask):
    return _softmax((scores + mask).astype(np.float32))


def adds_in_place(scores, mask):
    scores += mask
    return _softmax(scores)


def writes_mask_into_scores(scores, mask):
    scores[_allowed(scores, mask) == 0] = -np.inf
    return _softmax(scores)


def copies_the_integers_too(scores, mask):
    masked = scores.copy()
    masked[~_allowed(scores, mask)] = -np.inf
    return _softmax(masked)


def index_of_a_smaller_mask(scores, mask):
    masked = scores.astype(float)
    masked[mask < 0] = -np.inf
    return _softmax(masked)


def weights_of_integers(scores, mask):
    weights = np.zeros_like(scores)
    weights[...] = _softmax(scores + mask)
    return weights
