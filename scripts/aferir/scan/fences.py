"""Fences: those of the engine, which name a thing, and those of plain code, which nothing here touches."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from ..errors import hint

NAME = re.compile(r"[a-z][a-z0-9_]*")
"""Names of cells, figures, challenges and snippets."""

OPENING = re.compile(r"(?P<fence>`{3,}(?=[^`]*\Z)|~{3,})[ \t]*(?P<info>.*?)[ \t]*\Z")


@dataclass(frozen=True, slots=True)
class FenceKind:
    """A fence of the engine: whether it has a name, the options it takes, and those it must have.

    ``texts`` are options that hold plain text instead of Markdown; ``choices`` are those that hold one of some words.
    ``body``: what stands below an empty line, for which no rule of lessons holds.
    """

    named: bool = True
    options: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    body: str = ""


FENCES: Mapping[str, FenceKind] = {
    "cell": FenceKind(options=("alt", "alt2", "alt3", "alt4"), texts=("alt", "alt2", "alt3", "alt4")),
    "figure": FenceKind(
        options=("alt", "caption", "data"), required=("alt",), texts=("alt", "data"), choices={"data": ("yes",)}
    ),
    "table": FenceKind(options=("caption",)),
    "diagram": FenceKind(options=("alt", "caption"), required=("alt",), texts=("alt",), body="its graph"),
    "explorable": FenceKind(options=("alt", "caption"), required=("alt",), texts=("alt",)),
    "references": FenceKind(named=False, options=("also",), texts=("also",)),
    "lessons": FenceKind(named=False),
    "glossary": FenceKind(named=False),
    "kept": FenceKind(named=False),
}
"""The fences that the engine replaces. A new kind is one line here and one template."""

_CODE_OPTIONS = {"title": r".*", "hl_lines": r"\d+(?:-\d+)?(?:[ \t]+\d+(?:-\d+)?)*", "linenums": r"\d+(?: \d+){0,2}"}
_CODE_INFO = re.compile(r"(?P<language>[\w#.+-]+)?(?P<rest>(?:[ \t]+[a-zA-Z][a-zA-Z0-9_]*=(?:\"[^\"]*\"|'[^']*'))*)")
_CODE_OPTION = re.compile(r"(?P<key>[a-zA-Z][a-zA-Z0-9_]*)=(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)')")
_OPTION = re.compile(r"(?P<key>[A-Za-z_][\w-]*):(?:[ \t]+(?P<text>.*?))?[ \t]*\Z")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong: the finding's code and its details."""

    code: str
    details: Mapping[str, str]


def malformed(reason: str) -> Fault:
    """A malformed fence."""
    return Fault("AF110", {"reason": reason})


def kind_of(info: str) -> str:
    """The first word of what stands after the fence marks."""
    return next(iter(info.split(None, 1)), "")


def engine_fault(info: str, *, indented: bool) -> Fault | None:
    """What is wrong with the opening line of an engine fence."""
    kind, *names = info.split()
    if indented:
        return malformed(f"the fence “{kind}” stands at the start of the line, not inside a list or a quote")
    if not FENCES[kind].named:
        return malformed(f"the fence “{kind}” has no name: write ```{kind}") if names else None
    if len(names) != 1:
        wanted = "needs a name" if not names else f"has one name, not “{' '.join(names)}”"
        return malformed(f"the fence “{kind}” {wanted}: write ```{kind} {_example(names)}")
    if not NAME.fullmatch(names[0]):
        return malformed(f"“{names[0]}” is no name: names are small letters, digits and _, such as ```{kind} two_heads")
    return None


def item_fault(fence: str, info: str) -> Fault:
    """What is wrong with a fence behind a list mark."""
    kind = kind_of(info)
    if kind in FENCES:
        return malformed(f"the fence “{kind}” stands at the start of the line, not inside a list or a quote")
    return malformed(f"a fence in a list has its line to itself: write {fence}{kind} below the text, four spaces deep")


def _example(names: Sequence[str]) -> str:
    joined = re.sub(r"[^a-z0-9_]+", "_", "_".join(names).lower()).strip("_")
    return joined if NAME.fullmatch(joined) else "heads"


def option_of(kind: str, line: str, seen: Iterable[str]) -> tuple[str, int] | Fault:
    """Key of an option line and where its text begins in it, or what is wrong with the line."""
    found = _OPTION.match(line)
    known = FENCES[kind].options
    if not known:
        return malformed(f"the fence “{kind}” takes no options, but holds “{line[:40]}”")
    if not found:
        return malformed(f"“{line[:40]}” is no option: write {known[0]}: followed by its text, on one line")
    key = found["key"]
    if key not in known:
        return malformed(f"“{kind}” has no option “{key}”{hint(key, known)}; its options: {', '.join(known)}")
    if key in seen:
        return malformed(f"the option “{key}” is given twice")
    if not found["text"]:
        return malformed(f"the option “{key}” is empty: write {key}: followed by its text, on one line")
    choices = FENCES[kind].choices.get(key)
    if choices and found["text"] not in choices:
        return malformed(f"“{found['text']}” is no value of “{key}”: write {key}: {' or '.join(choices)}")
    return key, found.start("text")


def code_fault(info: str) -> Fault | None:
    """What is wrong with the opening line of a fence that is not the engine's."""
    parsed = _CODE_INFO.fullmatch(info)
    language = (parsed["language"] or "") if parsed else kind_of(info)
    is_known_language = language.lower() in _languages()
    if language and (not is_known_language or (not parsed and hint(language, FENCES))):
        return Fault("AF109", {"kind": language, "hint": _fence_hint(language), "known": ", ".join(FENCES)})
    if not parsed:
        own = f"```{language or 'python'}"
        return malformed(f'“{info[:40]}” is more than a language: write {own} or {own} title="…"')
    return _option_fault(parsed["rest"])


def _fence_hint(word: str) -> str:
    if word == "mermaid":
        return " (a diagram is a graph in Graphviz's language: write ```diagram NAME)"
    return hint(word, FENCES) or hint(word, _languages())


def _option_fault(rest: str) -> Fault | None:
    for option in _CODE_OPTION.finditer(rest):
        pattern = _CODE_OPTIONS.get(option["key"])
        if pattern is None:
            known = ", ".join(_CODE_OPTIONS)
            return malformed(
                f"code has no option “{option['key']}”{hint(option['key'], _CODE_OPTIONS)}; its options: {known}"
            )
        value = option["double"] if option["double"] is not None else option["single"]
        if not re.fullmatch(pattern, value):
            return malformed(f"“{value}” is no value of {option['key']}")
    return None


@lru_cache(maxsize=1)
def _languages() -> frozenset[str]:
    """Names under which Pygments knows a language."""
    from pygments.lexers import get_all_lexers  # noqa: PLC0415 - 20 ms, and most lessons have no fence of their own

    return frozenset(alias for _, aliases, _, _ in get_all_lexers(plugins=False) for alias in aliases)


def is_known(info: str) -> bool:
    """Whether what stands after fence marks opens a fence of the engine or of a known language."""
    kind = kind_of(info)
    return kind in FENCES or kind.lower() in _languages()
