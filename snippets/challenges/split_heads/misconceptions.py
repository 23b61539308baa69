"""Wrong ``split_heads``, one per misconception: each is right in all but the one thing its name says.

Names that start with ``_`` are helpers. ``SHARED`` names those whose message is another's, because nobody can tell
them apart or the same sentence helps.
"""

import numpy as np

SHARED = {
    "interleaved_by_reshape": "interleaved_columns",
    "blocks_stacked_in_the_middle": "heads_not_first",
    "rows_of_the_transpose": "head_by_column_by_token",
    "true_division_in_slice": "d_k_by_true_division",
    "list_of_arrays": "returns_list",
    "h_as_step": "h_is_the_width",
}


def _blocks(Y, h):
    width = Y.shape[1] // h
    return [Y[:, i * width : (i + 1) * width] for i in range(h)]


def _split(Y, h):
    return np.stack(_blocks(Y, h))


# ── reshape and the axes ─────────────────────────────────────────────────────────────────────────────────────────────


def reshape_without_transpose(Y, h):
    n, d = Y.shape
    return Y.reshape(h, n, d // h)


def heads_not_first(Y, h):
    n, d = Y.shape
    return Y.reshape(n, h, d // h)


def blocks_stacked_in_the_middle(Y, h):
    return np.stack(_blocks(Y, h), axis=1)


def heads_on_last_axis(Y, h):
    return np.stack(_blocks(Y, h), axis=-1)


def all_axes_reversed(Y, h):
    n, d = Y.shape
    return Y.reshape(n, h, d // h).T


def head_by_column_by_token(Y, h):
    n, d = Y.shape
    return Y.reshape(n, h, d // h).transpose(1, 2, 0)


def rows_of_the_transpose(Y, h):
    return np.stack(np.split(Y.T, h))


def transposes_then_reshapes(Y, h):
    n, d = Y.shape
    return Y.T.reshape(h, n, d // h)


def fortran_order(Y, h):
    n, d = Y.shape
    return Y.reshape((h, n, d // h), order="F")


def memory_order(Y, h):
    n, d = Y.shape
    return Y.ravel(order="K").reshape(n, h, d // h).swapaxes(0, 1)


# ── Which columns ────────────────────────────────────────────────────────────────────────────────────────────────────


def interleaved_columns(Y, h):
    return np.stack([Y[:, i::h] for i in range(h)])


def interleaved_by_reshape(Y, h):
    n, d = Y.shape
    return Y.reshape(n, d // h, h).transpose(2, 0, 1)


def h_is_the_width(Y, h):
    n, d = Y.shape
    return Y.reshape(n, d // h, h).swapaxes(0, 1)


def h_as_step(Y, h):
    return np.stack([Y[:, i : i + h] for i in range(0, Y.shape[1], h)])


def always_first_block(Y, h):
    return np.stack(_blocks(Y, h)[:1] * h)


def heads_reversed(Y, h):
    return _split(Y, h)[::-1]


def steps_of_one_column(Y, h):
    width = Y.shape[1] // h
    return np.stack([Y[:, i : i + width] for i in range(h)])


def last_column_left_out(Y, h):
    return _split(Y, h)[:, :, :-1]


def counts_heads_from_one(Y, h):
    width = Y.shape[1] // h
    return np.stack([Y[:, i * width : (i + 1) * width] for i in range(1, h + 1)])


def one_head_too_few(Y, h):
    return np.stack(_blocks(Y, h)[:-1])


def all_columns_for_all(Y, h):
    return np.stack([Y] * h)


def zeros_for_other_columns(Y, h):
    n, d = Y.shape
    heads = np.zeros((h, n, d))
    for i in range(h):
        own = slice(i * (d // h), (i + 1) * (d // h))
        heads[i, :, own] = Y[:, own]
    return heads


def hardcodes_h_2(Y, h):
    return _split(Y, 2)


def slices_rows(Y, h):
    rows = len(Y) // h
    return np.stack([Y[i * rows : (i + 1) * rows] for i in range(h)])


def width_from_n(Y, h):
    width = Y.shape[0] // h
    return np.stack([Y[:, i * width : (i + 1) * width] for i in range(h)])


def d_k_by_true_division(Y, h):
    n, d = Y.shape
    return Y.reshape(n, h, d / h).swapaxes(0, 1)


def true_division_in_slice(Y, h):
    width = Y.shape[1] / h
    return np.stack([Y[:, i * width : (i + 1) * width] for i in range(h)])


# ── What is returned, and what stays behind ──────────────────────────────────────────────────────────────────────────

_BUFFERS = {}
_CACHE = {}


def return_inside_loop(Y, h):
    return _blocks(Y, h)[0]


def blocks_in_one_column(Y, h):
    return np.concatenate(_blocks(Y, h), axis=0)


def joined_again(Y, h):
    return np.concatenate(_blocks(Y, h), axis=1)


def returns_list(Y, h):
    return _split(Y, h).tolist()


def list_of_arrays(Y, h):
    return np.split(Y, h, axis=1)


def returns_nothing(Y, h):
    _split(Y, h)


def returns_width_too(Y, h):
    return _split(Y, h), Y.shape[1] // h


def squeezes(Y, h):
    return np.squeeze(_split(Y, h))


def integers(Y, h):
    return _split(Y, h).astype(int)


def float32(Y, h):
    return _split(Y, h).astype(np.float32)


def sets_shape_of_Y(Y, h):
    n, d = Y.shape
    Y.shape = (n, h, d // h)
    return Y.swapaxes(0, 1)


def caches_by_shape(Y, h):
    key = (Y.shape, h)
    if key not in _CACHE:
        _CACHE[key] = _split(Y, h).copy()
    return _CACHE[key]


def reuses_a_buffer(Y, h):
    n, d = Y.shape
    buffer = _BUFFERS.setdefault((Y.shape, h), np.empty((h, n, d // h)))
    buffer[:] = _split(Y, h)
    return buffer
