"""Where an exception happened in the learner's own code: the expression that raised it, and what its parts were.

Runs in the browser, where a cell's source is remembered line by line (``interpreter.remember_lines``).
"""

from __future__ import annotations

import ast
import linecache
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any

import numpy as np

_LONGEST = 40
"""Characters of code that a sentence can hold."""

_HARMLESS = (
    *(ast.Name, ast.Attribute, ast.Subscript, ast.Slice, ast.Constant, ast.Tuple, ast.UnaryOp, ast.BinOp),
    *(ast.expr_context, ast.unaryop, ast.operator),
)
"""What may be evaluated once more to see its shape: nothing here calls a function."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The innermost line of the learner's that an exception passed, the node that raised it, and the names there."""

    line: int = 0
    node: ast.AST | None = None
    names: Mapping[str, object] = field(default_factory=dict)

    def value(self, node: ast.expr) -> object:
        """What an expression stands for. Raises LookupError when that cannot be known without running code again."""
        if not all(isinstance(part, _HARMLESS) for part in ast.walk(node)):
            raise LookupError
        try:
            return eval(compile(ast.Expression(node), "", "eval"), dict(self.names))  # noqa: S307 - harmless, see above
        except Exception as error:
            raise LookupError from error

    def shape(self, node: ast.expr) -> tuple[int, ...]:
        """The shape of the array that an expression stands for. Raises LookupError when it is none."""
        value = self.value(node)
        if isinstance(value, np.ndarray | np.generic):
            return value.shape
        raise LookupError


def scene_of(error: BaseException, is_own: Callable[[str], bool]) -> Scene:
    """The scene of ``error``; ``is_own`` tells the learner's files by their names."""
    found = None
    for frame, line in traceback.walk_tb(error.__traceback__):
        if is_own(frame.f_code.co_filename):
            found = frame, line
    if not found:
        return Scene()
    frame, line = found
    return Scene(line, _node(frame, _instruction(error, frame)), {**frame.f_globals, **frame.f_locals})


def written(node: ast.AST) -> str:
    """An expression as code, cut where it is long."""
    text = ast.unparse(node).replace("`", "'")
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _instruction(error: BaseException, frame: FrameType) -> int:
    trace, at = error.__traceback__, -1
    while trace:
        if trace.tb_frame is frame:
            at = trace.tb_lasti
        trace = trace.tb_next
    return at


def _node(frame: FrameType, instruction: int) -> ast.AST | None:
    """The expression or statement that the instruction belongs to; None when the code is not at hand."""
    text = _text(frame.f_code, instruction)
    try:
        statement = ast.parse(text.strip()).body[0]
    except (SyntaxError, ValueError, IndexError):
        return None
    return statement.value if isinstance(statement, ast.Expr) else statement


def _text(code: CodeType, instruction: int) -> str:
    """The source between the positions of an instruction; Python counts its columns in bytes."""
    if instruction < 0:
        return ""
    positions = list(code.co_positions())[instruction // 2]
    first, last, start, end = positions
    if first is None or last is None or start is None or end is None:
        return ""
    lines = [linecache.getline(code.co_filename, number).encode() for number in range(first, last + 1)]
    lines[-1] = lines[-1][:end]
    lines[0] = lines[0][start:]
    return b"".join(lines).decode(errors="ignore")


Detail = str | int
Found = tuple[str, Mapping[str, Detail]] | None
"""The code of a mistake and what its sentence names; None when a rule does not apply."""

Rule = Callable[[Any, Scene], Found]
