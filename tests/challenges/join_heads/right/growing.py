import numpy as np


def join_heads(heads):
    joined = heads[0]
    for head in heads[1:]:
        joined = np.append(joined, head, axis=1)
    return joined
