"""Localised comments of a snippet: ``# pt: …``, ``# es: …``, one group per remark, of which a page keeps its own."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..errors import finding
from ..model import Finding, Position


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment that has its line to itself. ``indent`` is the number of characters before its ``#``."""

    line: int
    indent: int
    text: str


@dataclass(frozen=True, slots=True)
class Localised:
    """A comment in one language; ``text`` is what follows the prefix."""

    line: int
    indent: int
    language: str
    text: str


def own_line_comments(source: str) -> Iterator[Comment]:
    """The comments with a line of their own, in order; never a ``#`` inside a string.

    Raises SyntaxError or tokenize.TokenError when the source is not Python.
    """
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        line, indent = token.start
        if token.type == tokenize.COMMENT and not token.line[:indent].strip():
            yield Comment(line, indent, token.string)


def localised_comments(source: str, languages: Sequence[str]) -> list[Localised]:
    """The comments of ``source`` that belong to one of the languages. Raises as :func:`own_line_comments`."""
    prefix = re.compile(rf"#\s*({'|'.join(map(re.escape, languages))})\s*:(?:\s+|$)(.*)")
    pairs = ((comment, prefix.match(comment.text)) for comment in own_line_comments(source))
    return [Localised(comment.line, comment.indent, found[1], found[2]) for comment, found in pairs if found]


def localised(source: str, language: str, languages: Sequence[str]) -> str:
    """``source`` as the readers of one language see it: others' comments gone, its own without their prefix.

    The code is the same, and so is its indentation. Text that is not Python is returned as it is.
    """
    try:
        comments = {comment.line: comment for comment in localised_comments(source, languages)}
    except (SyntaxError, tokenize.TokenError):
        return source
    kept = []
    for number, line in enumerate(source.split("\n"), start=1):
        comment = comments.get(number)
        if comment is None:
            kept.append(line)
        elif comment.language == language:
            kept.append(f"{line[: comment.indent]}# {comment.text}".rstrip())
    return "\n".join(kept)


def comment_findings(source: str, path: str, languages: Sequence[str]) -> Iterator[Finding]:
    """AF208 for each group that lacks a language. A group is consecutive lines with one indentation."""
    for group in _groups(localised_comments(source, languages)):
        have = {comment.language for comment in group}
        missing = [language for language in languages if language not in have]
        if missing:
            written = ", ".join(language for language in languages if language in have)
            place = Position(group[0].line, group[0].indent + 1)
            yield finding("AF208", path, place, have=written, missing=", ".join(missing))


def _groups(comments: Sequence[Localised]) -> list[list[Localised]]:
    groups: list[list[Localised]] = []
    for comment in comments:
        last = groups[-1][-1] if groups else None
        if last and (last.line + 1, last.indent) == (comment.line, comment.indent):
            groups[-1].append(comment)
        else:
            groups.append([comment])
    return groups
