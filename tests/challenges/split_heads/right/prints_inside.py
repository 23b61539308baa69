import numpy as np


def split_heads(Y, h):
    print("Y:", Y.shape, "h:", h)
    heads = Y.reshape(len(Y), h, Y.shape[1] // h).swapaxes(0, 1).copy()
    print(heads)
    return heads


print(split_heads(np.arange(8.0).reshape(2, 4), 2).shape)
