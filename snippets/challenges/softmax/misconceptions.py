"""Wrong ``softmax``es, one per misconception: each is right in all but the one thing its name says.

Names that start with ``_`` are helpers. ``SHARED`` names those whose message is another's, because nobody can tell
them apart or the same sentence helps.
"""

import numpy as np

SHARED = {
    "over_everything_and_no_max": "softmax_over_everything",
    "over_columns_and_no_max": "softmax_over_columns",
    "over_columns_and_max_of_everything": "softmax_over_columns",
    "axis_one_and_no_max": "axis_one",
    "axis_one_and_max_of_everything": "axis_one",
    "loop_and_no_max": "loop_over_first_axis",
    "no_keepdims_and_no_max": "sum_without_keepdims",
    "no_keepdims_and_max_of_everything": "sum_without_keepdims",
    "no_keepdims_at_all": "max_without_keepdims",
    "log_of_the_weights": "logarithm_left_in",
    "works_inside_scores": "subtracts_in_place",
    "rounds_to_three": "rounds_the_weights",
    "smaller_epsilon_in_sum": "epsilon_in_sum",
    "keeps_the_first_answer": "caches_by_shape",
    "nested_lists": "returns_list",
}


def _raised(scores):
    return np.exp(scores - scores.max(axis=-1, keepdims=True))


def _softmax(scores):
    return _raised(scores) / _raised(scores).sum(axis=-1, keepdims=True)


# ── Along which axis ─────────────────────────────────────────────────────────────────────────────────────────────────


def softmax_over_columns(scores):
    raised = np.exp(scores - scores.max(axis=0))
    return raised / raised.sum(axis=0)


def softmax_over_everything(scores):
    raised = np.exp(scores - scores.max())
    return raised / raised.sum()


def axis_one(scores):
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def two_axes_at_most(scores):
    axis = min(scores.ndim, 2) - 1
    raised = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return raised / raised.sum(axis=axis, keepdims=True)


def loop_over_first_axis(scores):
    return np.array([np.exp(row - row.max()) / np.exp(row - row.max()).sum() for row in scores])


def sum_over_columns(scores):
    return _raised(scores) / _raised(scores).sum(axis=0)


def sum_without_keepdims(scores):
    return _raised(scores) / _raised(scores).sum(axis=-1)


def max_without_keepdims(scores):
    raised = np.exp(scores - scores.max(axis=-1))
    return raised / raised.sum(axis=-1, keepdims=True)


# ── Keeping exp from overflowing ─────────────────────────────────────────────────────────────────────────────────────


def no_max_subtraction(scores):
    return np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)


def max_of_everything(scores):
    raised = np.exp(scores - scores.max())
    return raised / raised.sum(axis=-1, keepdims=True)


def max_over_columns(scores):
    raised = np.exp(scores - scores.max(axis=0))
    return raised / raised.sum(axis=-1, keepdims=True)


def min_subtracted(scores):
    raised = np.exp(scores - scores.min(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


def mean_subtracted(scores):
    raised = np.exp(scores - scores.mean(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


def largest_size_subtracted(scores):
    raised = np.exp(scores - np.abs(scores).max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


def divides_by_max(scores):
    raised = np.exp(scores / np.abs(scores).max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


def max_only_in_numerator(scores):
    return _raised(scores) / np.exp(scores).sum(axis=-1, keepdims=True)


def clips_scores(scores):
    raised = np.exp(np.clip(scores, -50, 50))
    return raised / raised.sum(axis=-1, keepdims=True)


def hides_nan(scores):
    return np.nan_to_num(no_max_subtraction(scores))


# ── Two at once: the largest score not yet subtracted, or that of everything ─────────────────────────────────────────


def over_everything_and_no_max(scores):
    return np.exp(scores) / np.exp(scores).sum()


def over_columns_and_no_max(scores):
    return np.exp(scores) / np.exp(scores).sum(axis=0)


def over_columns_and_max_of_everything(scores):
    return np.exp(scores - scores.max()) / np.exp(scores - scores.max()).sum(axis=0)


def axis_one_and_no_max(scores):
    return np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)


def axis_one_and_max_of_everything(scores):
    return np.exp(scores - scores.max()) / np.exp(scores - scores.max()).sum(axis=1, keepdims=True)


def loop_and_no_max(scores):
    return np.array([np.exp(row) / np.exp(row).sum() for row in scores])


def no_keepdims_and_no_max(scores):
    return np.exp(scores) / np.exp(scores).sum(axis=-1)


def no_keepdims_and_max_of_everything(scores):
    return np.exp(scores - scores.max()) / np.exp(scores - scores.max()).sum(axis=-1)


def no_keepdims_at_all(scores):
    raised = np.exp(scores - scores.max(axis=-1))
    return raised / raised.sum(axis=-1)


# ── The formula ──────────────────────────────────────────────────────────────────────────────────────────────────────


def exp_without_sum(scores):
    return _raised(scores)


def sum_without_exp(scores):
    return scores / scores.sum(axis=-1, keepdims=True)


def hard_argmax(scores):
    return (scores == scores.max(axis=-1, keepdims=True)).astype(float)


def sign_turned(scores):
    return _softmax(-scores)


def base_two(scores):
    raised = 2.0 ** (scores - scores.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


def sigmoid(scores):
    return 0.5 * (1 + np.tanh(scores / 2))


def softmax_twice(scores):
    return _softmax(_softmax(scores))


def logarithm_left_in(scores):
    lowered = scores - scores.max(axis=-1, keepdims=True)
    return lowered - np.log(np.exp(lowered).sum(axis=-1, keepdims=True))


def log_of_the_weights(scores):
    return np.log(_softmax(scores))


def scales_scores(scores):
    return _softmax(scores / np.sqrt(scores.shape[-1]))


def epsilon_in_sum(scores):
    return _raised(scores) / (_raised(scores).sum(axis=-1, keepdims=True) + 1e-6)


def smaller_epsilon_in_sum(scores):
    return _raised(scores) / (_raised(scores).sum(axis=-1, keepdims=True) + 1e-8)


def rounds_the_weights(scores):
    return np.round(_softmax(scores), 2)


def rounds_to_three(scores):
    return np.round(_softmax(scores), 3)


# ── What is returned, and what stays behind ──────────────────────────────────────────────────────────────────────────

_CACHE = {}
_BUFFERS = {}


def float32(scores):
    return _softmax(scores.astype(np.float32))


def zeros_like_scores(scores):
    weights = np.zeros_like(scores)
    weights[...] = _softmax(scores)
    return weights


def squeezes(scores):
    return np.squeeze(_softmax(scores))


def returns_nothing(scores):
    _softmax(scores)


def returns_list(scores):
    return list(_softmax(scores))


def nested_lists(scores):
    return _softmax(scores).tolist()


def returns_integers(scores):
    return _softmax(scores).astype(int)


def subtracts_in_place(scores):
    scores -= scores.max(axis=-1, keepdims=True)
    return np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)


def works_inside_scores(scores):
    scores[...] = _softmax(scores)
    return scores


def caches_by_shape(scores):
    if scores.shape not in _CACHE:
        _CACHE[scores.shape] = _softmax(scores)
    return _CACHE[scores.shape]


def keeps_the_first_answer(scores):
    return _CACHE.setdefault("weights", _softmax(scores))


def reuses_a_buffer(scores):
    buffer = _BUFFERS.setdefault(scores.shape, np.empty(scores.shape))
    buffer[...] = _softmax(scores)
    return buffer
