def split_heads(Y, h):
    n, d = Y.shape

    blocks = Y.reshape(n, h, d // h)  # (n, h, d / h): the row of each token, cut into h blocks
    heads = blocks.swapaxes(0, 1)  # (h, n, d / h): the head first, then the token

    return heads
