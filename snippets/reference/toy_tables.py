"""The toy model's vocabulary and weights, chosen by hand: one block, d = 4, 12 tokens, 8 positions, 256 parameters.

Row i of ``E`` belongs to token id i in every language; what differs is only how the token is written.
"""

import numpy as np

# What each id stands for, in plain words, so that code needs no language: weight["cat"], never weight[2].
NAMES = ("the", "on", "cat", "dog", "climb", "ed", "roof", "wall", "sofa", "floor", "stop", "eot")

# ␣ marks a leading space; the tokenizer cuts the verb in two.
TOKENS = {
    "pt": ("o", "␣no", "␣gato", "␣cão", "␣sub", "iu", "␣telhado", "␣muro", "␣sofá", "␣chão", ".", "<eot>"),
    "es": ("el", "␣al", "␣gato", "␣perro", "␣sub", "ió", "␣tejado", "␣muro", "␣sofá", "␣suelo", ".", "<eot>"),
    "cs": ("ten", "␣na", "␣kocour", "␣pes", "␣vy", "lezl", "␣střechu", "␣zeď", "␣gauč", "␣zem", ".", "<eot>"),
}

SENTENCES = {
    "pt": "o gato subiu no telhado",
    "es": "el gato subió al tejado",
    "cs": "ten kocour vylezl na střechu",
}

E = np.array(  # (12, 4), one row per token
    [
        [-0.5, -0.5, 0.0, 1.0],
        [-0.5, 0.0, -0.5, 1.0],
        [1.0, -0.5, 0.0, -0.5],
        [1.0, -0.5, -0.5, 0.0],
        [-0.5, 1.0, 0.0, -0.5],
        [0.0, 0.5, -0.5, 0.0],
        [0.0, -0.5, 1.0, -0.5],
        [1.0, 0.0, -1.0, 0.0],
        [0.5, -0.5, -0.5, 0.5],
        [0.5, 0.0, -0.5, 0.0],
        [0.0, 0.0, 1.0, -1.0],
        [0.5, -0.5, 0.5, -0.5],
    ]
)

P = np.array(  # (8, 4), one row per position: rows 1 to 4 shift one pattern to the right, rows 5 to 7 another
    [
        [0.0, 0.0, 0.0, 0.0],
        [0.5, 0.0, -0.5, 0.0],
        [0.0, 0.5, 0.0, -0.5],
        [-0.5, 0.0, 0.5, 0.0],
        [0.0, -0.5, 0.0, 0.5],
        [0.5, 0.5, -0.5, -0.5],
        [-0.5, 0.5, 0.5, -0.5],
        [-0.5, -0.5, 0.5, 0.5],
    ]
)


def picking(*columns):
    """A projection that picks columns of what it is given, counted from 0. Returns (4, len(columns))."""
    return np.eye(4)[:, list(columns)]


W_Q = picking(3, 1, 3, 0)  # (4, 4): queries are [u4, u2, u4, u1]
W_K = picking(1, 3, 0, 3)  # (4, 4): keys are [u2, u4, u1, u4]
W_V = picking(0, 1, 2, 3)  # (4, 4): values are u itself
W_O = np.eye(4)  # (4, 4): the heads side by side, as they are
W_1 = np.hstack([np.eye(4), -np.eye(4)])  # (4, 8): [u, -u]
W_2 = np.vstack([np.eye(4), np.eye(4)])  # (8, 4): gelu(u) + gelu(-u) in each coordinate

W_U = np.array(  # (4, 12), written with one row per token
    [
        [0.0, 0.0, 0.0, 0.0],
        [1.0, 1.0, -1.0, -0.5],
        [-0.5, -1.0, 0.0, 1.0],
        [-0.5, -0.5, 0.0, 0.5],
        [1.0, -0.5, -0.5, 0.0],
        [-0.5, 1.0, 1.0, 0.0],
        [-0.5, 1.0, 0.0, 1.0],
        [0.0, 1.0, 0.0, 0.5],
        [0.0, 0.5, 0.0, 0.5],
        [0.0, 0.5, -0.5, 0.0],
        [1.0, 0.0, 0.0, -1.0],
        [-0.5, 0.0, 1.0, 0.0],
    ]
).T
