"""The page for authors: its commands are run and its files written, in the order in which the page gives them."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from aferir.__main__ import main
from aferir.attempt import Attempt
from aferir.guidance import steps_of

from .tiny import MKDOCS

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "authors" / "challenges.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"# ([\w./]+\.(?:py|toml))\n")
COURSE = "id: tiny\ntitle: {en: Course}\nlanguages: [en]\nlessons: [one]\n"
LESSON = "---\ntitle: A lesson\ndescription: For a test.\n---\nRows.\n"


def blocks() -> Iterator[tuple[str, str]]:
    yield from ((match[1], match[2]) for match in BLOCK.finditer(PAGE))


@pytest.fixture
def course(tmp_path: Path, shared_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AFERIR_CACHE", str(shared_cache))
    monkeypatch.setenv("AFERIR_QUIET", "1")
    monkeypatch.chdir(tmp_path)
    files = {
        "mkdocs.yml": MKDOCS,
        "lessons/course.yml": COURSE,
        "lessons/en/one.md": LESSON,
        "docs/en/index.md": "---\ntitle: Home\n---\n```lessons\n```\n",
        "snippets/reference/__init__.py": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def run(line: str) -> str:
    program, *arguments = shlex.split(line)
    assert program == "aferir"
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0, f"{line}\n{done.output}"
    return done.stdout


@pytest.mark.slow
def test_what_the_page_tells_to_do_works_from_the_first_command_to_the_last(course: Path) -> None:
    kinds: list[str] = []
    for kind, text in blocks():
        named = FILE.match(text)
        if kind == "sh":
            printed = {line: run(line) for line in text.splitlines()}
            for line, output in printed.items():
                if line.startswith("aferir mutants"):
                    assert re.fullmatch(r"unit_rows: killed (\d+) of \1 mutants, 6 of 6 misconceptions\n", output)
        elif kind == "markdown":
            with (course / "lessons" / "en" / "one.md").open("a", encoding="utf-8") as lesson:
                lesson.write(f"\n{text}")
        elif named:
            assert (course / named[1]).exists(), f"aferir new does not make {named[1]}"
            (course / named[1]).write_text(text[named.end() :], encoding="utf-8")
        elif kind == "toml":
            (entry,) = tomllib.loads(text)["equivalent"]
            assert set(entry) == {"operator", "line", "reason"}
        else:
            assert kind == "python"
            assert steps_of(text) == ("unit_rows",)
        kinds.append(kind)
    assert kinds.count("sh") == 3
    assert {"sh", "python", "toml", "markdown"} == set(kinds)
    assert len(kinds) == PAGE.count("\n```") // 2


def test_the_table_names_what_a_check_can_ask() -> None:
    asked = set(re.findall(r"`attempt\.(\w+)", PAGE))
    assert len(asked) >= 12
    assert {name for name in asked if not callable(getattr(Attempt, name, None))} == set()
    public = {name for name in vars(Attempt) if not name.startswith("_")}
    assert public - asked <= {"observed", "call", "expected", "tried"}
