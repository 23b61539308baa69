"""Ways out of MkDocs: ProperDocs as the command, and a lesson's HTML from Python-Markdown alone."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .tiny import write_course

pytestmark = pytest.mark.slow
HASH = re.compile("[0-9a-f]{12,}")
ALONE = """\
import importlib.abc, sys
from pathlib import Path

FORBIDDEN = ("mkdocs", "material", "properdocs")


class Refuse(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.split(".")[0] in FORBIDDEN:
            raise ImportError(f"{name} is forbidden here")


sys.meta_path.insert(0, Refuse())
from aferir.build import build_site, check_course
from aferir.markup import to_html
from aferir.settings import Settings

settings = Settings(root=Path(sys.argv[1]))
checked = check_course(settings, print)
assert not checked.findings, checked.findings
(spanish,) = (edition for edition in build_site(checked, settings, print).editions if edition.language.code == "es")
html, restored = to_html(spanish.pages["one.md"])
assert restored and "\ue000" not in html
assert not [name for name in sys.modules if name.split(".")[0] in FORBIDDEN]
print("<!-- page -->", html, sep="\\n")
"""


def run(root: Path, cache: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1", "AFERIR_CACHE": str(cache)}
    return subprocess.run(
        [sys.executable, *command], cwd=root, capture_output=True, text=True, env=environment, check=False
    )


def test_a_lesson_becomes_html_where_nothing_of_mkdocs_can_be_imported(tmp_path: Path, shared_cache: Path) -> None:
    (tmp_path / "alone.py").write_text(ALONE, encoding="utf-8")
    done = run(write_course(tmp_path / "course"), shared_cache, str(tmp_path / "alone.py"), ".")
    assert done.returncode == 0, done.stderr
    page = done.stdout.split("<!-- page -->")[1]
    assert "50\u00a0%" in page
    assert 'id="en-código"' in page
    assert "[0.125 0.375 0.5  ] 1048576" in page
    assert 'alt="Tres barras; la mayor vale 0,5."' in page


def test_properdocs_builds_the_same_site_from_the_same_files(tmp_path: Path, shared_cache: Path) -> None:
    sites = {}
    for program in ("mkdocs", "properdocs"):
        root = write_course(tmp_path / program)
        done = run(root, shared_cache, "-m", program, "build", "--strict", "-f", "mkdocs.yml")
        assert done.returncode == 0, done.stdout + done.stderr
        sites[program] = {
            HASH.sub("#", path.relative_to(root / "site").as_posix()): _comparable(path)
            for path in sorted((root / "site").rglob("*"))
            if path.is_file()
        }
    assert sites["properdocs"].keys() == sites["mkdocs"].keys()
    assert [name for name, text in sites["mkdocs"].items() if sites["properdocs"][name] != text] == []


def test_properdocs_refuses_a_wrong_number_too(tmp_path: Path, shared_cache: Path) -> None:
    root = write_course(tmp_path)
    lesson = root / "lessons" / "pt" / "one.md"
    lesson.write_text(lesson.read_text(encoding="utf-8").replace("0,500{", "0,501{"), encoding="utf-8")
    done = run(root, shared_cache, "-m", "properdocs", "build", "--strict", "-f", "mkdocs.yml")
    assert done.returncode == 1
    assert "lessons/pt/one.md:6:16: AF301 0,501 is written, w.max() is 0.5, write 0,500" in done.stderr
    assert not (root / "site").exists()


def _comparable(path: Path) -> str:
    """A page without what names the program that wrote it, and without the hashes that follow from that name."""
    if path.suffix != ".html":
        return ""
    return HASH.sub("#", re.sub(r'<meta name="generator"[^>]*>', "", path.read_text(encoding="utf-8")))
