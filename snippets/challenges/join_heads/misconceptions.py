"""Wrong ``join_heads``, one per misconception: each is right in all but the one thing its name says.

Names that start with ``_`` are helpers. ``SHARED`` names those whose message is another's, because nobody can tell
them apart or the same sentence helps.
"""

import numpy as np

SHARED = {
    "interleaved_by_stack": "interleaved_columns",
    "fortran_order": "interleaved_columns",
    "rows_as_lists": "returns_list",
    "heads_of_a_token_in_the_middle": "not_flattened",
    "mean_of_heads_repeated": "averages_heads",
}


def _join(heads):
    return np.concatenate(list(heads), axis=1)


# ── reshape and the axes ─────────────────────────────────────────────────────────────────────────────────────────────


def reshape_without_transpose(heads):
    h, n, d_v = heads.shape
    return heads.reshape(n, h * d_v)


def not_flattened(heads):
    return heads.swapaxes(0, 1)


def heads_of_a_token_in_the_middle(heads):
    return np.stack(list(heads), axis=1)


def interleaved_columns(heads):
    h, n, d_v = heads.shape
    return heads.transpose(1, 2, 0).reshape(n, h * d_v)


def interleaved_by_stack(heads):
    return np.dstack(list(heads)).reshape(heads.shape[1], -1)


def all_axes_reversed(heads):
    h, n, d_v = heads.shape
    return heads.T.reshape(n, h * d_v)


def tokens_swapped_with_columns(heads):
    h, n, d_v = heads.shape
    return heads.swapaxes(1, 2).reshape(n, h * d_v)


def row_per_head(heads):
    h, n, d_v = heads.shape
    return heads.reshape(h, n * d_v)


def swapped_then_row_per_head(heads):
    h, n, d_v = heads.shape
    return heads.swapaxes(0, 1).reshape(h, n * d_v)


def result_transposed(heads):
    return _join(heads).T


def one_long_row(heads):
    return heads.swapaxes(0, 1).ravel()


def fortran_order(heads):
    h, n, d_v = heads.shape
    return heads.swapaxes(0, 1).reshape((n, h * d_v), order="F")


def memory_order(heads):
    h, n, d_v = heads.shape
    return heads.ravel(order="K").reshape(h, n, d_v).swapaxes(0, 1).reshape(n, h * d_v)


# ── Which heads, and how they meet ───────────────────────────────────────────────────────────────────────────────────


def concat_rows(heads):
    return np.concatenate(list(heads), axis=0)


def sums_heads(heads):
    return heads.sum(axis=0)


def averages_heads(heads):
    return heads.mean(axis=0)


def mean_of_heads_repeated(heads):
    return np.tile(heads.mean(axis=0), (1, len(heads)))


def adds_into_one_block(heads):
    h, n, d_v = heads.shape
    joined = np.zeros((n, h * d_v))
    for head in heads:
        joined[:, :d_v] += head
    return joined


def first_head_repeated(heads):
    return np.tile(heads[0], (1, len(heads)))


def heads_reversed(heads):
    return _join(heads[::-1])


def hardcodes_h_2(heads):
    return np.hstack([heads[0], heads[1]])


def one_head_too_few(heads):
    return np.concatenate([heads[i] for i in range(len(heads) - 1)], axis=1)


def counts_heads_from_one(heads):
    return np.concatenate([heads[i] for i in range(1, len(heads) + 1)], axis=1)


def return_inside_loop(heads):
    return heads[0] * 1.0


def steps_of_one_column(heads):
    h, n, d_v = heads.shape
    joined = np.zeros((n, h * d_v))
    for i, head in enumerate(heads):
        joined[:, i : i + d_v] = head
    return joined


def last_column_left_out(heads):
    h, n, d_v = heads.shape
    joined = np.zeros((n, h * d_v))
    for i, head in enumerate(heads):
        joined[:, i * d_v : (i + 1) * d_v - 1] = head[:, :-1]
    return joined


# ── What is returned, and what stays behind ──────────────────────────────────────────────────────────────────────────

_BUFFERS = {}
_CACHE = {}


def returns_list(heads):
    return _join(heads).tolist()


def rows_as_lists(heads):
    return list(_join(heads))


def returns_nothing(heads):
    _join(heads)


def squeezes(heads):
    return np.squeeze(_join(heads))


def integers(heads):
    return _join(heads).astype(int)


def float32(heads):
    return _join(heads).astype(np.float32)


def sets_shape_of_heads(heads):
    h, n, d_v = heads.shape
    heads.shape = (n, h * d_v)
    return heads


def adds_into_the_first_head(heads):
    for head in heads[1:]:
        heads[0] += head
    return heads[0]


def caches_by_shape(heads):
    if heads.shape not in _CACHE:
        _CACHE[heads.shape] = _join(heads)
    return _CACHE[heads.shape]


def reuses_a_buffer(heads):
    h, n, d_v = heads.shape
    buffer = _BUFFERS.setdefault(heads.shape, np.empty((n, h * d_v)))
    buffer[:] = _join(heads)
    return buffer
