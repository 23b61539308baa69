"""Blocks: ``/// kind | argument`` to ``///``, which hold Markdown."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from typing import Literal as OneOf

from ..errors import hint
from .fences import NAME, Fault

OPENING = re.compile(r"(?P<slashes>/{3,})[ ]*(?P<kind>[\w-]+)[ ]*(?:\|[ ]*(?P<argument>.*?)[ ]*)?\Z")
CLOSING = re.compile(r"(?P<slashes>/{3,})[ ]*\Z")

Argument = OneOf["name", "title"]

BLOCKS: Mapping[str, Argument] = {
    "challenge": "name",
    "theorem": "title",
    "proof": "title",
    "definition": "title",
    "exercise": "title",
    "check-yourself": "title",
    "project": "title",
}
"""The blocks and what stands after their ``|``: the name of a thing, which is required, or a title, which is not."""


def opening_fault(line: str, open_slashes: Container[str]) -> Fault | None:
    """What is wrong with a line that begins with ``///`` and is no closing line, inside blocks of these slashes."""
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
    if BLOCKS[kind] == "name" and not NAME.fullmatch(argument):
        wanted = f"“{argument}” is no name" if argument else f"a {kind} needs a name"
        return malformed(f"{wanted}: write /// {kind} | multi_head (small letters, digits and _)")
    return None


def malformed(reason: str) -> Fault:
    """A malformed block."""
    return Fault("AF113", {"reason": reason})
