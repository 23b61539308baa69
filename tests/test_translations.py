"""Translations held against their source: what is behind is named, shown, and accepted; nothing else is."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from aferir.__main__ import main
from aferir.build import check_course, editions
from aferir.languages import language
from aferir.scan import scan
from aferir.settings import Settings
from aferir.translations import parts_of, read_state, word_difference, written_state

from .tiny import write_course

pytestmark = pytest.mark.usefixtures("one_process")
FIRST_PAGE = "---\ntitle: Início\n---\nTexto.\n\n## Como ler\n\n{}\n\n```lessons\n```\n"
LESSON = "---\ntitle: Uma lição\n---\nUm peso 0,500{=w.max()} e mais.\n\n## Em código\n\nO mesmo texto.\n"


def digests(text: str) -> list[str]:
    return [part.digest for part in parts_of(scan(text, "x.md", language("pt"), "x")[0], text)]


def test_a_section_is_known_by_its_words_and_neither_by_its_lines_nor_by_the_numbers_that_are_bound() -> None:
    first, second = digests(LESSON)
    assert digests(LESSON.replace("e mais.", "e\nmais.")) == [first, second]
    assert digests(LESSON.replace("0,500", "0,625")) == [first, second]
    assert digests(LESSON.replace("w.max()", "w.min()"))[0] != first
    assert digests(LESSON.replace("Uma lição", "Outra"))[0] != first
    assert digests(LESSON.replace("O mesmo", "Outro")) == [first, digests(LESSON.replace("O mesmo", "Outro"))[1]]
    assert digests(LESSON.replace("O mesmo", "Outro"))[1] != second


def test_the_state_is_sorted_and_the_lines_of_two_branches_are_both_true() -> None:
    one, other = "one es 0123456789ab Em código", "one es ba9876543210 Em código"
    state, found = read_state(f"# remark\n\n{other}\n{one}\nanother cs 0123456789ab Título: um\n".encode(), "t.txt")
    assert found == ()
    assert state["one", "es", "Em código"] == {"0123456789ab", "ba9876543210"}
    lines = [line for line in written_state(state).splitlines() if not line.startswith("#")]
    assert lines == ["another cs 0123456789ab Título: um", one, other]


@pytest.mark.parametrize(
    "line", ["one es Em código", "one es 0123456789AB Em código", "one es 0123456789ab", "<<<<<<< a"]
)
def test_a_line_that_is_none_is_found(line: str) -> None:
    _, found = read_state(f"one es 0123456789ab Em código\n{line}\n".encode(), "lessons/translations.txt")
    assert [(item.code, item.line) for item in found] == [("AF407", 2)]


def test_a_change_is_shown_by_its_words_with_some_around_it() -> None:
    before = "a b c d e f g o peso maior fica aqui h i j k l m n"
    assert word_difference(before, before.replace("maior", "menor ainda")) == (
        "  … e f g o peso [-maior-] {+menor ainda+} fica aqui h i …".replace("e f g o peso", "f g o peso")
    )
    assert word_difference("a b", "a") == "  … a [-b-] …"


@pytest.fixture
def course(tmp_path: Path, shared_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A course in a Git repository whose translations are all accepted."""
    monkeypatch.setenv("AFERIR_CACHE", str(shared_cache))
    monkeypatch.setenv("AFERIR_QUIET", "1")
    root = write_course(tmp_path / "inside")
    git(tmp_path, "init", "--quiet")
    assert aferir(root, "translated", "--all").exit_code == 0
    commit(tmp_path)
    return root


def git(root: Path, *arguments: str) -> None:
    own = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(root), *own, *arguments], check=True, capture_output=True)


def commit(root: Path) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "x")


def aferir(root: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["--config", str(root / "mkdocs.yml"), *arguments])


def change(root: Path, old: str, new: str, path: str = "lessons/pt/one.md") -> None:
    file = root / path
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_a_change_of_the_source_is_noted_with_its_words_until_the_translation_is_accepted(course: Path) -> None:
    assert aferir(course, "check").output == "Everything agrees with the code.\n"
    change(course, "O maior peso é", "O peso maior de todos é")
    commit(course.parent)
    checked = aferir(course, "check")
    assert checked.exit_code == 0
    assert checked.stdout == (
        "lessons/es/one.md:2:8: AF406 section “Una lección”: its source, lessons/pt/one.md:2, has changed since; when "
        "both say the same, run “aferir translated one --lang es”\n"
    )
    assert "lessons/pt/one.md:2: “Uma lição” has changed:\n  … snippet: tiny --- O {+peso+} maior " in checked.stderr
    assert "[-peso-] {+de todos+} é 0,500{=w.max()}," in checked.stderr
    only = aferir(course, "check", "--lang", "es")
    assert only.stdout == checked.stdout
    accepted = aferir(course, "translated", "one", "--lang", "es")
    assert accepted.stdout == "lessons/es/one.md:2: Una lección\n"
    assert aferir(course, "check").output == "Everything agrees with the code.\n"


def test_the_page_says_quietly_which_of_its_sections_are_behind_and_the_others_say_nothing(course: Path) -> None:
    change(course, "## Em código", "## Em código\n\nMais uma frase.")
    checked = check_course(Settings(root=course), lambda _: None)
    assert checked.findings == ()
    portuguese, spanish = editions(checked, Settings(root=course))
    assert portuguese.pages["one.md"].notice == ""
    note = spanish.pages["one.md"].notice
    assert "Desde que se tradujo esta página, el original (português) ha cambiado en estas secciones:" in note
    assert re.findall(r"<li>(.*)</li>", note) == ["En código"]
    assert 'href="../../pt/one/" hreflang="pt"' in note


def test_a_page_that_is_no_lesson_is_held_against_its_source_too(course: Path) -> None:
    (course / "docs" / "pt" / "index.md").write_text(FIRST_PAGE.format("Três frases."), encoding="utf-8")
    checked = aferir(course, "check")
    assert checked.exit_code == 0
    assert re.findall(r"docs/es/index.md:2:8: AF406 .* its source, (\S+), (.*);", checked.stdout) == [
        ("docs/pt/index.md:2", "has changed since"),
        ("docs/pt/index.md:6", "has not been held against it yet"),  # a translation that is divided otherwise is one
    ]
    _, spanish = editions(check_course(Settings(root=course), lambda _: None), Settings(root=course))
    assert re.findall(r"<li>(.*)</li>", spanish.pages["index.md"].notice) == ["El comienzo de la página", "Inicio"]
    assert 'href="../pt/" hreflang="pt"' in spanish.pages["index.md"].notice
    assert spanish.pages["one.md"].notice == ""
    arguments = ["--config", str(course / "mkdocs.yml"), "check", "--stdin", "--path", "docs/es/index.md"]
    change(course, "- aferir", "- aferir: {stale_translations: fail}", "mkdocs.yml")
    text = (course / "docs" / "es" / "index.md").read_text(encoding="utf-8")
    assert CliRunner().invoke(main, arguments, input=text).stdout.count("AF406") == 2
    assert aferir(course, "translated", "index").exit_code == 0
    assert aferir(course, "check").output == "Everything agrees with the code.\n"
    (course / "docs" / "pt" / "index.md").write_text(FIRST_PAGE.format("Quatro frases."), encoding="utf-8")
    (only,) = re.findall(r"docs/es/index.md:2:8: AF406 .* its source, (\S+),", aferir(course, "check").stdout)
    assert only == "docs/pt/index.md:6"


def test_a_page_that_only_one_language_has_needs_no_source(course: Path) -> None:
    (course / "docs" / "es" / "extra.md").write_text("---\ntitle: Más\n---\nTexto.\n", encoding="utf-8")
    (course / "docs" / "pt" / "mais.md").write_text("---\ntitle: Mais\n---\nTexto.\n", encoding="utf-8")
    assert aferir(course, "check").output == "Everything agrees with the code.\n"


def test_a_course_may_want_its_build_to_stop(course: Path) -> None:
    change(course, "- aferir", "- aferir: {stale_translations: fail}", "mkdocs.yml")
    assert aferir(course, "check").exit_code == 0
    change(course, "Em código", "No código")
    checked = aferir(course, "check", "--format", "json")
    (item,) = json.loads(checked.stdout)
    assert (item["severity"], item["code"], item["path"], item["line"]) == ("error", "AF406", "lessons/es/one.md", 9)
    assert "has not been held against it yet" in item["problem"]  # a section of another title is another section
    assert checked.exit_code == 1
    spanish = (course / "lessons" / "es" / "one.md").read_text(encoding="utf-8")
    arguments = ["--config", str(course / "mkdocs.yml"), "check", "--stdin", "--path", "lessons/es/one.md"]
    unsaved = CliRunner().invoke(main, arguments, input=spanish)
    assert unsaved.exit_code == 1
    assert "lessons/es/one.md:9:1: AF406" in unsaved.stdout
    (course / "lessons" / "translations.txt").unlink()  # what nobody has looked at is behind as well
    assert aferir(course, "check").stdout.count("AF406") == 3


def test_a_note_for_a_workflow_is_a_notice(course: Path) -> None:
    change(course, "O maior peso é", "O peso maior é")
    assert aferir(course, "check", "--format", "github").stdout.startswith("::notice file=lessons/es/one.md,line=2,")


def test_without_history_the_section_is_named_all_the_same(course: Path) -> None:
    change(course, "O maior peso é", "O peso maior é")
    subprocess.run(["rm", "-rf", str(course.parent / ".git")], check=True)
    checked = aferir(course, "check")
    assert "AF406" in checked.stdout
    assert "“Uma lição”: the text it was translated from is not in the history that Git has here" in checked.stderr


def test_a_course_that_keeps_no_state_hears_nothing(course: Path) -> None:
    (course / "lessons" / "translations.txt").unlink()
    assert aferir(course, "check").output == "Everything agrees with the code.\n"


def test_one_section_may_be_accepted_and_what_is_none_is_said(course: Path) -> None:
    change(course, "O maior peso é", "O peso maior é")
    change(course, "## Em código", "## Em código\n\nMais uma frase.")
    assert aferir(course, "translated", "one", "--section", "En código").stdout == "lessons/es/one.md:9: En código\n"
    assert aferir(course, "check").stdout.count("AF406") == 1
    for arguments, message in (
        (("one", "--section", "En codigo"), "there is no section 'En codigo' (did you mean “En código”?) in one"),
        (("on",), "this course has no lesson or page 'on' (did you mean “one”?)"),
        (("one", "--lang", "cs"), "this course has no language 'cs'; its languages: pt, es"),
    ):
        refused = aferir(course, "translated", *arguments)
        assert (refused.exit_code, refused.stderr) == (2, f"aferir: {message}\n")
    assert aferir(course, "translated").exit_code == 2
    assert aferir(course, "translated", "one", "--all").exit_code == 2


def test_accepting_drops_sections_that_are_no_more_and_keeps_the_rest_as_it_was(course: Path) -> None:
    file = course / "lessons" / "translations.txt"
    before = file.read_text(encoding="utf-8")
    file.write_text(before + "one es 0123456789ab Já não existe\n", encoding="utf-8")
    assert aferir(course, "translated", "one").exit_code == 0
    assert file.read_text(encoding="utf-8") == before


def test_the_texts_of_a_challenge_are_held_against_their_source_too(course: Path) -> None:
    assert aferir(course, "new", "challenge", "centred").exit_code == 0
    assert (
        " es " in (course / "lessons" / "translations.txt").read_text(encoding="utf-8").split("challenges/centred")[1]
    )
    for code in ("pt", "es"):
        with (course / "lessons" / code / "one.md").open("a", encoding="utf-8") as file:
            file.write("\n/// challenge | centred\nx\n///\n")
    assert aferir(course, "translated", "one").exit_code == 0
    commit(course.parent)
    texts = "snippets/challenges/centred/texts.pt.toml"
    change(course, "Centrar as linhas", "Centrar cada linha", texts)
    checked = aferir(course, "check")
    assert checked.exit_code == 0
    assert checked.stdout == (
        f"{texts.replace('.pt.', '.es.')}:1:10: AF406 section “title”: its source, {texts}:1, has changed since; when "
        "both say the same, run “aferir translated challenges/centred --lang es”\n"
    )
    assert 'Centrar [-as linhas"-] {+cada linha"+}' in checked.stderr
    found = check_course(Settings(root=course), lambda _: None)
    page = editions(found, Settings(root=course))[1].pages["one.md"]
    assert re.findall(r"<li>(.*)</li>", page.notice) == ["Centrar las filas"]
    assert aferir(course, "translated", "challenges/centred").exit_code == 0
    assert aferir(course, "check").output == "Everything agrees with the code.\n"
