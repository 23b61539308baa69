"""The documentation for authors does what it says: every fence is run, written, compared or checked, in order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from .documented import CHECKS, AnyTag, Story, blocks

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "authors"
OWN_TEST = ("challenges.md",)  # see test_authors_page.py
PAGES = sorted(path.name for path in FOLDER.glob("*.md") if path.name not in OWN_TEST)
KINDS = {*CHECKS, "sh", "text", "markdown"}


def _has_the_page_of_the_tutorial(folder: Path) -> None:
    page = (folder / "site" / "en" / "two-dice" / "index.html").read_text(encoding="utf-8")
    assert "0.167" in page
    assert "{=" not in page
    assert "md-select" not in page, "a course in one language offers a switch"


ENDS = {"tutorial.md": _has_the_page_of_the_tutorial}


def test_every_page_stands_in_the_navigation() -> None:
    nav = yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), Loader=AnyTag)["nav"]
    listed = re.findall(r"authors/[\w-]+\.md", str(nav))
    assert sorted(listed) == sorted(f"authors/{path.name}" for path in FOLDER.glob("*.md"))


@pytest.mark.parametrize("name", PAGES)
def test_every_fence_is_of_a_kind_that_is_checked(name: str) -> None:
    page = (FOLDER / name).read_text(encoding="utf-8")
    told = blocks(page)
    unknown = [f"{name}:{block.line}: {block.kind}" for block in told if block.kind not in KINDS and not block.title]
    assert unknown == []
    outside = page
    for block in told:
        outside = outside.replace(block.text, "", 1)
    assert len(re.findall(r"^ {0,3}(?:`{3}|~{3})", outside, re.MULTILINE)) == 2 * len(told), "a fence that is not read"


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_a_page_does_what_it_shows(
    name: str, tmp_path: Path, shared_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AFERIR_CACHE", str(shared_cache))
    monkeypatch.setenv("AFERIR_QUIET", "1")
    monkeypatch.chdir(tmp_path)
    told = blocks((FOLDER / name).read_text(encoding="utf-8"))
    story = Story(name, tmp_path, ROOT)
    story.tell(told)
    assert len(story.done) == len(told)
    ENDS.get(name, lambda _folder: None)(story.folder)


def test_a_wrong_page_is_refused(tmp_path: Path, shared_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above can fail: an output, a lesson, a command, a file and a kind that are wrong."""
    monkeypatch.setenv("AFERIR_CACHE", str(shared_cache))
    monkeypatch.setenv("AFERIR_QUIET", "1")
    monkeypatch.chdir(tmp_path)
    wrong = {
        "printed": "```sh\naferir schema course\n```\n```text\nnothing\n```\n",
        "AF310": "```markdown\nAbout 12.7 people.\n```\n",
        "aferir chek": "```sh\naferir chek\n```\n",
        "no command": '```yaml title="a.yml"\n- run: aferir chek\n```\n',
        "nothing here knows": "```sh\nrm -rf site\n```\n",
    }
    for message, page in wrong.items():
        with pytest.raises(AssertionError, match=rf"(?s)page:\d: .*{message}"):
            Story("page", tmp_path, ROOT).tell(blocks(page))
    with pytest.raises(KeyError):
        Story("page", tmp_path, ROOT).tell(blocks("```cobol\nADD 1\n```\n"))
