"""What a rule is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of finding. ``message`` is filled with ``str.format``; ``wrong`` breaks the rule, ``right`` keeps it."""

    code: str
    name: str
    message: str
    wrong: str
    right: str
