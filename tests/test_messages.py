"""Interface texts: every message in the code is in every catalogue, every catalogue holds nothing else."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from aferir.languages import known_languages, language, plural_categories

PACKAGE = Path(__file__).parent.parent / "scripts" / "aferir"
CALL = re.compile(r"""\b(?:text|plural)\(\s*("(?:[^"\\]|\\.)*")(?:,\s*("(?:[^"\\]|\\.)*"))?""")
LISTED = re.compile(r'^\s*"(?P<text>(?:[^"\\]|\\.)+)",?$', re.MULTILINE)


def in_python() -> Iterator[str]:
    """Messages of ``x.text("…")`` and ``x.plural("…", "…")``, and of the tables that hold them."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if _is_message_call(node):
                yield node.args[0].value
            elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in ("MESSAGES", "labels", "line"):
                yield from (item.value for item in ast.walk(node.value) if _is_sentence(item))


def _is_message_call(node: ast.AST) -> bool:
    called = isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("text", "plural") and node.args
    return bool(called and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str))


def _is_sentence(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value


def in_templates_and_modules() -> Iterator[str]:
    files = [*PACKAGE.glob("templates/*"), *PACKAGE.glob("theme/**/*.html"), *PACKAGE.glob("browser/*.js")]
    for path in sorted(files):
        for match in CALL.finditer(path.read_text(encoding="utf-8")):
            yield ast.literal_eval(match[1])


def catalogue(code: str) -> dict[str, object]:
    return dict(language(code).catalogue.texts)


@pytest.mark.parametrize("code", known_languages())
def test_every_message_of_the_code_is_in_the_catalogue(code: str) -> None:
    used = {*in_python(), *in_templates_and_modules()}
    assert len(used) > 40
    assert sorted(used - set(catalogue(code))) == []


def test_catalogues_hold_the_same_messages_and_each_is_used_somewhere() -> None:
    messages = set(catalogue("en"))
    for code in known_languages():
        assert set(catalogue(code)) == messages, code
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for pattern in ("*.py", "templates/*", "theme/**/*.html", "browser/*.js")
        for path in PACKAGE.rglob(pattern)
    ).replace("\\n", "\n")
    joined = re.sub(r'"\s*\n?\s*\+?\s*"', "", code)
    stale = [message for message in messages if message not in code and message not in joined]
    assert stale == []


@pytest.mark.parametrize("code", [code for code in known_languages() if code != "en"])
def test_translations_keep_every_placeholder(code: str) -> None:
    for message, text in catalogue(code).items():
        forms = text.values() if isinstance(text, dict) else [text]
        for form in forms:
            assert form, message
            assert placeholders(str(form)) <= placeholders(message) | {"count"}, message
            assert placeholders(message) - {"count"} <= placeholders(str(form)), message


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize(
    ("code", "forms"),
    [
        ("cs", {1: "1 číslo", 2: "2 čísla", 4: "4 čísla", 5: "5 čísel", 0: "0 čísel", 22: "22 čísel"}),
        ("pt", {1: "1 número", 2: "2 números", 0: "0 número"}),
        ("es", {1: "1 número", 2: "2 números", 0: "0 números"}),
        ("en", {1: "1 number", 2: "2 numbers"}),
    ],
)
def test_plural_forms_follow_the_language(code: str, forms: dict[int, str]) -> None:
    made = {count: language(code).plural("{count} number", "{count} numbers", count) for count in forms}
    assert made == forms


def test_czech_has_four_forms_and_the_catalogue_orders_them() -> None:
    assert plural_categories("cs") == ("one", "few", "many", "other")


def test_each_language_calls_itself_as_babel_has_it() -> None:
    from babel import Locale

    for code in known_languages():
        assert language(code).name == Locale.parse(code).get_display_name(code)
