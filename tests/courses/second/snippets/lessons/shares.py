"""Three marks, one of which counts twice."""

import numpy as np
from reference.weighted_mean import weighted_mean

language = globals().get("language", "de")

# %% weigh
# fr: la deuxième note compte double
# de: die zweite Note zählt doppelt
marks = np.array([12.0, 15.0, 9.0])
weights = np.array([1.0, 2.0, 1.0])
shares = weights / weights.sum()
mean = weighted_mean(marks[:, np.newaxis], weights)[0]
order = 3
population = 1_234_567
word = {"fr": "part", "de": "Anteil"}[language]
print({"fr": "moyenne :", "de": "Mittel:"}[language], mean)


# %% tables
def table_shares(text):
    head = {"fr": ["note", "part"], "de": ["Note", "Anteil"]}[language]
    return head, [[text.integer(mark), text.number(share, 2)] for mark, share in zip(marks, shares, strict=True)]
