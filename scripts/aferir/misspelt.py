"""What is wrong with code that Python cannot read: a code and its details, from Python's own message."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

Detail = str | int

_INSTEAD = {
    **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("‘’‚", "'"),
    **dict.fromkeys("−–—", "-"),
    "×": "*",
    "·": "*",
    "÷": "/",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "²": "**2",
    "√": "np.sqrt",
}
"""What a text program or a formula writes, and what Python wants in its place."""


def syntax_mistake(error: SyntaxError) -> tuple[str, Mapping[str, Detail]]:
    """The code of a sentence about ``error``, and what the sentence names."""
    message = error.msg or ""
    if isinstance(error, TabError):
        return "tabs", {}
    for pattern, make in _MESSAGES.items():
        found = re.search(pattern, message)
        if found:
            return make(found)
    return ("indent", {}) if isinstance(error, IndentationError) else ("syntax", {})


def _character(found: re.Match[str]) -> tuple[str, Mapping[str, Detail]]:
    if "non-printable" in found[0]:
        return "unseen_character", {}
    character = found["character"]
    instead = _INSTEAD.get(character)
    if instead:
        return "character", {"character": character, "instead": instead}
    return "unknown_character", {"character": character}


def _only(code: str) -> Callable[[re.Match[str]], tuple[str, Mapping[str, Detail]]]:
    return lambda _: (code, {})


_MESSAGES: Mapping[str, Callable[[re.Match[str]], tuple[str, Mapping[str, Detail]]]] = {
    r"invalid (?:non-printable )?character(?: '(?P<character>.)')?": _character,
    r"expected an indented block after .* on line (\d+)": lambda found: ("indent_missing", {"opener": int(found[1])}),
    r"expected an indented block": _only("indent_needed"),
    r"unexpected indent": _only("indent_extra"),
    r"unindent does not match": _only("indent_uneven"),
    r"expected ':'": _only("colon"),
    r"'(.)' was never closed": lambda found: ("open_bracket", {"bracket": found[1]}),
    r"closing parenthesis '(.)' does not match opening parenthesis '(.)'": lambda found: (
        "other_bracket",
        {"closing": found[1], "opening": found[2]},
    ),
    r"unmatched '(.)'": lambda found: ("lone_bracket", {"bracket": found[1]}),
    r"unterminated (?:f-|t-)?(?:triple-quoted )?(?:f-|t-)?string": _only("open_string"),
    r"Maybe you meant '==' |cannot assign to .* here\. Maybe you meant '=='": _only("equals"),
    r"forgot a comma": _only("comma"),
    r"Missing parentheses in call to '(\w+)'": lambda found: ("parentheses", {"name": found[1]}),
    r"cannot assign to (?:True|False|None|literal|function call|expression|comparison)": _only("assign"),
    r"'(return|yield|await)' outside (?:async )?function": lambda found: ("outside", {"word": found[1]}),
    r"'(break|continue)' (?:outside|not properly in) loop": lambda found: ("outside_loop", {"word": found[1]}),
    r"leading zeros in decimal integer": _only("zeros"),
    r"null bytes": _only("syntax"),
}
