"""When a build is passed over: only for the same course, settings, program and site, and never where more is read."""

from __future__ import annotations

import logging
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from aferir import unchanged
from aferir.cache import installed_versions
from aferir.mkdocs_plugin.watched import Watched
from aferir.settings import Settings
from aferir.stores import Cache
from aferir.unchanged import Surroundings, builds, folder_hash, inputs_hash, is_unchanged, remember, written_text

from .tiny import write_course

TOLD = Surroundings("mkdocs", ["aferir", "material/search"], [], ["toc", "pymdownx.details"], "material", "{}", [])


@pytest.fixture
def course(tmp_path, monkeypatch) -> Path:
    """A course, and a generator of one file."""
    package = tmp_path / "generator"
    package.mkdir()
    (package / "render.py").write_text("page = 1\n")
    monkeypatch.setattr(unchanged, "__file__", str(package / "unchanged.py"))
    root = write_course(tmp_path / "course")
    (root / "snippets" / "reference").mkdir(exist_ok=True)
    (root / "overrides").mkdir()
    for path in ("snippets/reference/maps.py", "overrides/main.html", "lessons/references.bib"):
        (root / path).write_text("a = 1\n")
    return root


def settings_of(root: Path, **changed: object) -> Settings:
    return replace(Settings(root=root, cache=str(root.parent / "cache")), **changed)  # type: ignore[arg-type]


def told_of(root: Path) -> Surroundings:
    return replace(TOLD, folders=[root / "docs", root / "overrides"])


def hash_of(root: Path) -> str:
    return inputs_hash(settings_of(root), told_of(root))


@pytest.mark.parametrize(
    "path",
    [
        *("lessons/pt/one.md", "lessons/course.yml", "lessons/references.bib", "snippets/lessons/tiny.py"),
        *("snippets/reference/maps.py", "docs/es/index.md", "overrides/main.html", "../generator/render.py"),
    ],
)
def test_a_changed_a_new_and_a_deleted_file_of_each_kind_are_noticed(course, path) -> None:
    file, before = course / path, hash_of(course)
    assert before == hash_of(course) != ""
    good = file.read_text(encoding="utf-8")
    file.write_text(good + " ", encoding="utf-8")
    changed = hash_of(course)
    file.write_text(good, encoding="utf-8")
    assert before == hash_of(course) != changed
    file.with_name("new.txt").touch()
    assert hash_of(course) != before
    file.with_name("new.txt").unlink()
    file.rename(file.with_name("another"))
    assert hash_of(course) != before


def test_what_lies_elsewhere_or_is_only_bytecode_changes_nothing(course) -> None:
    before = hash_of(course)
    (course / "README.md").write_text("x")
    (course / "snippets" / "lessons" / "__pycache__").mkdir()
    (course / "snippets" / "lessons" / "__pycache__" / "tiny.cpython-311.pyc").write_text("x")
    assert hash_of(course) == before


@pytest.mark.parametrize(
    "changed",
    [
        {"program": "properdocs"},
        {"plugins": ["aferir"]},
        {"extensions": ["toc"]},
        {"written": '{"site_url": "https://example.org/"}'},
        {"folders": []},
    ],
)
def test_what_mkdocs_is_told_counts(course, changed) -> None:
    if "plugins" in changed or "extensions" in changed:  # these stand in what is written as well
        changed["written"] = str(changed)
    assert inputs_hash(settings_of(course), replace(told_of(course), **changed)) not in ("", hash_of(course))


def test_a_setting_a_version_and_a_commit_count(course, monkeypatch) -> None:
    before = hash_of(course)
    assert inputs_hash(settings_of(course, words_per_minute=99), told_of(course)) not in ("", before)
    with monkeypatch.context() as patch:
        patch.setattr(unchanged, "installed_versions", lambda: {**installed_versions(), "markdown": "99"})
        assert hash_of(course) not in ("", before)
    with monkeypatch.context() as patch:
        patch.setattr(unchanged.sys, "version", "3.99.0")
        assert hash_of(course) not in ("", before)
    git = ["git", "-C", str(course), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "--quiet"], check=True)
    subprocess.run([*git, "commit", "--quiet", "--allow-empty", "--message", "one"], check=True)
    committed = hash_of(course)
    assert committed not in ("", before)
    subprocess.run([*git, "commit", "--quiet", "--allow-empty", "--message", "two"], check=True)
    assert hash_of(course) not in ("", committed)


@pytest.mark.parametrize(
    "told",
    [
        {"plugins": ["aferir", "git-revision-date"]},
        {"hooks": ["hooks.py"]},
        {"extensions": ["toc", "pymdownx.snippets"]},
        {"extensions": ["toc", "my_own"]},
        {"extensions": [object()]},
        {"theme": "mine"},
        {"written": ""},
        {"written": written_text({"pymdownx.emoji": {"custom_icons": ["../icons"]}})},
    ],
)
def test_no_build_is_passed_over_where_something_may_read_what_nobody_knows_of(course, told) -> None:
    assert inputs_hash(settings_of(course), replace(told_of(course), **told)) == ""


def test_no_build_is_passed_over_without_a_cache_or_with_a_file_that_cannot_be_read(course) -> None:
    assert inputs_hash(settings_of(course, use_cache=False), told_of(course)) == ""
    (course / "docs" / "gone.png").symlink_to(course / "nowhere")
    assert hash_of(course) == ""


def test_a_configuration_with_a_function_of_ones_own_is_not_written() -> None:
    from pymdownx.superfences import fence_code_format

    assert "fence_code_format" in written_text({"format": fence_code_format})
    assert written_text({"format": test_a_configuration_with_a_function_of_ones_own_is_not_written}) == ""


@pytest.fixture
def site(course) -> Path:
    folder = course / "site"
    (folder / "pt").mkdir(parents=True)
    for path in ("index.html", "pt/index.html", "aferir.json"):
        (folder / path).write_text("<p>")
    return folder


def test_a_site_is_unchanged_only_while_it_is_what_was_written(course, site) -> None:
    store = builds(settings_of(course), pytest.fail)
    assert not is_unchanged(store, site, "inputs")
    remember(store, site, "inputs")
    assert is_unchanged(store, site, "inputs")
    assert not is_unchanged(store, site, "others")
    (site / "pt" / "index.html").write_text("<q>")
    assert not is_unchanged(store, site, "inputs")
    (site / "pt" / "index.html").write_text("<p>")
    assert is_unchanged(store, site, "inputs")
    (site / "aferir.json").rename(site / "other.json")
    assert not is_unchanged(store, site, "inputs")


def test_an_added_file_and_a_deleted_site_are_noticed(course, site) -> None:
    store = builds(settings_of(course), pytest.fail)
    remember(store, site, "inputs")
    (site / "added.html").touch()
    assert not is_unchanged(store, site, "inputs")
    site.rename(site.with_name("moved"))
    assert not is_unchanged(store, site, "inputs")


def test_what_read_something_unknown_is_not_remembered(course, site) -> None:
    store = builds(settings_of(course), pytest.fail)
    remember(store, site, "")
    assert not is_unchanged(store, site, "")


def test_a_damaged_record_is_reported_and_one_of_another_kind_is_none(course, site) -> None:
    said: list[str] = []
    store = builds(settings_of(course), said.append)
    remember(store, site, "inputs")
    (record,) = (path for path in (course.parent / "cache" / "builds").rglob("*") if path.is_file())
    record.write_bytes(record.read_bytes()[:-1])
    assert not is_unchanged(store, site, "inputs")
    assert [note for note in said if "was damaged" in note] == said != []
    key = record.name
    Cache(course.parent / "cache" / "builds").put(key, b'{"inputs": "inputs"}')
    assert not is_unchanged(store, site, "inputs")


def test_a_build_that_warned_or_that_was_edited_under_is_not_remembered(course, site) -> None:
    lesson = course / "lessons" / "pt" / "one.md"

    def watched() -> Watched:
        return Watched(settings_of(course), told_of(course), site)

    build = watched()
    build.listen()
    logging.getLogger("mkdocs.plugins.any").warning("A link leads nowhere.")
    build.remember()
    assert not watched().is_as_before()
    build = watched()
    build.listen()
    lesson.write_text(lesson.read_text(encoding="utf-8") + " ", encoding="utf-8")
    build.remember()
    assert not watched().is_as_before()
    build = watched()
    build.listen()
    logging.getLogger("mkdocs.plugins.any").info("A page is not in the navigation.")
    build.remember()
    assert watched().is_as_before()


def test_the_hash_of_a_folder_is_of_names_and_contents(tmp_path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for folder, content in ((one, "ab"), (two, "ba")):
        folder.mkdir()
        for name, text in zip("ab", content, strict=True):
            (folder / name).write_text(text)
    assert folder_hash(one) != folder_hash(two)
    (two / "a").write_text("a")
    (two / "b").write_text("b")
    assert folder_hash(one) == folder_hash(two)
    assert folder_hash(tmp_path / "none") == ""
