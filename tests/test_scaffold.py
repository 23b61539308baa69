"""What ``aferir new`` begins holds at once: it checks, it grades, its mutants are killed; it overwrites nothing."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from aferir.__main__ import main
from aferir.languages import known_languages
from aferir.scaffold import challenge_files
from aferir.settings import Settings

from .tiny import write_course

RIGHT = "tests/challenges/centred/right/with_a_loop.py"


@pytest.fixture
def course(tmp_path: Path, shared_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AFERIR_CACHE", str(shared_cache))
    return write_course(tmp_path)


def aferir(root: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["--config", str(root / "mkdocs.yml"), *arguments])


def shown_in_lessons(root: Path, name: str) -> None:
    for code in ("pt", "es"):
        with (root / "lessons" / code / "one.md").open("a", encoding="utf-8") as file:
            file.write(f"\n/// challenge | {name}\nx\n///\n")


@pytest.mark.slow
def test_a_new_challenge_checks_grades_and_kills_its_mutants_at_once(course: Path) -> None:
    made = aferir(course, "new", "challenge", "centred")
    assert made.exit_code == 0
    folder = "snippets/challenges/centred"
    names = ["starter.py", "solution.py", "checks.py", "misconceptions.py", "texts.pt.toml", "texts.es.toml"]
    wanted = ["snippets/reference/centred.py", *(f"{folder}/{name}" for name in names), RIGHT]
    assert made.stdout.splitlines() == wanted
    assert all((course / name).is_file() for name in wanted)
    assert f"aferir grade centred {RIGHT}" in made.stderr
    shown_in_lessons(course, "centred")
    checked = aferir(course, "check", "--no-cache")
    assert (checked.exit_code, checked.stdout) == (0, "")
    for code in ("pt", "es"):
        graded = aferir(course, "grade", "centred", str(course / RIGHT), "--lang", code)
        assert graded.exit_code == 0, graded.output
    starter = aferir(course, "grade", "centred", str(course / folder / "starter.py"))
    assert starter.exit_code == 1
    mutants = aferir(course, "mutants", "centred")
    assert mutants.exit_code == 0, mutants.output
    assert mutants.stdout.endswith("3 of 3 misconceptions\n")


def test_it_overwrites_nothing_and_then_writes_nothing(course: Path) -> None:
    aferir(course, "new", "challenge", "centred")
    solution = course / "snippets" / "challenges" / "centred" / "solution.py"
    solution.write_text("mine", encoding="utf-8")
    (course / RIGHT).unlink()
    again = aferir(course, "new", "challenge", "centred")
    assert again.exit_code == 2
    assert "nothing was written, since these files are there already:" in again.stderr
    assert "snippets/challenges/centred/solution.py" in again.stderr
    assert solution.read_text(encoding="utf-8") == "mine"
    assert not (course / RIGHT).exists()


@pytest.mark.parametrize("name", ["Centred", "two-words", "2d", "", "lambda", "../up", "é"])
def test_an_id_that_cannot_be_a_function_is_refused_with_an_example(course: Path, name: str) -> None:
    made = aferir(course, "new", "challenge", name)
    assert made.exit_code == 2
    assert "example: aferir new challenge split_heads" in made.stderr
    assert not (course / "snippets" / "challenges").exists()


def test_a_folder_that_cannot_be_written_is_said(course: Path) -> None:
    (course / "tests").write_text("a file", encoding="utf-8")
    made = aferir(course, "new", "challenge", "centred")
    assert made.exit_code == 2
    assert "with_a_loop.py: cannot be written: " in made.stderr
    assert "Traceback" not in made.output


def test_every_language_has_texts_of_its_own(tmp_path: Path) -> None:
    files = challenge_files("centred", known_languages(), Settings(root=tmp_path))
    texts = {code: tomllib.loads(files[f"snippets/challenges/centred/texts.{code}.toml"]) for code in known_languages()}
    titles = {code: text["title"] for code, text in texts.items()}
    assert titles["en"] == "Centre the rows"
    assert len(set(titles.values())) == len(titles) >= 4
    for text in texts.values():
        assert "`centred(x)`" in text["statement"]
        assert set(text["checks"]) == {"shape", "values", "untouched"}
    for name, text in files.items():
        if name.endswith(".py"):
            ast.parse(text)
