"""Blocks: ``/// kind | argument`` to ``///``, which hold Markdown."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from typing import Literal as OneOf

from ..errors import hint
from .fences import NAME, Fault
from .questions import argument_fault

OPENING = re.compile(r"(?P<slashes>/{3,})[ ]*(?P<kind>[\w-]+)[ ]*(?:\|[ ]*(?P<argument>.*?)[ ]*)?\Z")
CLOSING = re.compile(r"(?P<slashes>/{3,})[ ]*\Z")

Argument = OneOf["name", "title", "question"]

BLOCKS: Mapping[str, Argument] = {
    "challenge": "name",
    "theorem": "title",
    "proof": "title",
    "definition": "title",
    "exercise": "title",
    "check-yourself": "title",
    "project": "title",
    "quiz": "name",
    "question": "question",
    "answer": "title",
}
"""The blocks and what stands after their ``|``: the name of a thing, which is required, a title, which is not, or the
kind and the name of a question."""

_PARENTS = {"question": "quiz", "answer": "exercise"}


def opening_fault(line: str, open_slashes: Container[str], inside: str, *, in_quiz: bool) -> Fault | None:
    """What is wrong with a line that begins with ``///`` and is no closing line, inside blocks of these slashes.

    ``inside`` is the kind of the innermost block that is open, "" for none; ``in_quiz``: a quiz is open.
    """
    found = OPENING.match(line)
    if not found:
        return malformed(f"“{line[:40]}” opens no block: write /// kind | argument")
    kind, argument = found["kind"], found["argument"] or ""
    if kind not in BLOCKS:
        details = {"kind": kind, "hint": hint(kind, BLOCKS), "known": ", ".join(BLOCKS)}
        return Fault("AF112", details)
    if found["slashes"] in open_slashes:
        outer = found["slashes"] + "/"
        return malformed(
            f"a block inside a block has fewer slashes than the outer one: open and close that with {outer}"
        )
    misplaced = _misplaced(kind, inside, in_quiz=in_quiz)
    if misplaced:
        return Fault("AF901", {"reason": misplaced})
    if kind == "question":
        return argument_fault(argument)
    if BLOCKS[kind] == "name" and not NAME.fullmatch(argument):
        wanted = f"“{argument}” is no name" if argument else f"a {kind} needs a name"
        return malformed(f"{wanted}: write /// {kind} | multi_head (small letters, digits and _)")
    return None


def _misplaced(kind: str, inside: str, *, in_quiz: bool) -> str:
    """Why a block of this kind cannot stand here; "" when it can."""
    parent = _PARENTS.get(kind)
    if parent and inside != parent:
        wanted = f"an {parent}" if parent == "exercise" else f"a {parent}"
        return f"{'an' if kind == 'answer' else 'a'} {kind} stands directly inside {wanted}: open one around it"
    if kind == "quiz" and inside:
        return f"a quiz stands by itself, not inside the block “{inside}”: close that first"
    if kind in ("challenge", "exercise", "project") and in_quiz:
        return f"the block “{kind}” cannot stand inside a quiz: close the quiz first"
    return ""


def in_a_list(kind: str) -> Fault:
    """A quiz or question that stands in a list or a quote."""
    return Fault("AF901", {"reason": f"a {kind} stands at the start of the line, not inside a list or a quote"})


def malformed(reason: str) -> Fault:
    """A malformed block."""
    return Fault("AF113", {"reason": reason})
