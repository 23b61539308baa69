"""What editors and repositories call: the hook of pre-commit, the problem matcher of VS Code, workflow annotations."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from aferir.__main__ import main

from .tiny import write_course

PAGE = "docs/authors/editors.md"
WRONG = "lessons/pt/one.md"


def git(folder: Path, *arguments: str) -> str:
    name = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main")
    done = subprocess.run(["git", *name, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def break_number(root: Path) -> None:
    lesson = root / WRONG
    lesson.write_text(lesson.read_text(encoding="utf-8").replace("0,500{", "0,501{"), encoding="utf-8")


@pytest.mark.slow
def test_pre_commit_runs_the_hook_and_stops_a_wrong_number(root: Path, tmp_path: Path, shared_cache: Path) -> None:
    hooks, course = tmp_path / "aferir", write_course(tmp_path / "course")
    hooks.mkdir()
    shutil.copy(root / ".pre-commit-hooks.yaml", hooks)
    for folder in (hooks, course):
        git(folder, "init", "--quiet")
    git(hooks, "add", "--all")
    git(hooks, "commit", "--quiet", "--message", "hooks")
    config = f"repos:\n- repo: {hooks}\n  rev: {git(hooks, 'rev-parse', 'HEAD')}\n  hooks: [{{id: aferir-check}}]\n"
    (course / ".pre-commit-config.yaml").write_text(config, encoding="utf-8")
    git(course, "add", "--all")
    assert "Passed" in pre_commit(course, tmp_path, shared_cache, 0)
    break_number(course)
    git(course, "add", "--all")
    assert f"{WRONG}:6:16: AF301 0,501 is written" in pre_commit(course, tmp_path, shared_cache, 1)


def pre_commit(course: Path, home: Path, cache: Path, expected: int) -> str:
    programs = str(Path(sys.executable).parent)
    environment = os.environ | {
        "PRE_COMMIT_HOME": str(home / "pre-commit"),
        "AFERIR_CACHE": str(cache),
        "PATH": os.pathsep.join((programs, os.environ["PATH"])),
    }
    done = subprocess.run(
        [sys.executable, "-m", "pre_commit", "run"],
        cwd=course, capture_output=True, text=True, env=environment, check=False,
    )  # fmt: skip
    assert done.returncode == expected, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def broken(tmp_path: Path, shared_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AFERIR_CACHE", str(shared_cache))
    monkeypatch.setenv("AFERIR_QUIET", "1")
    monkeypatch.chdir(write_course(tmp_path))
    break_number(tmp_path)
    return tmp_path


def block(root: Path, title: str) -> dict:
    page = (root / PAGE).read_text(encoding="utf-8")
    found = re.search(rf'^```json title="{re.escape(title)}"\n(.*?)^```$', page, re.DOTALL | re.MULTILINE)
    assert found, f"{PAGE} shows no {title}"
    return json.loads(found[1])


def test_the_problem_matcher_reads_every_line_that_check_prints(root: Path, broken: Path) -> None:
    lesson = broken / WRONG
    lesson.write_text(lesson.read_text(encoding="utf-8") + "\nUm 12,7 solto e {=w} só.\n", encoding="utf-8")
    (matcher,) = {json.dumps(task["problemMatcher"]) for task in block(root, ".vscode/tasks.json")["tasks"]}
    pattern = json.loads(matcher)["pattern"]
    printed = CliRunner().invoke(main, ["check"]).stdout.splitlines()
    told = [line for line in printed if not line.startswith("  ")]
    read = [re.search(pattern["regexp"], line) for line in printed]
    assert [line for line, match in zip(printed, read, strict=True) if match] == told
    assert len(told) == 3
    first = re.search(pattern["regexp"], next(line for line in told if "AF301" in line))
    assert first
    fields = {name: first[number] for name, number in pattern.items() if isinstance(number, int)}
    assert fields == {
        "file": WRONG,
        "line": "6",
        "column": "16",
        "code": "AF301",
        "message": "0,501 is written, w.max() is 0.5, write 0,500",
    }


def test_annotations_mark_the_line_in_a_pull_request(broken: Path) -> None:
    done = CliRunner().invoke(main, ["check", "--format", "github"])
    assert done.exit_code == 1
    assert done.stdout.startswith(f"::error file={WRONG},line=6,col=16,title=AF301::0,501 is written")
