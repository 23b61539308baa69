"""The challenge of the course that tests judge most: its sources as the grader takes them, and what is wrong in it."""

from __future__ import annotations

from pathlib import Path

from aferir.recognition import misconceptions_of

SNIPPETS = Path(__file__).parent.parent / "snippets"
FOLDER = SNIPPETS / "challenges" / "multi_head"
CHALLENGE = {
    "id": "multi_head",
    "function": "multi_head",
    "checks": (FOLDER / "checks.py").read_text(encoding="utf-8"),
    "misconceptions": (FOLDER / "misconceptions.py").read_text(encoding="utf-8"),
}
SOLUTION = (FOLDER / "solution.py").read_text(encoding="utf-8")
MISCONCEPTIONS = misconceptions_of(CHALLENGE["misconceptions"])
WRONG = list(MISCONCEPTIONS.lines)
"""The names of its misconceptions."""
