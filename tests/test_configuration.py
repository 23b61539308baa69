"""``mkdocs.yml``: what it sets, and each fault at its line and column."""

from __future__ import annotations

from pathlib import Path

import pytest

from aferir.appearance import theme_options
from aferir.configuration import read_settings
from aferir.errors import AferirError
from aferir.settings import Settings, example_of, kind_of, setting_fields

HEAD = "site_name: Tiny\nplugins:\n  - search\n  - aferir:\n"


def settings(folder: Path, text: str) -> Settings:
    (folder / "mkdocs.yml").write_text(text, encoding="utf-8")
    return read_settings(folder / "mkdocs.yml")


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "      cell_seconds: 5\n      languages: [pt]\n",
        "plugins:\n  aferir:\n    cell_seconds: 5\n    languages: [pt]\n  search: {}\n",
        HEAD + "      enabled: true\n      cell_seconds: 5.0\n      languages:\n        - pt\n",
    ],
)
def test_a_list_of_plugins_and_a_mapping_of_them_both_set_what_they_say(tmp_path: Path, text: str) -> None:
    own = settings(tmp_path, text)
    assert (own.cell_seconds, own.languages, own.root) == (5.0, ("pt",), tmp_path)


@pytest.mark.parametrize("text", ["", "plugins: [aferir, search]", "plugins:\n  - aferir:\n", "site_name: x"])
def test_without_settings_all_are_as_they_were(tmp_path: Path, text: str) -> None:
    assert settings(tmp_path, text) == Settings(root=tmp_path)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("cell_second: 5", "mkdocs.yml:5:7: unknown setting aferir.cell_second (did you mean “cell_seconds”?); known "),
        (
            "cell_seconds: slow",
            "mkdocs.yml:5:21: aferir.cell_seconds needs a number above 0, got 'slow'; example: cell",
        ),
        ("cell_seconds: 0", "mkdocs.yml:5:21: aferir.cell_seconds needs a number above 0, got 0; example: cell_secon"),
        ("cell_seconds: .nan", "needs a number above 0, got nan; example: cell_seconds: 60"),
        ("browser_seconds: .inf", "needs a number above 0, got inf; example: browser_seconds: 10"),
        ("memory_megabytes: -1", "aferir.memory_megabytes needs a whole number above 0, got -1; example: memory_mega"),
        ("memory_megabytes: 2.5", "aferir.memory_megabytes needs a whole number above 0, got 2.5"),
        ("words_per_minute: true", "aferir.words_per_minute needs a whole number above 0, got True"),
        ("use_cache: 1", "mkdocs.yml:5:18: aferir.use_cache needs true or false, got 1; example: use_cache: false"),
        (
            "languages: es",
            "mkdocs.yml:5:18: aferir.languages needs a list of texts, got 'es'; example: languages: [es]",
        ),
        ("languages: [1]", "aferir.languages needs a list of texts, got [1]"),
        ("stale_translations: no", "aferir.stale_translations needs note or fail, got False"),
        ("stale_translations: warn", "mkdocs.yml:5:27: aferir.stale_translations needs note or fail, got 'warn'"),
        ("lessons:", "mkdocs.yml:5:15: aferir.lessons needs a text, got None; example: lessons: chapters"),
        ("docs: 8", "mkdocs.yml:5:13: aferir.docs needs a text, got 8; example: docs: pages"),
    ],
)
def test_what_is_wrong_is_said_with_its_line_and_column(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(AferirError) as caught:
        settings(tmp_path, f"{HEAD}      {line}\n")
    assert message in str(caught.value)


def test_what_is_no_mapping_is_said_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(AferirError, match=r"^mkdocs.yml:4:13: aferir: holds settings, one a line; example: cell_sec"):
        settings(tmp_path, HEAD.rstrip("\n") + " fast\n")


def test_a_file_that_inherits_has_the_settings_of_the_other_and_its_places(tmp_path: Path) -> None:
    (tmp_path / "base.yml").write_text(HEAD + "      cell_seconds: 5\n", encoding="utf-8")
    assert settings(tmp_path, "INHERIT: base.yml\nsite_name: Mine\n").cell_seconds == 5.0
    (tmp_path / "base.yml").write_text(HEAD + "      cell_seconds: [5]\n", encoding="utf-8")
    with pytest.raises(AferirError, match=r"^base.yml:5:21: aferir.cell_seconds needs a number above 0, got \[5\]"):
        settings(tmp_path, "INHERIT: base.yml\n")
    with pytest.raises(AferirError, match=r"^mkdocs.yml:1:10: there is no file other.yml to inherit from$"):
        settings(tmp_path, "INHERIT: other.yml\n")


def test_an_environment_variable_is_read_as_mkdocs_reads_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = HEAD + "      cell_seconds: !ENV [CELL, 7]\n"
    assert settings(tmp_path, text).cell_seconds == 7.0
    monkeypatch.setenv("CELL", "9.5")
    assert settings(tmp_path, text).cell_seconds == 9.5


def test_the_folder_of_pages_is_that_of_mkdocs_unless_it_is_set(tmp_path: Path) -> None:
    assert settings(tmp_path, "docs_dir: pages\n").docs == "pages"
    assert settings(tmp_path, "docs_dir: pages\nplugins:\n  - aferir: {docs: docs}\n").docs == "docs"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("theme:\n  name: material\n  font:\n    text: Roboto\n", "mkdocs.yml:4:5: the theme would load this font"),
        ("site_name: x\nrepo_url: https://github.com/me/course\n", "mkdocs.yml:2:1: with a repo_url each page asks"),
    ],
)
def test_what_would_ask_another_host_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(AferirError) as caught:
        settings(tmp_path, text)
    assert str(caught.value).startswith(message)


def test_a_theme_without_fonts_and_a_repository_elsewhere_are_taken(tmp_path: Path) -> None:
    text = "theme:\n  name: material\n  font: false\nrepo_url: https://codeberg.org/me/course\n"
    assert settings(tmp_path, text) == Settings(root=tmp_path)


def test_what_the_author_says_of_the_theme_stands_and_the_rest_is_ours() -> None:
    ours = theme_options("material")
    assert ours["font"] is False
    assert "navigation.instant" in ours["features"]
    assert [item["scheme"] for item in ours["palette"]] == ["default", "slate"]
    own = theme_options({"name": "material", "logo": "assets/own.svg", "palette": []})
    assert set(own) == set(ours) - {"logo", "palette"}
    ours["features"].append("mine")
    assert "mine" not in theme_options(None)["features"]


def test_an_alias_that_holds_itself_ends(tmp_path: Path) -> None:
    assert settings(tmp_path, "extra: &a\n  x: *a\n") == Settings(root=tmp_path)


@pytest.mark.parametrize("name", [item.name for item in setting_fields()])
def test_the_example_of_each_setting_is_taken_and_is_another_than_its_default(tmp_path: Path, name: str) -> None:
    item = next(item for item in setting_fields() if item.name == name)
    own = settings(tmp_path, f"{HEAD}      {example_of(item)}\n")
    assert getattr(own, name) != item.default
    assert item.metadata["help"].endswith(".")
    assert kind_of(item)
