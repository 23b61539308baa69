"""The statements of challenges that are steps of others -> HTML: paragraphs with inline Markdown, math and code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from .errors import finding
from .languages import language
from .markup import to_html
from .model import ChallengeFiles, Finding, Fragment, Lesson, Page, Position
from .scan import scan
from .tex import TexError, render_formulas

_START = Position(1, 1)
_HEAD = "---\ntitle: statement\n---\n"

Statements = Mapping[str, Mapping[str, str]]
"""By id of the challenge and language: HTML."""


def render_statements(
    challenges: Iterable[ChallengeFiles], katex: Path, cache: Path
) -> tuple[dict[str, dict[str, str]], list[Finding]]:
    """Every statement by challenge and language, and what is wrong with those that are left out.

    ``katex`` is the folder of ``katex.mjs``. AF501 for a statement that holds anything but paragraphs, AF601 for TeX
    that cannot be read.
    """
    html: dict[str, dict[str, str]] = {}
    found: list[Finding] = []
    for challenge in challenges:
        for code, texts in challenge.texts.items():
            statement = texts.get("statement")
            if isinstance(statement, str):
                path = f"{challenge.folder}/texts.{code}.toml"
                lesson, problems = _scanned(statement, path, code)
                formulas, mistakes = _formulas(lesson, katex, cache)
                found += [*problems, *mistakes]
                if not problems and not mistakes:
                    page = Page(path, "", code, "", "", lesson.markdown, formulas, {})
                    html.setdefault(challenge.id, {})[code] = to_html(page)[0]
    return html, found


def _scanned(statement: str, path: str, code: str) -> tuple[Lesson, list[Finding]]:
    lesson, findings = scan(_HEAD + statement, path, language(code), "statement")
    problems = [replace(item, line=1, column=1) for item in findings]
    headings = len(lesson.sections) > 1
    if lesson.bindings or lesson.fences or lesson.blocks or lesson.plain_code_fences or headings:
        reason = "statement: it holds paragraphs with inline Markdown, $math$ and `code`, nothing else"
        problems.append(finding("AF501", path, _START, reason=reason))
    return lesson, problems


def _formulas(lesson: Lesson, katex: Path, cache: Path) -> tuple[dict[str, Fragment], list[Finding]]:
    asked = [(formula.tex, formula.display) for formula in lesson.formulas]
    answers = render_formulas(asked, katex, cache) if asked else ()
    fragments, found = {}, []
    for formula, answer in zip(lesson.formulas, answers, strict=True):
        if isinstance(answer, TexError):
            found.append(finding("AF601", lesson.path, _START, message=answer.message))
        else:
            fragments[formula.token] = Fragment(answer, formula.tex)
    return fragments, found
