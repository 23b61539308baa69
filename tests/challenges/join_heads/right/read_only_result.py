import numpy as np


def join_heads(heads):
    joined = np.column_stack(tuple(heads))
    joined.setflags(write=False)
    return joined
