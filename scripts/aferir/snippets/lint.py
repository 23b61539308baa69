"""AF212: what in a snippet makes results differ between machines, or between a build and the reader's browser.

Only what is certain from the text is said. Not seen: integers whose width nobody states (32 bits in the browser),
sums of floats by other means, numbers printed with ``repr``.
"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator

MOST_DIGITS = 9
"""Significant digits beyond which the last ones differ between processors."""

_UNSEEDED = frozenset({"default_rng", "RandomState", "SeedSequence"})
_PERCENT_FORMAT = re.compile(r"%[-+ #0]*\d*\.(\d+)([eEfFgG])")
_FORMAT_SPEC = re.compile(r"\.(\d+)([eEfFgG%]?)$")

Fault = tuple[ast.AST, str]
"""Where it is, and why it is wrong."""


def faults(tree: ast.Module) -> Iterator[Fault]:
    """Everything in a snippet that may not stay, in no particular order."""
    own_names = _bound_anywhere(tree)
    for node in ast.walk(tree):
        yield from _import_of_generator(node)
        yield from _unseeded(node)
        yield from _formats(node)
        if "sum" not in own_names:
            yield from _built_in_sum(node)
    yield from _top_level_matplotlib(tree)


def _bound_anywhere(tree: ast.Module) -> set[str]:
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    aliases = (node for node in ast.walk(tree) if isinstance(node, ast.alias))
    definitions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef))
    return names | {alias.asname or alias.name for alias in aliases} | {node.name for node in definitions}


def _built_in_sum(node: ast.AST) -> Iterator[Fault]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sum":
        yield node, "the built-in sum adds floats in another way since Python 3.12: use np.sum or math.fsum"


def _unseeded(node: ast.AST) -> Iterator[Fault]:
    if not isinstance(node, ast.Call) or node.args or node.keywords:
        return
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in _UNSEEDED:
        yield node, f"{name}() without a seed draws other numbers each time: write {name}(0)"


def _import_of_generator(node: ast.AST) -> Iterator[Fault]:
    if "aferir" in _imported(node):
        yield node, "a snippet never imports the generator: its functions are given what they need as arguments"


def _top_level_matplotlib(tree: ast.Module) -> Iterator[Fault]:
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            pending += ast.iter_child_nodes(node)
            if {"matplotlib", "pylab"} & _imported(node):
                yield node, "Matplotlib is imported inside a figure function only: readers load it only when they draw"


def _imported(node: ast.AST) -> set[str]:
    """The top-level packages that an import statement names."""
    if isinstance(node, ast.Import):
        return {alias.name.partition(".")[0] for alias in node.names}
    return {(node.module or "").partition(".")[0]} if isinstance(node, ast.ImportFrom) and not node.level else set()


def _formats(node: ast.AST) -> Iterator[Fault]:
    for written in _format_texts(node):
        yield node, f"“{written}” prints more than {MOST_DIGITS} significant digits, the last of which differ"


def _format_texts(node: ast.AST) -> Iterator[str]:
    """The formats in ``node`` that ask for too many digits, as written."""
    if isinstance(node, ast.JoinedStr):
        for part in node.values:
            yield from _too_long(_spec_of(part))
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and _text(node.left):
        pairs = _PERCENT_FORMAT.finditer(_text(node.left))
        yield from (found[0] for found in pairs if _digits(found[1], found[2]) > MOST_DIGITS)
    elif isinstance(node, ast.Call):
        yield from _formats_of_call(node)


def _spec_of(part: ast.AST) -> str:
    """The format of a part of an f-string, "" when parts of it are computed."""
    spec = part.format_spec if isinstance(part, ast.FormattedValue) else None
    return "".join(map(_text, spec.values)) if isinstance(spec, ast.JoinedStr) and all(map(_text, spec.values)) else ""


def _formats_of_call(node: ast.Call) -> Iterator[str]:
    if isinstance(node.func, ast.Name) and node.func.id == "format" and len(node.args) == 2:
        yield from _too_long(_text(node.args[1]))
    elif isinstance(node.func, ast.Attribute) and node.func.attr == "format" and _text(node.func.value):
        for spec in _specs(_text(node.func.value)):
            yield from _too_long(spec)


def _specs(template: str) -> list[str]:
    try:
        return [spec for _, _, spec, _ in string.Formatter().parse(template) if spec]
    except ValueError:
        return []


def _too_long(spec: str) -> Iterator[str]:
    found = _FORMAT_SPEC.search(spec)
    if found and _digits(found[1], found[2]) > MOST_DIGITS:
        yield ":" + spec


def _digits(precision: str, kind: str) -> int:
    """How many significant digits such a format prints of a number like 0.5."""
    return int(precision) + (kind in ("e", "E"))


def _text(node: ast.AST) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
