"""Wrong ``multi_head``s, one per misconception: each is right in all but the one thing its name says.

The first 24 are the classic ones. Names that start with ``_`` are helpers. ``SHARED`` names those whose message is
another's, because nobody can tell them apart or the same sentence helps.
"""

import numpy as np

SHARED = {
    "divides_twice": "scale_d_k",
    "sum_over_queries": "softmax_over_queries",
    "softmax_over_everything_and_heads": "softmax_over_everything",
    "mask_keeps_the_future": "causal_mask",
    "d_k_by_true_division_in_reshape": "d_k_by_true_division",
    "maps_as_tuple": "maps_as_list",
    "reshape_of_columns": "interleaved_columns",
    "sum_of_heads": "Wo_block_stuck",
    "maps_in_one_row": "maps_in_one_column",
    "maps_on_middle_axis": "maps_on_last_axis",
    "caches_by_shape": "caches_between_calls",
    "caches_by_shape_and_h": "caches_between_calls",
    "larger_epsilon_in_sum": "epsilon_in_sum",
    "rounds_to_three": "rounds_the_maps",
    "both_as_lists": "output_as_list",
    "return_inside_loop": "concat_rows",
    "one_head_without_axis": "squeezes",
}


def _softmax(scores):
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


def _scores(Q, K):
    return Q @ K.T / np.sqrt(Q.shape[1])


def _shares(Q, K):
    return _softmax(_scores(Q, K))


def _blocks(M, h):
    d_k = M.shape[1] // h
    return [M[:, i * d_k : (i + 1) * d_k] for i in range(h)]


def _heads(X, Wq, Wk, Wv, h, shares=_shares, blocks=_blocks):
    """The mixtures and the maps of the heads, lists of (T, d_k) and (T, T)."""
    maps = [shares(Q, K) for Q, K in zip(blocks(X @ Wq, h), blocks(X @ Wk, h), strict=True)]
    return [A @ V for A, V in zip(maps, blocks(X @ Wv, h), strict=True)], maps


def _layer(X, Wq, Wk, Wv, Wo, h, shares=_shares, blocks=_blocks):
    heads, maps = _heads(X, Wq, Wk, Wv, h, shares, blocks)
    return np.concatenate(heads, axis=1) @ Wo, np.stack(maps)


def scale_sqrt_d_model(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h, lambda Q, K: _softmax(Q @ K.T / np.sqrt(X.shape[1])))


def scale_d_k(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h, lambda Q, K: _softmax(Q @ K.T / Q.shape[1]))


def softmax_over_queries(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h, lambda Q, K: _softmax(_scores(Q, K).T).T)


def softmax_over_everything(X, Wq, Wk, Wv, Wo, h):
    def shares(Q, K):
        raised = np.exp(_scores(Q, K) - _scores(Q, K).max())
        return raised / raised.sum()

    return _layer(X, Wq, Wk, Wv, Wo, h, shares)


def no_max_subtraction(X, Wq, Wk, Wv, Wo, h):
    def shares(Q, K):
        raised = np.exp(_scores(Q, K))
        return raised / raised.sum(axis=1, keepdims=True)

    return _layer(X, Wq, Wk, Wv, Wo, h, shares)


def interleaved_columns(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h, blocks=lambda M, h: [M[:, i::h] for i in range(h)])


def always_first_block(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h, blocks=lambda M, h: [M[:, : M.shape[1] // h]] * h)


def causal_mask(X, Wq, Wk, Wv, Wo, h):
    future = np.triu(np.ones((len(X), len(X)), dtype=bool), k=1)
    return _layer(X, Wq, Wk, Wv, Wo, h, lambda Q, K: _softmax(np.where(future, -np.inf, _scores(Q, K))))


def order_swapped(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h)[::-1]


def only_output(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h)[0]


def maps_as_list(X, Wq, Wk, Wv, Wo, h):
    heads, maps = _heads(X, Wq, Wk, Wv, h)
    return np.concatenate(heads, axis=1) @ Wo, maps


def concat_rows(X, Wq, Wk, Wv, Wo, h):
    heads, maps = _heads(X, Wq, Wk, Wv, h)
    return np.concatenate(heads, axis=0) @ Wo, np.stack(maps)  # (h * T, d_k) does not fit Wo


def reshape_without_transpose(X, Wq, Wk, Wv, Wo, h):
    heads, maps = _heads(X, Wq, Wk, Wv, h)
    return np.stack(heads).reshape(X.shape) @ Wo, np.stack(maps)


def forgets_Wo(X, Wq, Wk, Wv, Wo, h):
    heads, maps = _heads(X, Wq, Wk, Wv, h)
    return np.concatenate(heads, axis=1), np.stack(maps)


def Wo_transposed(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo.T, h)


def averages_heads(X, Wq, Wk, Wv, Wo, h):
    heads, maps = _heads(X, Wq, Wk, Wv, h)
    return np.tile(np.mean(heads, axis=0), (1, h)) @ Wo, np.stack(maps)


def mutates_X(X, Wq, Wk, Wv, Wo, h):
    X -= X.mean(axis=0)
    return _layer(X, Wq, Wk, Wv, Wo, h)


def hardcodes_h_2(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, 2)


def returns_scores(X, Wq, Wk, Wv, Wo, h):
    output, _ = _layer(X, Wq, Wk, Wv, Wo, h)
    return output, _layer(X, Wq, Wk, Wv, Wo, h, _scores)[1]


def float32(X, Wq, Wk, Wv, Wo, h):
    return _layer(*(M.astype(np.float32) for M in (X, Wq, Wk, Wv, Wo)), h)


def slices_X_not_W(X, Wq, Wk, Wv, Wo, h):
    heads, maps = [], []
    for own, rows in zip(_blocks(X, h), _blocks(np.arange(X.shape[1])[None], h), strict=True):
        block = np.ix_(rows[0], rows[0])
        A = _shares(own @ Wq[block], own @ Wk[block])
        heads.append(A @ (own @ Wv[block]))
        maps.append(A)
    return np.concatenate(heads, axis=1) @ Wo, np.stack(maps)


def keys_ask_queries(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wk, Wq, Wv, Wo, h)


def values_are_X(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, np.eye(len(Wv)), Wo, h)


def d_k_by_true_division(X, Wq, Wk, Wv, Wo, h):
    d_k = X.shape[1] / h
    return _layer(X, Wq, Wk, Wv, Wo, h, blocks=lambda M, h: [M[:, i * d_k : (i + 1) * d_k] for i in range(h)])


# ── The same, written otherwise ──────────────────────────────────────────────────────────────────────────────────────


def divides_twice(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h, lambda Q, K: _softmax(_scores(Q, K) / np.sqrt(Q.shape[1])))


def sum_over_queries(X, Wq, Wk, Wv, Wo, h):
    def shares(Q, K):
        scores = _scores(Q, K)
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))
        return raised / raised.sum(axis=0, keepdims=True)

    return _layer(X, Wq, Wk, Wv, Wo, h, shares)


def softmax_over_everything_and_heads(X, Wq, Wk, Wv, Wo, h):
    scores = np.stack(_heads(X, Wq, Wk, Wv, h, _scores)[1])
    raised = np.exp(scores - scores.max())
    A = raised / raised.sum()
    heads = [A[i] @ V for i, V in enumerate(_blocks(X @ Wv, h))]
    return np.concatenate(heads, axis=1) @ Wo, A


def mask_keeps_the_future(X, Wq, Wk, Wv, Wo, h):
    past = np.tril(np.ones((len(X), len(X)), dtype=bool), k=-1)
    return _layer(X, Wq, Wk, Wv, Wo, h, lambda Q, K: _softmax(np.where(past, -np.inf, _scores(Q, K))))


def d_k_by_true_division_in_reshape(X, Wq, Wk, Wv, Wo, h):
    return (X @ Wq).reshape(len(X), h, X.shape[1] / h)


def maps_as_tuple(X, Wq, Wk, Wv, Wo, h):
    output, A = _layer(X, Wq, Wk, Wv, Wo, h)
    return output, tuple(A)


def reshape_of_columns(X, Wq, Wk, Wv, Wo, h):
    def blocks(M, h):
        return M.reshape(len(M), M.shape[1] // h, h).transpose(2, 0, 1)

    heads, maps = _heads(X, Wq, Wk, Wv, h, blocks=blocks)
    return np.stack(heads).transpose(1, 2, 0).reshape(X.shape) @ Wo, np.stack(maps)


# ── The divisor ──────────────────────────────────────────────────────────────────────────────────────────────────────


def no_scale(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h, lambda Q, K: _softmax(Q @ K.T))


def scale_multiplies(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h, lambda Q, K: _softmax(Q @ K.T * np.sqrt(Q.shape[1])))


def scale_after_softmax(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h, lambda Q, K: _softmax(Q @ K.T) / np.sqrt(Q.shape[1]))


def scale_sqrt_T(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h, lambda Q, K: _softmax(Q @ K.T / np.sqrt(len(Q))))


def scale_sqrt_h(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h, lambda Q, K: _softmax(Q @ K.T / np.sqrt(h)))


# ── The softmax ──────────────────────────────────────────────────────────────────────────────────────────────────────


def softmax_over_heads(X, Wq, Wk, Wv, Wo, h):
    scores = np.stack(_heads(X, Wq, Wk, Wv, h, _scores)[1])
    raised = np.exp(scores - scores.max(axis=0))
    A = raised / raised.sum(axis=0)
    heads = [A[i] @ V for i, V in enumerate(_blocks(X @ Wv, h))]
    return np.concatenate(heads, axis=1) @ Wo, A


def max_over_heads(X, Wq, Wk, Wv, Wo, h):
    scores = np.stack(_heads(X, Wq, Wk, Wv, h, _scores)[1])
    raised = np.exp(scores - scores.max(axis=0))
    A = raised / raised.sum(axis=-1, keepdims=True)
    heads = [A[i] @ V for i, V in enumerate(_blocks(X @ Wv, h))]
    return np.concatenate(heads, axis=1) @ Wo, A


def max_of_everything(X, Wq, Wk, Wv, Wo, h):
    def shares(Q, K):
        raised = np.exp(_scores(Q, K) - _scores(Q, K).max())
        return raised / raised.sum(axis=1, keepdims=True)

    return _layer(X, Wq, Wk, Wv, Wo, h, shares)


def max_over_queries(X, Wq, Wk, Wv, Wo, h):
    def shares(Q, K):
        raised = np.exp(_scores(Q, K) - _scores(Q, K).max(axis=0))
        return raised / raised.sum(axis=1, keepdims=True)

    return _layer(X, Wq, Wk, Wv, Wo, h, shares)


def max_without_keepdims(X, Wq, Wk, Wv, Wo, h):
    def shares(Q, K):
        raised = np.exp(_scores(Q, K) - _scores(Q, K).max(axis=1))
        return raised / raised.sum(axis=1, keepdims=True)

    return _layer(X, Wq, Wk, Wv, Wo, h, shares)


def sum_without_keepdims(X, Wq, Wk, Wv, Wo, h):
    def shares(Q, K):
        raised = np.exp(_scores(Q, K) - _scores(Q, K).max(axis=1, keepdims=True))
        return raised / raised.sum(axis=1)

    return _layer(X, Wq, Wk, Wv, Wo, h, shares)


def exp_without_sum(X, Wq, Wk, Wv, Wo, h):
    def shares(Q, K):
        return np.exp(_scores(Q, K) - _scores(Q, K).max(axis=1, keepdims=True))

    return _layer(X, Wq, Wk, Wv, Wo, h, shares)


def sum_without_exp(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h, lambda Q, K: _scores(Q, K) / _scores(Q, K).sum(axis=1, keepdims=True))


def no_softmax(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h, _scores)


def softmax_twice(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h, lambda Q, K: _softmax(_shares(Q, K)))


def hard_argmax(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h, lambda Q, K: np.eye(len(K))[_scores(Q, K).argmax(axis=1)])


def epsilon_in_sum(X, Wq, Wk, Wv, Wo, h):
    def shares(Q, K):
        raised = np.exp(_scores(Q, K) - _scores(Q, K).max(axis=1, keepdims=True))
        return raised / (raised.sum(axis=1, keepdims=True) + 1e-8)

    return _layer(X, Wq, Wk, Wv, Wo, h, shares)


def larger_epsilon_in_sum(X, Wq, Wk, Wv, Wo, h):
    def shares(Q, K):
        raised = np.exp(_scores(Q, K) - _scores(Q, K).max(axis=1, keepdims=True))
        return raised / (raised.sum(axis=1, keepdims=True) + 1e-6)

    return _layer(X, Wq, Wk, Wv, Wo, h, shares)


def rounds_the_maps(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h, lambda Q, K: np.round(_shares(Q, K), 2))


def rounds_to_three(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h, lambda Q, K: np.round(_shares(Q, K), 3))


def mask_without_diagonal(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h, lambda Q, K: _softmax(np.where(np.eye(len(Q)) == 1, -1e9, _scores(Q, K))))


# ── The projections ──────────────────────────────────────────────────────────────────────────────────────────────────


def keys_from_Wq(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wq, Wv, Wo, h)


def queries_from_Wk(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wk, Wk, Wv, Wo, h)


def values_from_Wk(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wk, Wo, h)


def projections_transposed(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq.T, Wk.T, Wv.T, Wo, h)


def mixes_with_transposed_map(X, Wq, Wk, Wv, Wo, h):
    maps = _heads(X, Wq, Wk, Wv, h)[1]
    heads = [A.T @ V for A, V in zip(maps, _blocks(X @ Wv, h), strict=True)]
    return np.concatenate(heads, axis=1) @ Wo, np.stack(maps)


# ── The blocks of columns ────────────────────────────────────────────────────────────────────────────────────────────


def queries_of_first_head(X, Wq, Wk, Wv, Wo, h):
    first = X.shape[1] // h
    return _layer(X, np.tile(Wq[:, :first], (1, h)), Wk, Wv, Wo, h)


def keys_of_first_head(X, Wq, Wk, Wv, Wo, h):
    first = X.shape[1] // h
    return _layer(X, Wq, np.tile(Wk[:, :first], (1, h)), Wv, Wo, h)


def values_of_first_head(X, Wq, Wk, Wv, Wo, h):
    first = X.shape[1] // h
    return _layer(X, Wq, Wk, np.tile(Wv[:, :first], (1, h)), Wo, h)


def values_not_split(X, Wq, Wk, Wv, Wo, h):
    maps = _heads(X, Wq, Wk, Wv, h)[1]
    return np.concatenate([A @ (X @ Wv) for A in maps], axis=1) @ Wo, np.stack(maps)


def heads_reversed(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h, blocks=lambda M, h: _blocks(M, h)[::-1])


def last_column_left_out(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h, blocks=lambda M, h: [block[:, :-1] for block in _blocks(M, h)])


def counts_heads_from_one(X, Wq, Wk, Wv, Wo, h):
    d_k = X.shape[1] // h

    def blocks(M, h):
        return [M[:, i * d_k : (i + 1) * d_k] for i in range(1, h + 1)]

    def shares(Q, K):
        return _softmax(Q @ K.T / np.sqrt(d_k))

    return _layer(X, Wq, Wk, Wv, Wo, h, shares, blocks)


def one_head_too_few(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h, blocks=lambda M, h: _blocks(M, h)[:-1])


def slices_rows(X, Wq, Wk, Wv, Wo, h):
    d_k = X.shape[1] // h

    def blocks(M, h):
        return [M[i * d_k : (i + 1) * d_k] for i in range(h)]

    def shares(Q, K):
        return _softmax(Q @ K.T / np.sqrt(d_k))

    return _layer(X, Wq, Wk, Wv, Wo, h, shares, blocks)


def split_without_transpose(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h, blocks=lambda M, h: list(M.reshape(h, len(M), M.shape[1] // h)))


def d_k_not_divided(X, Wq, Wk, Wv, Wo, h):
    d_k = X.shape[1]

    def blocks(M, h):
        return [M[:, i * d_k : (i + 1) * d_k] for i in range(h)]

    def shares(Q, K):
        return _softmax(Q @ K.T / np.sqrt(d_k))

    return _layer(X, Wq, Wk, Wv, Wo, h, shares, blocks)


def width_from_T(X, Wq, Wk, Wv, Wo, h):
    d_k = X.shape[0] // h

    def blocks(M, h):
        return [M[:, i * d_k : (i + 1) * d_k] for i in range(h)]

    def shares(Q, K):
        scores = Q @ K.T / np.sqrt(d_k)
        return _softmax(scores)

    return _layer(X, Wq, Wk, Wv, Wo, h, shares, blocks)


def ignores_h(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, 1)


def same_map_for_all_heads(X, Wq, Wk, Wv, Wo, h):
    output, A = _layer(X, Wq, Wk, Wv, Wo, 1)
    return output, np.repeat(A, h, axis=0)


# ── Joining the heads ────────────────────────────────────────────────────────────────────────────────────────────────


def heads_interleaved_in_output(X, Wq, Wk, Wv, Wo, h):
    heads, maps = _heads(X, Wq, Wk, Wv, h)
    return np.stack(heads, axis=-1).reshape(X.shape) @ Wo, np.stack(maps)


def Wo_on_the_left(X, Wq, Wk, Wv, Wo, h):
    heads, maps = _heads(X, Wq, Wk, Wv, h)
    return Wo @ np.concatenate(heads, axis=1), np.stack(maps)


def Wo_block_stuck(X, Wq, Wk, Wv, Wo, h):
    heads, maps = _heads(X, Wq, Wk, Wv, h)
    output = np.zeros(X.shape)
    for head in heads:
        output += head @ Wo[: head.shape[1]]
    return output, np.stack(maps)


def sum_of_heads(X, Wq, Wk, Wv, Wo, h):
    heads, maps = _heads(X, Wq, Wk, Wv, h)
    return np.add.reduce(heads) @ Wo[: X.shape[1] // h], np.stack(maps)


def adds_residual(X, Wq, Wk, Wv, Wo, h):
    output, A = _layer(X, Wq, Wk, Wv, Wo, h)
    return X + output, A


def zeros_like_X(X, Wq, Wk, Wv, Wo, h):
    heads, maps = _heads(X, Wq, Wk, Wv, h)
    concatenated = np.zeros_like(X)
    for own, head in zip(_blocks(concatenated, h), heads, strict=True):
        own[:] = head
    return concatenated @ Wo, np.stack(maps)


# ── What is returned ─────────────────────────────────────────────────────────────────────────────────────────────────


def returns_nothing(X, Wq, Wk, Wv, Wo, h):
    _layer(X, Wq, Wk, Wv, Wo, h)


def returns_three(X, Wq, Wk, Wv, Wo, h):
    heads, maps = _heads(X, Wq, Wk, Wv, h)
    return np.concatenate(heads, axis=1) @ Wo, np.stack(maps), np.stack(heads)


def returns_maps_only(X, Wq, Wk, Wv, Wo, h):
    return _layer(X, Wq, Wk, Wv, Wo, h)[1]


def return_inside_loop(X, Wq, Wk, Wv, Wo, h):
    heads, maps = _heads(X, Wq, Wk, Wv, h)
    return np.concatenate(heads[:1], axis=1) @ Wo, np.stack(maps[:1])


def maps_averaged(X, Wq, Wk, Wv, Wo, h):
    output, A = _layer(X, Wq, Wk, Wv, Wo, h)
    return output, A.mean(axis=0)


def last_map_only(X, Wq, Wk, Wv, Wo, h):
    output, A = _layer(X, Wq, Wk, Wv, Wo, h)
    return output, A[-1]


def maps_in_one_column(X, Wq, Wk, Wv, Wo, h):
    output, A = _layer(X, Wq, Wk, Wv, Wo, h)
    return output, np.concatenate(A, axis=0)


def maps_in_one_row(X, Wq, Wk, Wv, Wo, h):
    output, A = _layer(X, Wq, Wk, Wv, Wo, h)
    return output, np.concatenate(A, axis=1)


def maps_on_last_axis(X, Wq, Wk, Wv, Wo, h):
    output, A = _layer(X, Wq, Wk, Wv, Wo, h)
    return output, np.stack(A, axis=-1)


def maps_on_middle_axis(X, Wq, Wk, Wv, Wo, h):
    output, A = _layer(X, Wq, Wk, Wv, Wo, h)
    return output, np.stack(A, axis=1)


def squeezes(X, Wq, Wk, Wv, Wo, h):
    output, A = _layer(X, Wq, Wk, Wv, Wo, h)
    return np.squeeze(output), np.squeeze(A)


def one_head_without_axis(X, Wq, Wk, Wv, Wo, h):
    output, A = _layer(X, Wq, Wk, Wv, Wo, h)
    return output, A[0] if h == 1 else A


def maps_of_integers(X, Wq, Wk, Wv, Wo, h):
    output, A = _layer(X, Wq, Wk, Wv, Wo, h)
    return output, A.astype(int)


def output_as_matrix(X, Wq, Wk, Wv, Wo, h):
    output, A = _layer(X, Wq, Wk, Wv, Wo, h)
    return np.asmatrix(output), A


def output_as_list(X, Wq, Wk, Wv, Wo, h):
    output, A = _layer(X, Wq, Wk, Wv, Wo, h)
    return output.tolist(), A


def both_as_lists(X, Wq, Wk, Wv, Wo, h):
    output, A = _layer(X, Wq, Wk, Wv, Wo, h)
    return output.tolist(), A.tolist()


# ── What stays behind after a call ───────────────────────────────────────────────────────────────────────────────────

_CACHE = {}
_MAPS = []


def _remembered(key, arguments):
    if key not in _CACHE:
        _CACHE[key] = _layer(*arguments)
    return _CACHE[key]


def scales_Wq_in_place(X, Wq, Wk, Wv, Wo, h):
    Wq /= np.sqrt(X.shape[1] // h)
    return _layer(X, Wq, Wk, Wv, Wo, h, lambda Q, K: _softmax(Q @ K.T))


def caches_between_calls(X, Wq, Wk, Wv, Wo, h):
    return _remembered(("h", h), (X, Wq, Wk, Wv, Wo, h))


def caches_by_shape(X, Wq, Wk, Wv, Wo, h):
    return _remembered(X.shape, (X, Wq, Wk, Wv, Wo, h))


def caches_by_shape_and_h(X, Wq, Wk, Wv, Wo, h):
    return _remembered((X.shape, h), (X, Wq, Wk, Wv, Wo, h))


def keeps_maps_between_calls(X, Wq, Wk, Wv, Wo, h):
    heads, maps = _heads(X, Wq, Wk, Wv, h)
    _MAPS.extend(maps)
    return np.concatenate(heads, axis=1) @ Wo, np.stack(_MAPS)
