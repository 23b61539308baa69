"""What a right ``weighted_mean`` does."""

import numpy as np
from reference.weighted_mean import weighted_mean

FUNCTION = "weighted_mean"
REFERENCE = weighted_mean
PARTS = ("m",)


def case_marks():
    x = np.array([[12.0], [15.0], [9.0]])
    w = np.array([1.0, 2.0, 1.0])
    return (x, w)


def case_many():
    rng = np.random.default_rng(3)
    x = rng.normal(size=(6, 2))
    w = rng.uniform(0.5, 2.0, size=6)
    return (x, w)


def check_values(attempt):
    for case in ("marks", "many"):
        attempt.precise(case, "m")
