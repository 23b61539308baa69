"""Two tiny challenges for tests to write anywhere and break: ``shares`` (rows that sum to 1) and its step ``sums``."""

from __future__ import annotations

from pathlib import Path

REFERENCE = '''\
"""Shares of each row."""

import numpy as np


def sums(x: np.ndarray) -> np.ndarray:
    """The sum of each row. x: (n, m). Returns (n, 1)."""
    return x.sum(axis=1, keepdims=True)  # (n, 1)


def shares(x: np.ndarray) -> np.ndarray:
    """Each row divided by its sum. x: (n, m), positive. Returns (n, m)."""
    return x / sums(x)  # (n, m)
'''

SOLUTIONS = {
    "sums": """\
import numpy as np


def sums(x):
    return x.sum(axis=1, keepdims=True)  # (n, 1)
""",
    "shares": """\
import numpy as np


def shares(x):
    total = x.sum(axis=1, keepdims=True)  # (n, 1)
    return x / total  # (n, m)
""",
}

MISCONCEPTIONS = {
    "sums": "def loses_the_axis(x):\n    return x.sum(axis=1)\n",
    "shares": "def shares_columns(x):\n    return x / x.sum(axis=0, keepdims=True)\n",
}

CHECKS = """\
from reference.shares import {id}

FUNCTION = "{id}"
REFERENCE = {id}
PARTS = ("y",)
{steps}

def case_two_rows():
    import numpy as np
    x = np.array([[1.0, 3.0, 4.0], [2.0, 2.0, 1.0]])
    return (x,)


def check_values(attempt):
    attempt.precise("two_rows", "y")
"""

TEXTS = """\
title = "{id} in {code}"
passed = "All right in {code}."
hints = ["First hint.", "Second hint with `code`."]
statement = "Write `{id}(x)`: one row sums to $s = 1$."
{walk}
[checks.values]
title = "The values agree"
why = "Rows share, columns do not."

[misconceptions.{misconception}]
message = "Which axis?"
"""

WALK = """
[[walk]]
lines = "total = x.sum(axis=1, keepdims=True)"
text = "One sum per row, in {code}."

[[walk]]
lines = "return x / total  # (n, m)"
text = "Broadcasting divides each row by its own sum."
"""


def write_challenges(snippets: Path, languages: tuple[str, ...] = ("pt", "es")) -> Path:
    """Write both below ``snippets``, with their reference; gives back the folder of the challenges."""
    files = {"reference/__init__.py": "", "reference/shares.py": REFERENCE}
    for name, solution in SOLUTIONS.items():
        steps = 'STEPS = ["sums"]\n' if name == "shares" else ""
        files |= {
            f"challenges/{name}/starter.py": f"import numpy as np\n\n\ndef {name}(x):\n    return x\n",
            f"challenges/{name}/solution.py": solution,
            f"challenges/{name}/checks.py": CHECKS.format(id=name, steps=steps),
            f"challenges/{name}/misconceptions.py": MISCONCEPTIONS[name],
        }
        misconception = MISCONCEPTIONS[name].split("(")[0].removeprefix("def ")
        for code in languages:
            walk = WALK.format(code=code) if name == "shares" else ""
            text = TEXTS.format(id=name, code=code, misconception=misconception, walk=walk)
            files[f"challenges/{name}/texts.{code}.toml"] = text
    for name, text in files.items():
        path = snippets / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return snippets / "challenges"
