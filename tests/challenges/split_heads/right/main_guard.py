import numpy as np


def split_heads(Y, h):
    if h == 1:
        return Y[None]
    width = Y.shape[1] // h
    return np.concatenate([Y[None, :, :width], split_heads(Y[:, width:], h - 1)])


if __name__ == "__main__":
    raise SystemExit("this file was run as a script")
