import warnings

import numpy as np

warnings.simplefilter("error")
np.seterr(over="raise", invalid="raise", divide="raise")
np.random.seed(0)  # noqa: NPY002


def next_token(f, W_U, temperature=1.0):
    assert temperature > 0, "the temperature is positive"
    z = f @ W_U / temperature
    p = np.exp(z - z.max())
    p = p / p.sum()
    print("most likely:", p.argmax(), p.max())
    p.flags.writeable = False
    return int(p.argmax()), p
