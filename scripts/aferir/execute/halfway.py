"""Numbers that a cell formats: which of them lie half-way between two numerals, so that another processor may print
the other one.

An f-string's ``{value:.3f}`` is compiled as ``{note(value, ".3f"):.3f}``, where the note gives its value back. Numbers
written in any other way are compared as they stand.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import numbers

from ..printed import halves_of

_NOTE = "__aferir_note__"


def notes_taken() -> dict[str, str]:
    """What the half-way values formatted from now on are written as, each numeral by the other. Filled as cells run.

    The note is put among Python's built-in names, where no cell's namespace holds it.
    """
    halves: dict[str, str] = {}

    def note(value: object, spec: str) -> object:
        if isinstance(value, numbers.Real) and not isinstance(value, numbers.Rational):
            with contextlib.suppress(ValueError, TypeError, OverflowError):  # formatting itself will say so
                halves.update(halves_of(float(value), spec))
        return value

    setattr(builtins, _NOTE, note)
    return halves


def with_notes(tree: ast.Module) -> ast.Module:
    """The code of a cell in which every number that an f-string formats is noted first."""
    return _Notes().visit(tree)  # type: ignore[no-any-return] # a module stays one


class _Notes(ast.NodeTransformer):
    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        self.generic_visit(node)
        spec = _spec(node.format_spec)
        if spec and node.conversion == -1:
            place = node.value
            call = ast.Call(ast.Name(_NOTE, ast.Load()), [place, ast.Constant(spec)], [])
            node.value = ast.fix_missing_locations(ast.copy_location(call, place))
        return node


def _spec(written: ast.expr | None) -> str:
    """A format that is written out; "" for none and for one that is computed."""
    parts = written.values if isinstance(written, ast.JoinedStr) else []
    fixed = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    return "".join(fixed) if len(fixed) == len(parts) else ""
