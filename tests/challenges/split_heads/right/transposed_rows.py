def split_heads(Y, h):
    n, d = Y.shape
    return Y.T.reshape(h, d // h, n).transpose(0, 2, 1)
