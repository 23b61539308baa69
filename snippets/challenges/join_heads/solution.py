def join_heads(heads):
    h, n, d_v = heads.shape

    by_token = heads.swapaxes(0, 1)  # (n, h, d_v): the token first, then its heads
    joined = by_token.reshape(n, h * d_v)  # (n, h * d_v): the heads of a token side by side

    return joined
