"""Interface texts: every text of the code is in every whole catalogue, and no catalogue holds anything else."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from aferir.__main__ import main
from aferir.languages import catalogue_of, known_languages, language, plural_categories, read_catalogue, spoken
from aferir.messages import (
    Text,
    empty_catalogue,
    entries,
    key_of,
    missing_texts,
    said_texts,
    text_faults,
    texts_in_code,
)

from .tiny import write_course

WHOLE = ("en", "pt", "es", "cs", "fr", "de")
"""The languages whose texts are complete in the package."""


@pytest.fixture(scope="module")
def said() -> dict[Text, str]:
    return texts_in_code()


@pytest.mark.slow
def test_the_texts_are_found_in_python_in_templates_and_in_the_modules_of_the_browser(said: dict[Text, str]) -> None:
    assert len(said) > 240
    assert said["Challenge"] == "labels.py"  # of a table
    assert said["{label} is {value}."] == "feedback.py"
    assert said["What is wrong here"] == "templates/findings.html"
    assert said["Copied"].startswith("browser/")
    assert ("{count} minute of reading", "{count} minutes of reading") in said
    assert ("{count} of {total} right", "{count} of {total} right") in said


@pytest.mark.parametrize("code", WHOLE)
def test_every_text_of_the_code_is_translated(said: dict[Text, str], code: str) -> None:
    assert missing_texts(read_catalogue(code), said) == []


@pytest.mark.parametrize("code", known_languages())
def test_no_catalogue_holds_another_text_wrong_forms_or_wrong_placeholders(said: dict[Text, str], code: str) -> None:
    found = text_faults(read_catalogue(code), code, said)
    if code not in WHOLE:  # may be late: `aferir texts --lang fr --write` drops what nothing says
        found = [fault for fault in found if not fault.problem.startswith("nothing says this text")]
    assert found == []


def test_what_the_english_catalogue_says_is_what_the_code_says(said: dict[Text, str]) -> None:
    assert set(said_texts()) == set(said)
    for message in read_catalogue("en"):
        assert not message.id or message.string == message.id


SAID: dict[Text, str] = {"Cell {name}": "", ("{count} number", "{count} numbers"): "", "Copy": ""}
RIGHT = """\
msgid ""
msgstr "Plural-Forms: nplurals=4; plural=n == 1 ? 0 : n >= 2 && n <= 4 ? 1 : 3;\\n"

msgid "Cell {name}"
msgstr "Buňka {name}"

msgid "{count} number"
msgid_plural "{count} numbers"
msgstr[0] "jedno číslo"
msgstr[1] "{count} čísla"
msgstr[2] "{count} čísla"
msgstr[3] "{count} čísel"

msgid "Copy"
msgstr "Kopírovat"
"""


def faults(text: str) -> list[tuple[int, str]]:
    return [(fault.line, fault.problem) for fault in text_faults(catalogue_of(text.encode(), "cs"), "cs", SAID)]


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ("Buňka {name}", "Buňka", 4, "“Buňka” lacks {name}"),
        ("Buňka {name}", "Buňka {jméno}", 4, "“Buňka {jméno}” has {jméno}, which nothing fills"),
        ("Kopírovat", "Kopírovat {name}", 14, "“Kopírovat {name}” has {name}, which nothing fills"),
        ("Kopírovat", "Kopírovat {", 14, "a brace stands alone in “Kopírovat {”"),
        ('msgid "Copy"', 'msgid "Copy it"', 14, "nothing says this text: take it out, or write it as the code does"),
        ('msgid_plural "{count} numbers"', 'msgid_plural "{count} of them"', 7, "nothing says this text: take it out"),
    ],
)
def test_what_is_wrong_in_a_catalogue_is_found_with_its_line(old: str, new: str, line: int, problem: str) -> None:
    assert faults(RIGHT) == []
    assert old in RIGHT
    found = faults(RIGHT.replace(old, new))
    assert [place for place, _ in found][:1] == [line]
    assert problem in found[0][1]


def test_a_catalogue_with_the_plural_forms_of_another_language_is_found() -> None:
    three = RIGHT.replace("nplurals=4", "nplurals=3").replace('msgstr[3] "{count} čísel"\n', "")
    assert faults(three) == [(7, "it has 3 forms and needs 4: one, few, many, other")]


def test_what_is_empty_lacks_a_form_or_is_fuzzy_is_not_translated() -> None:
    def missing(text: str) -> list[str]:
        return [key_of(one) for one in missing_texts(catalogue_of(text.encode(), "cs"), SAID)]

    assert missing(RIGHT) == []
    assert missing(RIGHT.replace("Kopírovat", "")) == ["Copy"]
    assert missing(RIGHT.replace('msgid "Copy"', '#, fuzzy\nmsgid "Copy"')) == ["Copy"]
    assert missing(RIGHT.replace("{count} čísel", "")) == ["{count} number"]
    assert missing("") == ["Cell {name}", "Copy", "{count} number"]


def test_what_is_not_translated_stands_in_english_with_the_plural_forms_of_the_language() -> None:
    italian = language("it")
    assert italian.name == "italiano"
    assert italian.text("Cell {name}", name="a") == "Cell a"
    assert [italian.plural("{count} number", "{count} numbers", count) for count in (1, 2)] == ["1 number", "2 numbers"]
    own = spoken("it", b'msgid ""\nmsgstr ""\n\nmsgid "Cell {name}"\nmsgstr "Cella {name}"\n')
    assert own.text("Cell {name}", name="a") == "Cella a"
    assert own.text("Copy") == "Copy"
    assert language("it").text("Cell {name}", name="a") == "Cell a"  # another course's texts are its own


def test_entries_to_be_translated_have_the_forms_of_their_language() -> None:
    text = empty_catalogue("cs", "čeština") + entries(list(SAID), "cs")
    assert 'msgid "Copy"\nmsgstr ""\n' in text
    assert text.count("msgstr[") == 4
    assert len(missing_texts(catalogue_of(text.encode(), "cs"), SAID)) == 3
    assert faults(text) == []


# ── The command ──────────────────────────────────────────────────────────────────────────────────────────────────────


def aferir(root: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["--config", str(root / "mkdocs.yml"), *arguments])


@pytest.mark.slow
def test_the_command_lists_what_lacks_adds_it_to_the_courses_catalogue_and_names_what_is_wrong(tmp_path: Path) -> None:
    root = write_course(tmp_path)
    whole = aferir(root, "texts")
    assert whole.exit_code == 0
    assert "pt (português): all " in whole.stdout
    italian = aferir(root, "texts", "--lang", "it", "--write")
    assert italian.exit_code == 0
    assert "texts stand in English\n" in italian.stdout
    assert "\n  Copied\n" in italian.stdout
    file = root / "lessons" / "interface.it.po"
    text = file.read_text(encoding="utf-8")
    assert 'msgid "Copied"\nmsgstr ""\n' in text
    assert aferir(root, "texts", "--lang", "it", "--write").exit_code == 0
    assert file.read_text(encoding="utf-8").count('msgid "Copied"') == 1
    own = text.replace('msgid "Copied"\nmsgstr ""', 'msgid "Copied"\nmsgstr "Copiato {x}"')
    file.write_text(own + '\nmsgid "Gone"\nmsgstr "Andato"\n', encoding="utf-8")
    wrong = aferir(root, "texts", "--lang", "it")
    assert wrong.exit_code == 1
    assert "“Copied”: “Copiato {x}” has {x}, which nothing fills" in wrong.stdout
    assert "“Gone”: nothing says this text" in wrong.stdout
    assert aferir(root, "texts", "--lang", "it", "--write").exit_code == 1
    assert file.read_text(encoding="utf-8") == own


# ── Forms and names ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("code", "forms"),
    [
        ("cs", {1: "1 číslo", 2: "2 čísla", 4: "4 čísla", 5: "5 čísel", 0: "0 čísel", 22: "22 čísel"}),
        ("pt", {1: "1 número", 2: "2 números", 0: "0 número"}),
        ("es", {1: "1 número", 2: "2 números", 0: "0 números"}),
        ("en", {1: "1 number", 2: "2 numbers"}),
        ("fr", {1: "1 nombre", 0: "0 nombre", 2: "2 nombres"}),
        ("de", {1: "1 Zahl", 0: "0 Zahlen", 2: "2 Zahlen"}),
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
