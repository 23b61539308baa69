def split_heads(Y, h):
    n, d = Y.shape
    return Y.reshape(n, h, d // h).transpose(1, 0, 2)
