"""Questions: their kinds, their names and settings, and what is known of one while its lines are read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..errors import hint
from .fences import NAME, Fault

KINDS = ("single", "multiple", "true-false", "numeric", "order")

ARGUMENT = re.compile(r"(?P<kind>\S+)[ ]+(?P<name>\S+)")
SETTING = re.compile(r"(?P<key>[a-z]+):[ \t]*(?P<value>[0-9.,+-]\S*|)[ \t]*\Z")
_SETTINGS: Mapping[str, tuple[re.Pattern[str], str]] = {
    "margin": (re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,12})?"), "a number with a point, such as margin: 0.5"),
    "decimals": (re.compile(r"[0-9]|1[0-2]"), "how many decimals are asked for, such as decimals: 3"),
}


def argument_fault(argument: str) -> Fault | None:
    """What is wrong with what stands behind ``/// question |``."""
    found = ARGUMENT.fullmatch(argument)
    if not found:
        reason = "a question needs its kind and a name: write /// question | single before_softmax"
        return Fault("AF113", {"reason": reason})
    if found["kind"] not in KINDS:
        return Fault("AF902", {"kind": found["kind"], "hint": hint(found["kind"], KINDS), "known": ", ".join(KINDS)})
    if not NAME.fullmatch(found["name"]):
        reason = f"“{found['name']}” is no name: names are small letters, digits and _, such as before_softmax"
        return Fault("AF113", {"reason": reason})
    return None


@dataclass(slots=True)
class OpenAnswer:
    """An item whose end was not seen yet: its box or step, and the span of its first paragraph."""

    token: str
    offset: int
    start: int
    end: int
    is_right: bool
    expression: str = ""
    canonical: str = ""
    is_explained: bool = False


@dataclass(slots=True)
class OpenQuestion:
    """A question that is being read. ``kind`` is "" when its opening line is at fault: then nothing is checked."""

    offset: int
    kind: str = ""
    name: str = ""
    quiz: str = ""
    token: str = ""
    answers: list[OpenAnswer] = field(default_factory=list)
    settings: dict[str, str] = field(default_factory=dict)
    takes_settings: bool = True
    has_text: bool = False
    is_over: bool = False
    """Whether text stands below the list."""
    is_faulty: bool = False
    """Whether an item was refused, so that counting the others says nothing."""


def is_setting(key: str, value: str) -> bool:
    """Whether a line such as ``margin: 0.5`` is meant as a setting; ``nota: 5`` is text."""
    return key in _SETTINGS or (bool(value) and bool(hint(key, _SETTINGS)))


def usable_setting(own: OpenQuestion, key: str) -> str:
    """The value of a setting; "" when there is none, or one that has been refused."""
    value = own.settings.get(key, "")
    return value if _SETTINGS[key][0].fullmatch(value) else ""


def setting_fault(own: OpenQuestion, key: str, value: str) -> str:
    """Why a setting cannot be one of this question's; "" when it can."""
    if key not in _SETTINGS:
        return f"a question has no setting “{key}”{hint(key, _SETTINGS)}; its settings: {', '.join(_SETTINGS)}"
    pattern, wanted = _SETTINGS[key]
    if own.kind != "numeric":
        return f"“{key}” is for numeric questions, this one is {own.kind}"
    if key in own.settings:
        return f"the setting “{key}” is given twice"
    if own.settings:
        return "margin and decimals both say how exact an answer must be: keep one of them"
    if not pattern.fullmatch(value):
        return f"“{value}” is no value of {key}: write {wanted}"
    return ""
