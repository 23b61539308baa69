"""Ordinary work that nobody waits for: what an engine has seen Python do often, it compiles well.

A browser keeps what it has compiled well with the site, but only once there is much of it. Python that starts from its
memory computes too little for that until somebody works with it; so a worker of its own runs these cells a few times,
once per device, while nothing is asked.
"""

from __future__ import annotations

ROUNDS = 12
"""How often; together with what a first cell takes it is about twice what Chromium asks for."""

CELLS = (
    # Objects, properties, exceptions, containers of all kinds.
    """
class Tally:
    def __init__(self, step):
        self.step = step
        self.seen = []

    def add(self, value):
        self.seen.append(value * self.step)
        return self

    @property
    def total(self):
        return sum(self.seen)


def ways(steps):
    return 1 if steps < 2 else ways(steps - 1) + ways(steps - 2)


for turn in range(12):
    tally = Tally(turn)
    for value in range(150):
        tally.add(value)
    lengths = {str(value): value % 7 for value in range(90)}
    order = sorted(lengths, key=lengths.get, reverse=True)
    pairs = [(a, b) for a, b in zip(order, order[1:]) if a != b]
    groups = {}
    for name, length in lengths.items():
        groups.setdefault(length, set()).add(name)
    try:
        lengths["none"]
    except KeyError as error:
        missing = str(error)
    ways(11)
""",
    # Text, its making and its taking apart.
    """
import json, re

lines = []
for row in range(40):
    lines.append(f"{row:>3} {row / 7:8.3f} {row!r:<5} {'even' if row % 2 == 0 else 'odd'}")
text = "\\n".join(lines)
found = re.findall(r"(\\d+)\\s+([\\d.]+)", text)
words = " ".join(word.strip().upper() for word in text.split())
again = json.loads(json.dumps({"found": found, "words": words[:200]}))
for line in lines[:12]:
    print(line)
""",
    # What the lessons do: scores, weights, heads.
    """
import numpy as np

chance = np.random.default_rng(0)
for turn in range(12):
    queries, keys, values = chance.normal(size=(3, 2, 6, 4))
    scores = queries @ keys.transpose(0, 2, 1) / np.sqrt(4)
    scores = np.where(np.tril(np.ones((6, 6), bool)), scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    heads = np.einsum("hqk,hkd->qhd", weights, values).reshape(6, 8)
    joined = np.concatenate([heads, heads], axis=1)[:, ::2]
    same = np.allclose(joined.mean(axis=0), joined.sum(axis=0) / 6)
    table = np.round(weights, 3).tolist()
print(np.round(weights, 3))
print(repr(heads), np.array2string(joined, precision=2), heads.shape, same)
""",
)
