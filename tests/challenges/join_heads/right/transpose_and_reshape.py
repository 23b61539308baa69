def join_heads(heads):
    h, n, d_v = heads.shape
    return heads.transpose(1, 0, 2).reshape(n, h * d_v)
