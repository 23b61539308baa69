import warnings

import numpy as np

warnings.simplefilter("error")
np.seterr(all="raise")


def layer_norm(X: np.ndarray, eps: float = 0.00001) -> np.ndarray:
    D = X - X.mean(axis=-1, keepdims=True, dtype=np.float64)
    u = np.asfortranarray(D / np.hypot(D.std(axis=-1, keepdims=True), np.sqrt(eps)))
    print(u)
    u.flags.writeable = False
    return u
