import numpy as np


def join_heads(heads):
    print("heads:", heads.shape)
    joined = np.concatenate(list(heads), axis=1)
    print(joined)
    return joined


print(join_heads(np.arange(8.0).reshape(2, 2, 2)).shape)
