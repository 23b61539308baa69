"""Python text changed at places that its tree names; and without the words that only its authors need."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator

Edit = tuple[int, int, str]
"""From, to (characters), and what stands there afterwards."""

_SHAPE = re.compile(r"#\s*(\([^()]*\))")


def edited(source: str, edits: Iterable[Edit]) -> str:
    """``source`` with its edits made; they do not overlap."""
    for start, end, text in sorted(edits, reverse=True):
        source = source[:start] + text + source[end:]
    return source


def span(source: str, node: ast.AST, *, whole_line: bool = False) -> tuple[int, int]:
    """Where a node stands in its source; with ``whole_line``, up to the beginning of the next line."""
    start = _offset(source, getattr(node, "lineno", 1), getattr(node, "col_offset", 0))
    end = _offset(source, getattr(node, "end_lineno", 1), getattr(node, "end_col_offset", 0))
    if whole_line:
        stop = source.find("\n", end)
        end = len(source) if stop < 0 else stop + 1
    return start, end


def _offset(source: str, line: int, column: int) -> int:
    """The character at a line and a column in bytes, as Python counts columns."""
    lines = source.splitlines(keepends=True)
    before = "".join(lines[: line - 1])
    return len(before) + len(lines[line - 1].encode()[:column].decode(errors="ignore")) if lines else 0


def without_remarks(source: str) -> str:
    """Code without docstrings and comments; of a comment behind code its shape stays: ``# (n, d)``.

    What a page does not show was written for the course's authors, in their language.
    """
    tree = ast.parse(source)
    edits = [*_docstrings(tree, source), *_comments(source)]
    bare = edited(source, edits)
    return re.sub(r"\n{4,}", "\n\n\n", re.sub(r"[ \t]+\n", "\n", bare)).strip("\n")


def _docstrings(tree: ast.Module, source: str) -> Iterator[Edit]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) and ast.get_docstring(node, clean=False):
            start, end = span(source, node.body[0], whole_line=True)
            line = source.rfind("\n", 0, start) + 1
            alone = len(node.body) == 1 and not isinstance(node, ast.Module)
            yield (start, end, "...\n") if alone else (line, end, "")


def _comments(source: str) -> Iterator[Edit]:
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        start = starts[token.start[0] - 1] + token.start[1]
        end = start + len(token.string)
        shape = _SHAPE.match(token.string)
        if not token.line[: token.start[1]].strip():
            yield starts[token.start[0] - 1], min(end + 1, len(source)), ""
        else:
            yield start, end, f"# {shape[1]}" if shape else ""
