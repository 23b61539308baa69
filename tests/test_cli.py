"""The command line: exit codes, one line per finding, and never a traceback."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from aferir import assets, commands
from aferir.__main__ import main

from .tiny import write_course
from .tiny_challenge import write_challenges

PT = "lessons/pt/one.md"
LOOP = "def multi_head(X, Wq, Wk, Wv, Wo, h):\n    while True:\n        pass\n"


def aferir(root: Path, *arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, ["--config", str(root / "mkdocs.yml"), *arguments], input=stdin)


@pytest.fixture
def course(tmp_path, shared_cache, monkeypatch) -> Path:
    monkeypatch.setenv("AFERIR_CACHE", str(shared_cache))
    monkeypatch.setenv("AFERIR_QUIET", "1")
    return write_course(tmp_path)


def spoil(course: Path) -> None:
    text = (course / PT).read_text(encoding="utf-8")
    (course / PT).write_text(text.replace("0,500{", "0,501{"), encoding="utf-8")


def test_each_module_of_the_room_is_a_command_or_what_commands_share(course) -> None:
    modules = {path.stem for path in Path(commands.__path__[0]).glob("*.py")}
    assert modules == {"__init__", "common", "named", *main.commands}
    assert {name: command.name for name, command in main.commands.items()} == {name: name for name in main.commands}
    assert "Did you mean 'check'?" in aferir(course, "chekc").stderr


def test_check_is_silent_on_stdout_and_0_when_everything_agrees(course) -> None:
    done = aferir(course, "check")
    assert (done.exit_code, done.stdout) == (0, "")
    assert "Everything agrees with the code." in done.stderr


def test_check_is_1_and_names_the_place(course) -> None:
    spoil(course)
    done = aferir(course, "check")
    assert done.exit_code == 1
    assert done.stdout.splitlines() == [
        f"{PT}:6:16: AF301 0,501 is written, w.max() is 0.5, write 0,500",
        "  example: 0,591{=A[0,0,0]}",
    ]
    assert done.stderr.splitlines() == [
        "1 finding",
        "Each code is explained on the page reference/findings/ of the built site.",
    ]


def test_check_in_json_and_as_annotations(course) -> None:
    spoil(course)
    (item,) = json.loads(aferir(course, "check", "--format", "json").stdout)
    assert (item["path"], item["line"], item["column"], item["code"]) == (PT, 6, 16, "AF301")
    assert aferir(course, "check", "--format", "github").stdout.startswith(
        f"::error file={PT},line=6,col=16,title=AF301::"
    )


def test_check_takes_an_unsaved_text_from_standard_input(course) -> None:
    text = (course / PT).read_text(encoding="utf-8").replace("0,500{", "0,499{")
    done = aferir(course, "check", "--stdin", "--path", PT, stdin=text)
    assert done.exit_code == 1
    assert f"{PT}:6:16: AF301 0,499" in done.stdout
    assert aferir(course, "check", "--stdin", stdin=text).exit_code == 2


def test_a_path_is_understood_from_here_from_the_course_and_absolute(course, monkeypatch) -> None:
    text = (course / PT).read_text(encoding="utf-8").replace("0,500{", "0,499{")
    monkeypatch.chdir(course / "lessons")
    for path in ("pt/one.md", "../lessons/es/../pt/one.md", PT, str(course / PT)):
        done = aferir(course, "check", "--stdin", "--path", path, stdin=text)
        assert done.stdout.splitlines()[0].startswith(f"{PT}:6:16: AF301 0,499"), path


def test_a_path_that_is_no_page_is_refused(course) -> None:
    for path in ("lessons/pt/two.md", "../one.md", "mkdocs.yml"):
        done = aferir(course, "check", "--stdin", "--path", path, stdin="x")
        assert (done.exit_code, done.stderr) == (2, f"aferir: {path}: is no lesson or page of this course\n")


def test_standard_input_that_is_not_utf_8_is_said(course) -> None:
    arguments = ["--config", str(course / "mkdocs.yml"), "check", "--stdin", "--path", PT]
    done = CliRunner().invoke(main, arguments, input=b"\xff")
    assert (done.exit_code, done.stderr) == (2, f"aferir: {PT}: what standard input holds is not UTF-8 text\n")


@pytest.mark.slow
def test_half_a_character_that_a_cell_raises_is_shown_as_an_escape(course) -> None:
    code = course / "snippets" / "lessons" / "tiny.py"
    code.write_text(code.read_text(encoding="utf-8") + "\n\n# %% last\nraise ValueError('\\ud800')\n", encoding="utf-8")
    done = aferir(course, "check", "--lang", "pt")
    assert done.exit_code == 1
    assert done.stdout.splitlines()[0] == ("snippets/lessons/tiny.py:26:1: AF205 cell last raises ValueError: \\ud800")
    (item,) = json.loads(aferir(course, "check", "--lang", "pt", "--format", "json").stdout)
    assert item["problem"].endswith("ValueError: \ud800")


def test_a_language_that_the_course_lacks_is_refused(course, tmp_path) -> None:
    said = "aferir: this course has no language 'xx'; its languages: pt, es\n"
    for arguments in (("check",), ("coverage",), ("grade", "any", str(tmp_path / "none.py"))):
        done = aferir(course, *arguments, "--lang", "xx")
        assert (done.exit_code, done.stderr) == (2, said)


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf"])
def test_a_time_limit_that_is_none_is_refused(course, seconds) -> None:
    done = aferir(course, "grade", "any", "none.py", "--seconds", seconds)
    assert done.exit_code == 2
    assert f"Invalid value for '--seconds': a time limit is a number of seconds above 0, got {seconds}" in done.stderr


def test_a_configuration_that_is_a_folder_is_said(tmp_path) -> None:
    done = CliRunner().invoke(main, ["--config", str(tmp_path), "check"])
    assert done.exit_code == 2
    assert done.stderr.startswith(f"aferir: {tmp_path}: there is no such file; run aferir in the folder of mkdocs.yml")
    (tmp_path / "mkdocs.yml").write_bytes(b"a: 1\nb: \xff")
    done = aferir(tmp_path, "check")
    assert (done.exit_code, "mkdocs.yml:2:4: the file is not UTF-8" in done.stderr) == (2, True)


def test_a_cache_that_is_a_file_is_said_with_its_name(course, tmp_path, monkeypatch) -> None:
    cache = tmp_path / "cache"
    cache.write_text("", encoding="utf-8")
    monkeypatch.setenv("AFERIR_CACHE", str(cache))
    done = aferir(course, "check")
    assert done.exit_code == 2
    assert done.stderr.startswith(f"aferir: the cache folder {cache} cannot be used: ")
    assert "set AFERIR_CACHE to a folder that can be written" in done.stderr


def test_check_builds_no_folder_for_the_browser(course, monkeypatch) -> None:
    monkeypatch.setattr(assets, "asset_folders", lambda *_, **__: pytest.fail("check needs none of them"))
    assert aferir(course, "check").exit_code == 0


def test_check_of_one_language_leaves_the_others_alone(course) -> None:
    spoil(course)
    assert aferir(course, "check", "--lang", "es").exit_code == 0
    assert aferir(course, "check", "--lang", "pt").exit_code == 1


def test_no_course_here_is_said_without_a_traceback(tmp_path) -> None:
    done = aferir(tmp_path, "check")
    assert done.exit_code == 2
    assert "mkdocs.yml: there is no such file" in done.stderr
    assert "Traceback" not in done.output


@pytest.mark.slow
def test_grade_is_0_for_the_solution_1_for_a_wrong_one_and_for_a_loop(root, tmp_path) -> None:
    solution = root / "snippets" / "challenges" / "multi_head" / "solution.py"
    wrong = tmp_path / "wrong.py"
    wrong.write_text(solution.read_text(encoding="utf-8").replace("return ", "return 0 and "), encoding="utf-8")
    loop = tmp_path / "loop.py"
    loop.write_text(LOOP, encoding="utf-8")
    assert aferir(root, "grade", "multi_head", str(solution), "--lang", "es").exit_code == 0
    failed = aferir(root, "grade", "multi_head", str(wrong), "--lang", "es")
    assert failed.exit_code == 1
    assert "✗" in failed.stdout
    stopped = aferir(root, "grade", "multi_head", str(loop), "--lang", "pt", "--seconds", "3", "--format", "json")
    assert stopped.exit_code == 1
    assert json.loads(stopped.stdout)["status"] == "failed"


def test_grade_is_2_and_neutral_when_the_checks_themselves_fail(course, tmp_path) -> None:
    checks = write_challenges(course / "snippets") / "shares" / "checks.py"
    text = checks.read_text(encoding="utf-8").replace("(attempt):\n", "(attempt):\n    1 / 0\n")
    checks.write_text(text, encoding="utf-8")
    wrong = tmp_path / "wrong.py"
    wrong.write_text("def shares(x):\n    return x\n", encoding="utf-8")
    done = aferir(course, "grade", "shares", str(wrong), "--lang", "es")
    assert done.exit_code == 2
    said = "Lo que ha fallado es el propio corrector, y eso no dice nada de tu código."
    assert done.stdout.startswith(f"{said} Informa: ZeroDivisionError: division by zero")
    assert "✗" not in done.stdout


@pytest.mark.slow
def test_grade_is_2_when_there_is_nothing_to_grade(root, tmp_path) -> None:
    missing = aferir(root, "grade", "multi_head", str(tmp_path / "none.py"))
    assert missing.exit_code == 2
    assert "none.py: cannot be read" in missing.stderr
    unknown = aferir(root, "grade", "multihead", str(tmp_path / "none.py"))
    assert unknown.exit_code == 2
    assert re.search(r"there is no challenge 'multihead'; known challenges: .*\bmulti_head\b", unknown.stderr)


@pytest.mark.slow
def test_assets_without_a_network_lists_every_file_at_once(root, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("AFERIR_CACHE", str(tmp_path / "cache"))
    (tmp_path / "from").mkdir()
    done = aferir(root, "assets", "--from", str(tmp_path / "from"))
    assert done.exit_code == 2
    for name in ("pyodide", "numpy", "katex", "codemirror", "viz", "literata"):
        assert name in done.stderr
    assert "aferir assets --from DIR" in done.stderr
