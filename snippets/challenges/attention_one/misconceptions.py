"""Wrong ``attention``s of one query, one per misconception: each is right in all but the one thing its name says.

Names that start with ``_`` are helpers. ``SHARED`` names those whose message is another's, because nobody can tell
them apart or the same sentence helps.
"""

import numpy as np

SHARED = {
    "no_scale_and_no_max": "no_scale",
    "scale_d_and_no_max": "scale_d",
    "mixes_keys_and_no_max": "mixes_keys",
    "values_not_added_and_no_max": "values_not_added",
    "order_swapped_and_no_max": "order_swapped",
    "only_result_and_no_max": "only_result",
    "only_result_and_no_scale": "only_result",
    "divides_twice": "scale_d",
    "ignores_the_query": "averages_values",
    "weights_as_row": "weights_as_column",
    "both_as_lists": "result_as_list",
    "smaller_epsilon_in_sum": "epsilon_in_sum",
    "rounds_to_three": "rounds_the_weights",
    "scales_K_in_place": "scales_q_in_place",
    "keys_compared_by_columns": "query_times_columns",
}


def _softmax(scores):
    raised = np.exp(scores - scores.max())
    return raised / raised.sum()


def _answer(q, K, V, weights):
    return weights @ V, weights


def _scores(q, K):
    return K @ q / np.sqrt(len(q))


def _attention(q, K, V, shares=_softmax):
    weights = shares(_scores(q, K))
    return weights @ V, weights


# ── The scores ───────────────────────────────────────────────────────────────────────────────────────────────────────


def no_scale(q, K, V):
    return _answer(q, K, V, _softmax(K @ q))


def scale_d(q, K, V):
    return _answer(q, K, V, _softmax(K @ q / len(q)))


def divides_twice(q, K, V):
    return _answer(q, K, V, _softmax(_scores(q, K) / np.sqrt(len(q))))


def scale_sqrt_n(q, K, V):
    return _answer(q, K, V, _softmax(K @ q / np.sqrt(len(K))))


def scale_sqrt_m(q, K, V):
    return _answer(q, K, V, _softmax(K @ q / np.sqrt(V.shape[1])))


def scale_sqrt_2(q, K, V):
    return _answer(q, K, V, _softmax(K @ q / np.sqrt(2)))


def scale_multiplies(q, K, V):
    return _answer(q, K, V, _softmax(K @ q * np.sqrt(len(q))))


def scale_after_softmax(q, K, V):
    return _answer(q, K, V, _softmax(K @ q) / np.sqrt(len(q)))


def cosine(q, K, V):
    return _answer(q, K, V, _softmax(K @ q / (np.linalg.norm(K, axis=1) * np.linalg.norm(q))))


def distance(q, K, V):
    return _answer(q, K, V, _softmax(np.linalg.norm(K - q, axis=1) / np.sqrt(len(q))))


def query_times_columns(q, K, V):
    return _answer(q, K, V, _softmax(q @ K / np.sqrt(len(q))))


def keys_compared_by_columns(q, K, V):
    return _answer(q, K, V, _softmax(K.T @ q / np.sqrt(len(q))))


def query_against_values(q, K, V):
    return _answer(q, K, V, _softmax(V @ q / np.sqrt(len(q))))


def products_not_added(q, K, V):
    return _answer(q, K, V, _softmax(K * q / np.sqrt(len(q))))


# ── The softmax ──────────────────────────────────────────────────────────────────────────────────────────────────────


def no_max_subtraction(q, K, V):
    return _attention(q, K, V, lambda scores: np.exp(scores) / np.exp(scores).sum())


def largest_size_subtracted(q, K, V):
    def shares(scores):
        raised = np.exp(scores - np.abs(scores).max())
        return raised / raised.sum()

    return _attention(q, K, V, shares)


def clips_scores(q, K, V):
    return _attention(q, K, V, lambda scores: _softmax(np.clip(scores, -50, 50)))


def exp_without_sum(q, K, V):
    return _attention(q, K, V, lambda scores: np.exp(scores - scores.max()))


def sum_without_exp(q, K, V):
    return _attention(q, K, V, lambda scores: scores / scores.sum())


def no_softmax(q, K, V):
    return _attention(q, K, V, lambda scores: scores)


def softmax_twice(q, K, V):
    return _attention(q, K, V, lambda scores: _softmax(_softmax(scores)))


def hard_lookup(q, K, V):
    return _attention(q, K, V, lambda scores: np.eye(len(scores))[scores.argmax()])


def averages_values(q, K, V):
    return _answer(q, K, V, np.full(len(K), 1 / len(K)))


def ignores_the_query(q, K, V):
    return V.mean(axis=0), np.ones(len(K)) / len(K)


def hides_nan(q, K, V):
    return _attention(q, K, V, lambda scores: np.nan_to_num(np.exp(scores) / np.exp(scores).sum()))


def epsilon_in_sum(q, K, V):
    return _attention(
        q, K, V, lambda scores: np.exp(scores - scores.max()) / (np.exp(scores - scores.max()).sum() + 1e-6)
    )


def smaller_epsilon_in_sum(q, K, V):
    return _attention(
        q, K, V, lambda scores: np.exp(scores - scores.max()) / (np.exp(scores - scores.max()).sum() + 1e-8)
    )


def rounds_the_weights(q, K, V):
    return _attention(q, K, V, lambda scores: np.round(_softmax(scores), 2))


def rounds_to_three(q, K, V):
    return _attention(q, K, V, lambda scores: np.round(_softmax(scores), 3))


# ── The weighted mean ────────────────────────────────────────────────────────────────────────────────────────────────


def mixes_keys(q, K, V):
    weights = _softmax(_scores(q, K))
    return weights @ K, weights


def mixes_columns(q, K, V):
    weights = _softmax(_scores(q, K))
    return V @ weights, weights


def values_not_added(q, K, V):
    weights = _softmax(_scores(q, K))
    return weights[:, None] * V, weights


def values_added_to_one_number(q, K, V):
    weights = _softmax(_scores(q, K))
    return (weights[:, None] * V).sum(), weights


def plain_sum_of_values(q, K, V):
    return V.sum(axis=0), _softmax(_scores(q, K))


def divides_by_n_again(q, K, V):
    weights = _softmax(_scores(q, K))
    return (weights[:, None] * V).mean(axis=0), weights


def best_value_only(q, K, V):
    weights = _softmax(_scores(q, K))
    return V[weights.argmax()] * 1.0, weights


# ── Two at once: the largest score not yet subtracted ────────────────────────────────────────────────────────────────


def _overflowing(scores):
    return np.exp(scores) / np.exp(scores).sum()


def no_scale_and_no_max(q, K, V):
    return _answer(q, K, V, _overflowing(K @ q))


def scale_d_and_no_max(q, K, V):
    return _answer(q, K, V, _overflowing(K @ q / len(q)))


def mixes_keys_and_no_max(q, K, V):
    weights = _overflowing(_scores(q, K))
    return weights @ K, weights


def values_not_added_and_no_max(q, K, V):
    weights = _overflowing(_scores(q, K))
    return weights[:, None] * V, weights


def order_swapped_and_no_max(q, K, V):
    return _attention(q, K, V, _overflowing)[::-1]


def only_result_and_no_max(q, K, V):
    return _attention(q, K, V, _overflowing)[0]


def only_result_and_no_scale(q, K, V):
    return _softmax(K @ q) @ V


# ── What is returned, and what stays behind ──────────────────────────────────────────────────────────────────────────

_CACHE = {}
_BUFFERS = {}


def order_swapped(q, K, V):
    return _attention(q, K, V)[::-1]


def only_result(q, K, V):
    return _attention(q, K, V)[0]


def only_weights(q, K, V):
    return _attention(q, K, V)[1]


def returns_nothing(q, K, V):
    _attention(q, K, V)


def returns_three(q, K, V):
    return (*_attention(q, K, V), _scores(q, K))


def returns_scores(q, K, V):
    return _attention(q, K, V)[0], _scores(q, K)


def result_as_row(q, K, V):
    result, weights = _attention(q, K, V)
    return result[None], weights


def weights_as_column(q, K, V):
    result, weights = _attention(q, K, V)
    return result, weights[:, None]


def weights_as_row(q, K, V):
    result, weights = _attention(q, K, V)
    return result, weights[None]


def both_with_two_axes(q, K, V):
    result, weights = _attention(q, K, V)
    return result[None], weights[None]


def result_as_list(q, K, V):
    result, weights = _attention(q, K, V)
    return result.tolist(), weights


def both_as_lists(q, K, V):
    result, weights = _attention(q, K, V)
    return result.tolist(), weights.tolist()


def squeezes(q, K, V):
    result, weights = _attention(q, K, V)
    return np.squeeze(result), np.squeeze(weights)


def float32(q, K, V):
    return _attention(*(array.astype(np.float32) for array in (q, K, V)))


def zeros_like_values(q, K, V):
    result, weights = _attention(q, K, V)
    own = np.zeros_like(V[0])
    own[:] = result
    return own, weights


def scales_q_in_place(q, K, V):
    q /= np.sqrt(len(q))
    return _answer(q, K, V, _softmax(K @ q))


def scales_K_in_place(q, K, V):
    K /= np.sqrt(len(q))
    return _answer(q, K, V, _softmax(K @ q))


def weighs_V_in_place(q, K, V):
    weights = _softmax(_scores(q, K))
    V *= weights[:, None]
    return V.sum(axis=0), weights


def caches_by_shape(q, K, V):
    key = (K.shape, V.shape)
    if key not in _CACHE:
        _CACHE[key] = _attention(q, K, V)
    return _CACHE[key]


def reuses_a_buffer(q, K, V):
    result, weights = _attention(q, K, V)
    buffer = _BUFFERS.setdefault(len(K), np.empty(len(K)))
    buffer[:] = weights
    return result, buffer
