"""The page that explains every finding, as Markdown: each code with what it says, a wrong example and a right one."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from jinja2 import Environment, PackageLoader, StrictUndefined

from .errors import RULES, Rule

PAGE = "reference/findings.md"
"""Where the page stands, from the root of the site's sources."""

_GROUPS = {
    "1": "What is written in a lesson",
    "2": "Snippets and what comes of running them",
    "3": "Numbers, words and statements",
    "4": "Languages and pages",
    "5": "Challenges",
    "6": "Formulas",
    "7": "The ledger",
    "8": "Sources and terms",
    "9": "Quizzes",
}
_UNSEEN = re.compile(r"[\ue000-\uf8ff]")


@dataclass(frozen=True, slots=True)
class _Group:
    title: str
    rules: tuple[Rule, ...]


def findings_page() -> str:
    """The page, from the catalogue."""
    environment = Environment(
        loader=PackageLoader("aferir", "templates"),
        autoescape=False,  # noqa: S701 - it is Markdown, and every text of the catalogue stands in code or is a name
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    groups = tuple(
        _Group(title, tuple(_shown(rule) for code, rule in RULES.items() if code[2] == digit))
        for digit, title in _GROUPS.items()
    )
    return environment.get_template("findings.md").render(groups=groups)


def _shown(rule: Rule) -> Rule:
    """``rule`` with characters that have no shape written as their numbers."""
    return replace(rule, wrong=_UNSEEN.sub(lambda found: f"(the character U+{ord(found[0]):04X})", rule.wrong))
