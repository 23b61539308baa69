"""Which names a piece of Python binds, and which it uses, as far as its text tells."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def bound_names(statement: ast.AST) -> tuple[str, ...]:
    """The names that a statement at module level binds in the module, in order of appearance.

    Names bound in bodies of functions and classes are not among them, unless declared ``global`` there; a walrus in a
    comprehension is. ``del`` and the name of an ``except`` clause, which does not outlive it, are ignored.
    """
    return tuple(dict.fromkeys(_bound(statement)))


def _bound(node: ast.AST) -> Iterator[str]:
    if isinstance(node, _DEFINITIONS):
        yield node.name
        yield from (name for inner in ast.walk(node) if isinstance(inner, ast.Global) for name in inner.names)
    elif isinstance(node, _COMPREHENSIONS):
        yield from (inner.target.id for inner in ast.walk(node) if isinstance(inner, ast.NamedExpr))
    elif not isinstance(node, ast.Lambda) and not (isinstance(node, ast.AnnAssign) and node.value is None):
        yield from _bound_here(node)
        for child in ast.iter_child_nodes(node):
            yield from _bound(child)


def _bound_here(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.MatchMapping(rest=str(name)):
            yield name
        case ast.alias(name=name, asname=other):
            yield other or name.partition(".")[0]


def used_names(expression: str) -> tuple[str, ...]:
    """The names an expression takes from outside, in order of appearance.

    Variables of its own comprehensions and lambdas are not among them. Raises SyntaxError.
    """
    return tuple(dict.fromkeys(_used(ast.parse(expression.strip(), mode="eval").body, frozenset())))


def _used(node: ast.AST, own: frozenset[str]) -> Iterator[str]:
    if isinstance(node, ast.Name):
        if node.id not in own:
            yield node.id
    elif isinstance(node, ast.Lambda):
        yield from _used(node.args, own)  # the defaults
        yield from _used(node.body, own.union(inner.arg for inner in ast.walk(node.args) if isinstance(inner, ast.arg)))
    elif isinstance(node, _COMPREHENSIONS):
        yield from _used_in_comprehension(node, own)
    else:
        for child in ast.iter_child_nodes(node):
            yield from _used(child, own)


def _used_in_comprehension(
    node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, own: frozenset[str]
) -> Iterator[str]:
    for generator in node.generators:
        yield from _used(generator.iter, own)
        own |= {name.id for name in ast.walk(generator.target) if isinstance(name, ast.Name)}
        for condition in generator.ifs:
            yield from _used(condition, own)
    results = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
    for result in results:
        yield from _used(result, own)
