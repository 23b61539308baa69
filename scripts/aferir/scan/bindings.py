"""One binding: where its expression ends, whether it is Python, and whether it may stand in a lesson."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import lru_cache

MARK = re.compile(r"\{[=!@]")
LONGEST = 300
"""Characters of the longest expression."""

_REACH = LONGEST + 100
_DEEPEST = 50
_SHOWN = 60
_PYTHON = re.compile(r"\"(?:\\.|[^\"\\\n])*(?:\"|$)|'(?:\\.|[^'\\\n])*(?:'|$)|[()\[\]{}#\n]")
_WORD = re.compile(r"[^\s{}]*\}?")
_KEY = re.compile(r"\{@([^\s{}]+)\}")
_CLOSERS = {"(": ")", "[": "]", "{": "}"}
_FORBIDDEN = {ast.NamedExpr: "an assignment (:=)", ast.Await: "await", ast.Yield: "yield", ast.YieldFrom: "yield"}


@dataclass(frozen=True, slots=True)
class Reading:
    """A binding as it was read: ``end`` is where it ends, ``text`` what stands there, ``sigil`` ``=``, ``!`` or ``@``.

    ``content`` is the expression or key; ``canonical`` the same, however it was spaced. ``code`` names the rule that
    it breaks ("" when none) and ``what`` the thing that is not allowed.
    """

    end: int
    text: str
    sigil: str
    content: str = ""
    canonical: str = ""
    code: str = ""
    what: str = ""


def read_binding(text: str, start: int) -> Reading:
    """The binding that begins at ``start``, where ``{=``, ``{!`` or ``{@`` stands."""
    sigil = text[start + 1]
    if sigil == "@":
        return _given(text, start)
    end, is_complete, has_comment = _end(text, start + 2)
    content = text[start + 2 : end - 1].strip() if is_complete else ""
    tree = parsed(content) if 0 < len(content) <= LONGEST else None
    reading = Reading(end, cut(text[start:end]), sigil, content, content)
    if is_complete and len(content) > LONGEST:
        return _broken(reading, "AF106", f"more than {LONGEST} characters")
    if tree is None:
        return _broken(reading, "AF102")
    forbidden = "a comment (#)" if has_comment else _forbidden(tree)
    if forbidden:
        return _broken(reading, "AF106", forbidden)
    return Reading(end, reading.text, sigil, content, _canonical(tree, content))


@lru_cache(maxsize=4096)
def parsed(expression: str) -> ast.Expression | None:
    """The tree of a Python expression, or None when it is none."""
    try:
        return ast.parse(expression, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None


def _end(text: str, start: int) -> tuple[int, bool, bool]:
    """Where the expression's closing brace ends, whether it has one, and whether a comment stands in it.

    The first ``}`` outside strings and brackets is the only place where Python may end: before it something is open,
    after it a brace is closed that nothing opened. Without such a brace the end is where the next word would begin.
    """
    expected: list[str] = []
    has_comment = False
    for mark in _PYTHON.finditer(text, start, min(len(text), start + _REACH)):
        found = mark[0]
        if found == "\n" or len(expected) == _DEEPEST:
            break
        if found in _CLOSERS:
            expected.append(_CLOSERS[found])
        elif found == "#":
            has_comment = True
        elif found == "}" and not expected:
            return mark.end(), True, has_comment
        elif found in (")", "]", "}") and (not expected or expected.pop() != found):
            if found == "}":
                return mark.end(), False, has_comment
            break
    return _word_end(text, start), False, has_comment


def _word_end(text: str, start: int) -> int:
    word = _WORD.match(text, start, start + _REACH)
    return word.end() if word else start


def _given(text: str, start: int) -> Reading:
    key = _KEY.match(text, start)
    if key:
        return Reading(key.end(), cut(key[0]), "@", key[1], key[1])
    end = _word_end(text, start + 2)
    return Reading(end, cut(text[start:end]), "@", code="AF102")


def _broken(reading: Reading, code: str, what: str = "") -> Reading:
    return Reading(reading.end, reading.text, reading.sigil, code=code, what=what)


def _forbidden(tree: ast.Expression) -> str:
    return next((_FORBIDDEN[type(node)] for node in ast.walk(tree) if type(node) in _FORBIDDEN), "")


def _canonical(tree: ast.Expression, content: str) -> str:
    try:
        return ast.unparse(tree)
    except RecursionError:
        return content


def cut(text: str) -> str:
    """``text`` short enough for a message."""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
