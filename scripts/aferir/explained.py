"""The pages of reference, as Markdown, from the code: every finding, and every setting."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from jinja2 import Environment, PackageLoader, StrictUndefined

from .errors import RULES, Rule
from .settings import example_of, kind_of, setting_fields

_GROUPS = {
    "1": "What is written in a lesson",
    "2": "Snippets and what comes of running them",
    "3": "Numbers, words and statements",
    "4": "Languages and pages",
    "5": "Challenges",
    "6": "Formulas and diagrams",
    "7": "The ledger",
    "8": "Sources and terms",
    "9": "Quizzes",
}
_UNSEEN = re.compile(r"[\ue000-\uf8ff]")


@dataclass(frozen=True, slots=True)
class _Group:
    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class _Setting:
    name: str
    help: str
    kind: str
    default: str
    example: str


def reference_pages() -> dict[str, str]:
    """Every page by where it stands, from the root of the site's sources."""
    return {"reference/findings.md": findings_page(), "reference/settings.md": settings_page()}


def findings_page() -> str:
    """The page of the findings: each code with what it says, a wrong example and a right one."""
    groups = tuple(
        _Group(title, tuple(_shown(rule) for code, rule in RULES.items() if code[2] == digit))
        for digit, title in _GROUPS.items()
    )
    return _filled("findings.md", groups=groups)


def settings_page() -> str:
    """The page of the settings: each with its kind, its default and an example."""
    settings = tuple(
        _Setting(item.name, item.metadata["help"], kind_of(item), _default(item.default), example_of(item))
        for item in setting_fields()
    )
    return _filled("settings.md", fields=settings)


def _default(value: object) -> str:
    """A default as ``mkdocs.yml`` writes it."""
    if value in ("", ()):
        return "nothing"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _filled(template: str, **values: object) -> str:
    environment = Environment(
        loader=PackageLoader("aferir", "templates"),
        autoescape=False,  # noqa: S701 - it is Markdown, and every text of the catalogue stands in code or is a name
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    return environment.get_template(template).render(**values)


def _shown(rule: Rule) -> Rule:
    """``rule`` with characters that have no shape written as their numbers."""
    return replace(rule, wrong=_UNSEEN.sub(lambda found: f"(the character U+{ord(found[0]):04X})", rule.wrong))
