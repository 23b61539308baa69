"""Wrong ``self_attention``s, one per misconception: each is right in all but the one thing its name says.

Names that start with ``_`` are helpers. ``SHARED`` names those whose message is another's, because nobody can tell
them apart or the same sentence helps.
"""

import numpy as np

SHARED = {
    "no_scale_and_no_max": "no_scale",
    "scale_d_k_and_no_max": "scale_d_k",
    "scale_sqrt_d_and_no_max": "scale_sqrt_d",
    "over_queries_and_no_max": "softmax_over_queries",
    "over_everything_and_no_max": "softmax_over_everything",
    "no_keepdims_and_no_max": "sum_without_keepdims",
    "order_swapped_and_no_max": "order_swapped",
    "only_result_and_no_max": "only_result",
    "values_are_X_and_no_max": "values_are_X",
    "divides_twice": "scale_d_k",
    "sum_over_queries": "softmax_over_queries",
    "mask_keeps_the_future": "causal_mask",
    "both_as_lists": "result_as_list",
    "smaller_epsilon_in_sum": "epsilon_in_sum",
    "rounds_to_three": "rounds_the_map",
}


def _softmax(scores):
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


def _scores(Q, K):
    return Q @ K.T / np.sqrt(K.shape[1])


def _shares(Q, K):
    return _softmax(_scores(Q, K))


def _layer(X, Wq, Wk, Wv, shares=_shares):
    A = shares(X @ Wq, X @ Wk)
    return A @ (X @ Wv), A


# ── The divisor ──────────────────────────────────────────────────────────────────────────────────────────────────────


def no_scale(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv, lambda Q, K: _softmax(Q @ K.T))


def scale_d_k(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv, lambda Q, K: _softmax(Q @ K.T / K.shape[1]))


def divides_twice(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv, lambda Q, K: _softmax(_scores(Q, K) / np.sqrt(K.shape[1])))


def scale_sqrt_d(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv, lambda Q, K: _softmax(Q @ K.T / np.sqrt(X.shape[1])))


def scale_sqrt_d_v(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv, lambda Q, K: _softmax(Q @ K.T / np.sqrt(Wv.shape[1])))


def scale_sqrt_n(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv, lambda Q, K: _softmax(Q @ K.T / np.sqrt(len(X))))


def scale_multiplies(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv, lambda Q, K: _softmax(Q @ K.T * np.sqrt(K.shape[1])))


def scale_after_softmax(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv, lambda Q, K: _softmax(Q @ K.T) / np.sqrt(K.shape[1]))


# ── The softmax ──────────────────────────────────────────────────────────────────────────────────────────────────────


def softmax_over_queries(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv, lambda Q, K: _softmax(_scores(Q, K).T).T)


def sum_over_queries(X, Wq, Wk, Wv):
    def shares(Q, K):
        scores = _scores(Q, K)
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))
        return raised / raised.sum(axis=0, keepdims=True)

    return _layer(X, Wq, Wk, Wv, shares)


def softmax_over_everything(X, Wq, Wk, Wv):
    def shares(Q, K):
        raised = np.exp(_scores(Q, K) - _scores(Q, K).max())
        return raised / raised.sum()

    return _layer(X, Wq, Wk, Wv, shares)


def sum_without_keepdims(X, Wq, Wk, Wv):
    def shares(Q, K):
        scores = _scores(Q, K)
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))
        return raised / raised.sum(axis=1)

    return _layer(X, Wq, Wk, Wv, shares)


def max_without_keepdims(X, Wq, Wk, Wv):
    def shares(Q, K):
        raised = np.exp(_scores(Q, K) - _scores(Q, K).max(axis=1))
        return raised / raised.sum(axis=1, keepdims=True)

    return _layer(X, Wq, Wk, Wv, shares)


def no_max_subtraction(X, Wq, Wk, Wv):
    def shares(Q, K):
        raised = np.exp(_scores(Q, K))
        return raised / raised.sum(axis=1, keepdims=True)

    return _layer(X, Wq, Wk, Wv, shares)


def max_of_everything(X, Wq, Wk, Wv):
    def shares(Q, K):
        raised = np.exp(_scores(Q, K) - _scores(Q, K).max())
        return raised / raised.sum(axis=1, keepdims=True)

    return _layer(X, Wq, Wk, Wv, shares)


def exp_without_sum(X, Wq, Wk, Wv):
    def shares(Q, K):
        return np.exp(_scores(Q, K) - _scores(Q, K).max(axis=1, keepdims=True))

    return _layer(X, Wq, Wk, Wv, shares)


def no_softmax(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv, _scores)


def softmax_twice(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv, lambda Q, K: _softmax(_shares(Q, K)))


def hard_argmax(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv, lambda Q, K: np.eye(len(K))[_scores(Q, K).argmax(axis=1)])


def epsilon_in_sum(X, Wq, Wk, Wv):
    def shares(Q, K):
        scores = _scores(Q, K)
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))
        return raised / (raised.sum(axis=1, keepdims=True) + 1e-6)

    return _layer(X, Wq, Wk, Wv, shares)


def smaller_epsilon_in_sum(X, Wq, Wk, Wv):
    def shares(Q, K):
        scores = _scores(Q, K)
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))
        return raised / (raised.sum(axis=1, keepdims=True) + 1e-8)

    return _layer(X, Wq, Wk, Wv, shares)


def rounds_the_map(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv, lambda Q, K: np.round(_shares(Q, K), 2))


def rounds_to_three(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv, lambda Q, K: np.round(_shares(Q, K), 3))


def causal_mask(X, Wq, Wk, Wv):
    future = np.triu(np.ones((len(X), len(X)), dtype=bool), k=1)
    return _layer(X, Wq, Wk, Wv, lambda Q, K: _softmax(np.where(future, -np.inf, _scores(Q, K))))


def mask_keeps_the_future(X, Wq, Wk, Wv):
    past = np.tril(np.ones((len(X), len(X)), dtype=bool), k=-1)
    return _layer(X, Wq, Wk, Wv, lambda Q, K: _softmax(np.where(past, -np.inf, _scores(Q, K))))


def mask_without_diagonal(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv, lambda Q, K: _softmax(np.where(np.eye(len(Q)) == 1, -1e9, _scores(Q, K))))


# ── Two at once: the largest score of a row not yet subtracted ───────────────────────────────────────────────────────


def _overflowing(scores):
    return np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)


def no_scale_and_no_max(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv, lambda Q, K: _overflowing(Q @ K.T))


def scale_d_k_and_no_max(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv, lambda Q, K: _overflowing(Q @ K.T / K.shape[1]))


def scale_sqrt_d_and_no_max(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv, lambda Q, K: _overflowing(Q @ K.T / np.sqrt(X.shape[1])))


def over_queries_and_no_max(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv, lambda Q, K: np.exp(_scores(Q, K)) / np.exp(_scores(Q, K)).sum(axis=0))


def over_everything_and_no_max(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv, lambda Q, K: np.exp(_scores(Q, K)) / np.exp(_scores(Q, K)).sum())


def no_keepdims_and_no_max(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv, lambda Q, K: np.exp(_scores(Q, K)) / np.exp(_scores(Q, K)).sum(axis=1))


def order_swapped_and_no_max(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv, lambda Q, K: _overflowing(_scores(Q, K)))[::-1]


def only_result_and_no_max(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv, lambda Q, K: _overflowing(_scores(Q, K)))[0]


def values_are_X_and_no_max(X, Wq, Wk, Wv):
    A = _overflowing(_scores(X @ Wq, X @ Wk))
    return A @ X, A


# ── The three projections ────────────────────────────────────────────────────────────────────────────────────────────


def keys_ask_queries(X, Wq, Wk, Wv):
    return _layer(X, Wk, Wq, Wv)


def keys_from_Wq(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wq, Wv)


def queries_from_Wk(X, Wq, Wk, Wv):
    return _layer(X, Wk, Wk, Wv)


def values_from_Wk(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wk)


def all_from_Wv(X, Wq, Wk, Wv):
    return _layer(X, Wv, Wv, Wv)


def values_are_X(X, Wq, Wk, Wv):
    A = _shares(X @ Wq, X @ Wk)
    return A @ X, A


def scores_from_X(X, Wq, Wk, Wv):
    A = _shares(X, X)
    return A @ (X @ Wv), A


def projections_transposed(X, Wq, Wk, Wv):
    return _layer(X, Wq.T, Wk.T, Wv.T)


def weights_on_the_left(X, Wq, Wk, Wv):
    Q, K, V = Wq @ X, Wk @ X, Wv @ X
    A = _shares(Q, K)
    return A @ V, A


def keys_not_transposed(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    A = _softmax(Q @ K / np.sqrt(K.shape[1]))
    return A @ V, A


def coordinates_compared(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    A = _softmax(Q.T @ K / np.sqrt(K.shape[1]))
    return A @ V, A


# ── The mixtures ─────────────────────────────────────────────────────────────────────────────────────────────────────


def mixes_with_transposed_map(X, Wq, Wk, Wv):
    A = _shares(X @ Wq, X @ Wk)
    return A.T @ (X @ Wv), A


def mixes_scores(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    return _scores(Q, K) @ V, _shares(Q, K)


def adds_residual(X, Wq, Wk, Wv):
    Z, A = _layer(X, Wq, Wk, Wv)
    return X + Z, A


def averages_tokens(X, Wq, Wk, Wv):
    Z, A = _layer(X, Wq, Wk, Wv)
    return Z.mean(axis=0), A


def last_token_only(X, Wq, Wk, Wv):
    Z, A = _layer(X, Wq, Wk, Wv)
    return Z[-1], A[-1]


def values_not_mixed(X, Wq, Wk, Wv):
    return X @ Wv, _shares(X @ Wq, X @ Wk)


# ── What is returned, and what stays behind ──────────────────────────────────────────────────────────────────────────

_CACHE = {}
_BUFFERS = {}


def order_swapped(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv)[::-1]


def only_result(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv)[0]


def only_map(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv)[1]


def returns_nothing(X, Wq, Wk, Wv):
    _layer(X, Wq, Wk, Wv)


def returns_Q_K_V(X, Wq, Wk, Wv):
    return X @ Wq, X @ Wk, X @ Wv


def returns_scores(X, Wq, Wk, Wv):
    return _layer(X, Wq, Wk, Wv)[0], _scores(X @ Wq, X @ Wk)


def result_as_list(X, Wq, Wk, Wv):
    Z, A = _layer(X, Wq, Wk, Wv)
    return list(Z), A


def both_as_lists(X, Wq, Wk, Wv):
    Z, A = _layer(X, Wq, Wk, Wv)
    return Z.tolist(), A.tolist()


def squeezes(X, Wq, Wk, Wv):
    Z, A = _layer(X, Wq, Wk, Wv)
    return np.squeeze(Z), np.squeeze(A)


def float32(X, Wq, Wk, Wv):
    return _layer(*(array.astype(np.float32) for array in (X, Wq, Wk, Wv)))


def zeros_like_X(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    A = np.zeros((len(X), len(X)), dtype=X.dtype)
    A[:] = _shares(Q, K)
    return A @ V, A


def centres_X_in_place(X, Wq, Wk, Wv):
    X -= X.mean(axis=0)
    return _layer(X, Wq, Wk, Wv)


def scales_Wq_in_place(X, Wq, Wk, Wv):
    Wq /= np.sqrt(Wq.shape[1])
    return _layer(X, Wq, Wk, Wv, lambda Q, K: _softmax(Q @ K.T))


def caches_by_shape(X, Wq, Wk, Wv):
    key = (X.shape, Wq.shape, Wv.shape)
    if key not in _CACHE:
        _CACHE[key] = _layer(X, Wq, Wk, Wv)
    return _CACHE[key]


def reuses_a_buffer(X, Wq, Wk, Wv):
    Z, A = _layer(X, Wq, Wk, Wv)
    buffer = _BUFFERS.setdefault(len(X), np.empty(A.shape))
    buffer[:] = A
    return Z, buffer
