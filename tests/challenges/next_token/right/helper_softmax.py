import numpy as np


def softmax(x):
    x = np.exp(x - np.max(x))
    return x / np.sum(x)


def next_token(f, W_U, temperature=1.0):
    logits = np.dot(f, W_U)
    p = softmax(logits / temperature)
    return np.argmax(logits), p
