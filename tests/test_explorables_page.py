"""The page on explorables: its snippet and its lesson are put into a course, and its commands find nothing wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from aferir.__main__ import main
from aferir.execute.frames import KINDS
from aferir.execute.states import MOST_STATES
from aferir.explorables import MOST_BYTES

from .tiny import MKDOCS

pytestmark = pytest.mark.usefixtures("one_process")
PAGE = (Path(__file__).parent.parent / "docs" / "authors" / "explorables.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^(`{3,})(\w+)[^\n]*\n(.*?)^\1$", re.DOTALL | re.MULTILINE)
COURSE = "id: tiny\ntitle: {en: Course}\nlanguages: [en]\nlessons: [one]\n"


@pytest.fixture
def course(tmp_path: Path, shared_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AFERIR_CACHE", str(shared_cache))
    monkeypatch.setenv("AFERIR_QUIET", "1")
    monkeypatch.chdir(tmp_path)
    blocks = {kind: text for _, kind, text in BLOCK.findall(PAGE)}
    files = {
        "mkdocs.yml": MKDOCS,
        "lessons/course.yml": COURSE,
        "lessons/en/one.md": f"---\ntitle: One\ndescription: One.\nsnippet: one\n---\n{blocks['markdown']}",
        "docs/en/index.md": "---\ntitle: Home\n---\n```lessons\n```\n",
        "snippets/reference/__init__.py": "",
        "snippets/lessons/one.py": blocks["python"],
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_what_the_page_tells_to_write_holds(course: Path) -> None:
    commands = next(text for _, kind, text in BLOCK.findall(PAGE) if kind == "sh").splitlines()
    assert commands == ["aferir accept", "aferir check"]
    for command in commands:
        done = CliRunner().invoke(main, command.split()[1:])
        assert done.exit_code == 0, done.output
    ledger = (course / "lessons" / "ledger.json").read_text(encoding="utf-8")
    assert '"shares c=0": "0.333 0.333 0.333"' in ledger
    assert '"result words c=8": "10.03"' in ledger
    text = (course / "lessons" / "en" / "one.md").read_text(encoding="utf-8")
    (course / "lessons" / "en" / "one.md").write_text(text.replace("lookup:c=0", "lookup:c=3"), encoding="utf-8")
    assert "AF234 #lookup:c=3 sets nothing" in CliRunner().invoke(main, ["check"]).output


def test_the_page_names_every_kind_of_panel_and_the_limits() -> None:
    assert {kind for kind in KINDS if f"| `{kind}` |" not in PAGE} == set()
    assert f"{MOST_BYTES:,} bytes" in PAGE
    assert f"{MOST_STATES} combinations" in PAGE
