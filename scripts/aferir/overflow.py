"""Whole numbers that silently leave their range: in the browser arrays of them have 32 bits unless told otherwise.

NumPy says nothing when an entry comes round on the other side. So arithmetic in the top-level statements of a cell,
loops and functions left aside, is done once more in floats, and where the two disagree that is noted.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import numpy as np

NAME = "__whole__"
"""What rewritten code calls: not a name that a cell would choose."""

_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Pow: operator.pow,
    ast.MatMult: operator.matmul,
}
_METHODS = ("sum", "prod", "cumsum", "cumprod")
_LARGEST = 1_000_000
"""Entries of the largest array that is looked at."""


@dataclass(slots=True)
class Watch:
    """Hears of the arithmetic of rewritten code; ``lines`` are those where a whole number left its range."""

    lines: dict[int, str] = field(default_factory=dict)
    """Line -> the dtype of the result."""

    def operation(self, result: Any, line: int, name: str, left: Any, right: Any) -> Any:
        """``result``, which is ``left <operator> right``."""
        if _is_whole(result):
            self._compare(line, result, lambda: getattr(operator, name)(_floats(left), _floats(right)))
        return result

    def gathered(self, result: Any, line: int, name: str, array: Any, **named: Any) -> Any:
        """``result``, which is ``array.<name>(...)``; ``named`` are the arguments that are constants."""
        if _is_whole(result) and _is_whole(array):
            self._compare(line, result, lambda: getattr(_floats(array), name)(**named))
        return result

    def _compare(self, line: int, result: Any, again: Callable[[], Any]) -> None:
        try:
            with np.errstate(all="ignore"):
                real = np.asarray(again(), dtype=float)
                differs = not np.allclose(real, np.asarray(result, dtype=float), rtol=1e-6, atol=0.5)
        except Exception:  # noqa: BLE001 - what cannot be done in floats is not judged
            return
        if differs:
            self.lines.setdefault(line, str(result.dtype))


def _is_whole(value: object) -> bool:
    return isinstance(value, np.ndarray | np.integer) and value.dtype.kind in "iu" and value.size <= _LARGEST


def _floats(value: object) -> object:
    return value.astype(float) if isinstance(value, np.ndarray | np.integer) and value.dtype.kind in "iu" else value


def watched(tree: ast.Module) -> ast.Module:
    """The tree whose top-level arithmetic tells ``NAME`` of itself, every node where it was in the source.

    Operands are kept under names that begin with ``NAME``.
    """
    rewriter = _Rewriter()
    for statement in tree.body:
        if isinstance(statement, ast.Expr | ast.Assign):  # what runs its expressions once
            statement.value = rewriter.visit(statement.value)
    return ast.fix_missing_locations(tree)


class _Rewriter(ast.NodeTransformer):
    def __init__(self) -> None:
        self._names = (f"{NAME}{number}" for number in count())

    def visit(self, node: ast.AST) -> Any:
        """The node rewritten, its parts first. What may run a million times is left alone."""
        if isinstance(node, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            return node
        return super().visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        act = _OPERATORS.get(type(node.op))
        if not act:
            return node
        node.left, left = self._kept(node.left)
        node.right, right = self._kept(node.right)
        return _told("operation", node, act.__name__, left, right)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        method = node.func
        if not isinstance(method, ast.Attribute) or method.attr not in _METHODS:
            return node
        if isinstance(method.value, ast.Name) and method.value.id in ("np", "numpy"):
            if len(node.args) != 1 or isinstance(node.args[0], ast.Starred):
                return node
            node.args[0], array = self._kept(node.args[0])
        else:
            method.value, array = self._kept(method.value)
        constants = [one for one in node.keywords if one.arg == "axis" and isinstance(one.value, ast.Constant)]
        return _told("gathered", node, method.attr, array, keywords=constants)

    def _kept(self, node: ast.expr) -> tuple[ast.expr, ast.expr]:
        """An expression that also gives its value a name, and that name."""
        name = next(self._names)
        kept = ast.NamedExpr(ast.Name(name, ast.Store()), node)
        return _at(node, kept, kept.target), _at(node, ast.Name(name, ast.Load()))


def _told(kind: str, node: ast.expr, name: str, *arguments: ast.expr, keywords: Sequence[ast.keyword] = ()) -> ast.expr:
    function = ast.Attribute(ast.Name(NAME, ast.Load()), kind, ast.Load())
    texts = (ast.Constant(node.lineno), ast.Constant(name))
    told = ast.Call(function, [node, *texts, *arguments], [*keywords])
    return _at(node, told, function, function.value, *texts)


def _at(place: ast.expr, made: ast.expr, *parts: ast.expr) -> ast.expr:
    """``made``, which stands in the source where ``place`` does, and so do its new parts."""
    for one in (made, *parts):
        ast.copy_location(one, place)
    return made
