"""Localised comments of a snippet: ``# pt: …``, ``# es: …``, one group per remark, of which a page keeps its own."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..errors import finding
from ..languages import known_languages
from ..model import Finding, Position


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment. ``indent`` is the number of characters before its ``#``; ``is_alone``, whether they are spaces."""

    line: int
    indent: int
    text: str
    is_alone: bool


@dataclass(frozen=True, slots=True)
class Localised:
    """A comment in one language; ``text`` is what follows the prefix."""

    line: int
    indent: int
    language: str
    text: str


def comments(source: str) -> Iterator[Comment]:
    """The comments of ``source``, in order; never a ``#`` inside a string.

    Raises SyntaxError or tokenize.TokenError when the source is not Python, and has a ``#``: others are not read.
    """
    if "#" not in source:
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        line, indent = token.start
        if token.type == tokenize.COMMENT:
            yield Comment(line, indent, token.string, not token.line[:indent].strip())


def own_line_comments(source: str) -> Iterator[Comment]:
    """The comments with a line of their own, in order. Raises as :func:`comments`."""
    return (comment for comment in comments(source) if comment.is_alone)


def localised_comments(source: str, languages: Sequence[str]) -> list[Localised]:
    """The comments of ``source`` that belong to one of the languages. Raises as :func:`own_line_comments`."""
    prefix = _prefix(languages)
    pairs = ((comment, prefix.match(comment.text)) for comment in own_line_comments(source))
    return [Localised(comment.line, comment.indent, found[1], found[2]) for comment, found in pairs if found]


def _prefix(languages: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"#\s*({'|'.join(map(re.escape, languages))})\s*:(?:\s+|$)(.*)")


def localised(source: str, language: str, languages: Sequence[str]) -> str:
    """``source`` as the readers of one language see it: others' comments gone, its own without their prefix.

    The code is the same, and so is its indentation. Text that is not Python is returned as it is.
    """
    try:
        by_line = {comment.line: comment for comment in localised_comments(source, languages)}
    except (SyntaxError, tokenize.TokenError):
        return source
    kept = []
    for number, line in enumerate(source.split("\n"), start=1):
        comment = by_line.get(number)
        if comment is None:
            kept.append(line)
        elif comment.language == language:
            kept.append(f"{line[: comment.indent]}# {comment.text}".rstrip())
    return "\n".join(kept)


def comment_findings(source: str, path: str, languages: Sequence[str], begun: Sequence[str] = ()) -> Iterator[Finding]:
    """AF208 for each group that lacks a language, and for each comment that would reach readers of every language.

    A group is consecutive lines with one indentation. It may have a language that is only begun, and need not.
    """
    own = [*languages, *begun]
    known = [*own, *(code for code in known_languages() if code not in own)]
    for group in _groups(localised_comments(source, known)):
        yield from _group_findings(group, path, languages, begun)
    prefix = _prefix(known)
    for comment in comments(source):
        found = prefix.match(comment.text)
        if found and not comment.is_alone:
            yield _finding(
                path, comment, f"a comment for one language stands on a line of its own: move “# {found[1]}:”"
            )


def _group_findings(
    group: Sequence[Localised], path: str, languages: Sequence[str], begun: Sequence[str]
) -> Iterator[Finding]:
    have = {comment.language for comment in group}
    written, missing = ([code for code in languages if (code in have) is held] for held in (True, False))
    if written and missing:
        yield _finding(
            path, group[0], f"this comment is written in {', '.join(written)} but not in {', '.join(missing)}"
        )
    for comment in group:
        if comment.language not in (*languages, *begun):
            known = ", ".join((*languages, *begun))
            yield _finding(path, comment, f"“{comment.language}” is no language of this course, which has {known}")


def _finding(path: str, comment: Comment | Localised, reason: str) -> Finding:
    return finding("AF208", path, Position(comment.line, comment.indent + 1), reason=reason)


def _groups(comments: Sequence[Localised]) -> list[list[Localised]]:
    groups: list[list[Localised]] = []
    for comment in comments:
        last = groups[-1][-1] if groups else None
        if last and (last.line + 1, last.indent) == (comment.line, comment.indent):
            groups[-1].append(comment)
        else:
            groups.append([comment])
    return groups
