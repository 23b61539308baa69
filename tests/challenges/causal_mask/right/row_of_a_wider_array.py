import numpy as np

print("masks")


def causal_mask(n, real=None):
    wide = np.full((2 * n, n), -np.inf)
    for i in range(n):
        visible = [j for j in range(i + 1) if real is None or real[j]] or [i]
        wide[2 * i, visible] = 0
    print(wide[::2])
    return wide[::2]
