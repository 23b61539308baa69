"""What each kind of block is called, on a page and in a notebook; English, as the catalogues know it."""

from __future__ import annotations

LABEL_MESSAGES = {
    "challenge": "Challenge",
    "theorem": "Theorem",
    "proof": "Proof",
    "definition": "Definition",
    "exercise": "Exercise",
    "check-yourself": "Check yourself",
    "project": "Project",
    "quiz": "Quiz",
    "question": "Question",
    "answer": "Show an answer",
}
