import math

import numpy as np


def softmax_row(row):
    largest = row[0]
    for value in row:
        if value > largest:
            largest = value
    raised = []
    total = 0.0
    for value in row:
        raised.append(math.exp(value - largest))
        total += raised[-1]
    return [value / total for value in raised]


def softmax(scores):
    rows = scores.reshape(-1, scores.shape[-1])
    weights = np.zeros(rows.shape)
    for i in range(len(rows)):
        for j, value in enumerate(softmax_row(rows[i].tolist())):
            weights[i, j] = value
    return weights.reshape(scores.shape)
