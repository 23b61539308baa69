"""4xx: the languages of a lesson beside each other."""

from __future__ import annotations

from .rule import Rule

_TRANSLATED = "split-then-sum es a25663304254 Aula\nsplit-then-sum cs a25663304254 Aula"

RULES = (
    Rule(
        "AF401",
        "what other languages have is missing here",
        "section “{section}” lacks {what}, which stands at {places}",
        "pt: o peso\nes: el peso 0,591{=A[0,0,0]}",
        "pt: o peso 0,591{=A[0,0,0]}\nes: el peso 0,591{=A[0,0,0]}",
    ),
    Rule(
        "AF402",
        "missing page",
        "{what} is not written in {language}: there is no file {expected}",
        "lessons/pt/x.md",
        "lessons/pt/x.md, lessons/es/x.md, lessons/cs/x.md",
    ),
    Rule(
        "AF403",
        "sections that do not correspond",
        "{language} has {here} sections, {other} has {there}: the lessons part at “{section}”",
        "## Um",
        "## Um\n## Dois",
    ),
    Rule(
        "AF404",
        "two pages with one address",
        "two pages would have the same address, {address}: this one and {other}; rename one of them",
        "docs/pt/split-then-sum.md, lessons/pt/split-then-sum.md",
        "docs/pt/about.md, lessons/pt/split-then-sum.md",
    ),
    Rule(
        "AF405",
        "page that is left out",
        "this page is left out of the course: {reason}",
        "lessons: [split-then-sum]",
        "lessons: [split-then-sum, second-lesson]",
    ),
    Rule(
        "AF406",
        "translation behind its source",
        "section “{section}”: its source, {source}, {reason}; when both say the same, run “{command}”",
        _TRANSLATED.replace("a25663304254", "000000000000"),
        _TRANSLATED,
    ),
    Rule(
        "AF407",
        "line that is no state of a translation",
        "“{written}” is not a lesson, a language, a fingerprint of twelve digits and a title: remove it, or run"
        " “aferir translated --all”",
        "split-then-sum es Aula",
        _TRANSLATED,
    ),
    Rule(
        "AF408",
        "text of the interface that does not fit",
        "“{message}”: {problem}",
        'msgid "Cell {name}"\nmsgstr "Célula {nome}"',
        'msgid "Cell {name}"\nmsgstr "Célula {name}"',
    ),
)
