"""What serve keeps: results of equal arguments alone, pages in which nothing changed, what search read of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aferir.build import build_site, check_course
from aferir.memory import Memory
from aferir.served import Built, Served, merged_index, same_as_before, take_over, take_pages
from aferir.settings import Settings

from .tiny import SNIPPET, write_course

pytestmark = pytest.mark.usefixtures("one_process")


def test_a_memory_gives_a_result_again_for_equal_arguments_only():
    memory, asked = Memory(), []

    def double(values, *, more=0):
        asked.append(values)
        return [2 * value + more for value in values]

    assert memory.of(("a",), double, [1, 2]) == [2, 4]
    assert memory.of(("a",), double, [1, 2]) == [2, 4]
    assert len(asked) == 1
    assert memory.of(("a",), double, [1, 3]) == [2, 6]
    assert memory.of(("a",), double, [1, 3], more=1) == [3, 7]
    assert memory.of(("b",), double, [1, 3], more=1) == [3, 7]
    memory.forget(("b",))
    memory.of(("b",), double, [1, 3], more=1)
    assert len(asked) == 5


@pytest.mark.slow
def test_a_check_with_a_memory_finds_what_one_without_finds(tmp_path, shared_cache):
    """Each edit in turn, a definition deleted among them: nothing of an earlier text is left."""
    root, memory = write_course(tmp_path), Memory()
    settings = Settings(root=root, cache=str(shared_cache))
    page, code = root / "lessons/pt/one.md", root / "snippets/lessons/tiny.py"
    good = page.read_text()
    edits = [
        (page, good.replace("0,500{", "0,501{")),
        (page, good),
        (code, SNIPPET.replace("n = 1048576\n", "").replace("print(w, n)", "print(w)")),
        (code, SNIPPET),
        (page, good.replace("```cell data", "```cell dat")),
        (page, good),
        (root / "lessons/course.yml", (root / "lessons/course.yml").read_text().replace("2017attention", "2018")),
    ]
    assert check_course(settings, lambda _: None, memory=memory).findings == ()
    for path, text in edits:
        path.write_text(text)
        fresh = check_course(settings, lambda _: None)
        kept = check_course(settings, lambda _: None, memory=memory)
        assert kept == fresh, path
        assert build_site(kept, settings, lambda _: None, memory) == build_site(fresh, settings, lambda _: None)


def same(root: Path, cache: Path, *edits: tuple[str, str, str]):
    settings = Settings(root=root, cache=str(cache))
    before = build_site(check_course(settings, lambda _: None), settings, lambda _: None)
    for name, old, new in edits:
        text = (root / name).read_text()
        assert old in text
        (root / name).write_text(text.replace(old, new))
    after = build_site(check_course(settings, lambda _: None), settings, lambda _: None)
    served = Served(built=Built(before, "settings", "pages"))
    return same_as_before(
        served, Built(after, "settings", "pages"), "site", lambda parts, _edition, _name: parts.is_draft
    )


def test_an_edit_of_a_page_leaves_the_other_pages_and_languages_as_they_are(tmp_path, shared_cache):
    found = same(write_course(tmp_path), shared_cache, ("lessons/pt/one.md", "O maior peso", "O peso maior"))
    assert found.pages == {"pt": frozenset({"index.md"}), "es": frozenset({"index.md", "one.md"})}
    assert (found.whole, found.root) == ({"es"}, True)


def test_a_title_that_stands_on_every_page_of_its_language_changes_them_all(tmp_path, shared_cache):
    found = same(write_course(tmp_path), shared_cache, ("lessons/pt/one.md", "title: Uma", "title: Outra"))
    assert found.pages["pt"] == frozenset()
    assert found.whole == {"es"}


def test_what_the_templates_show_besides_changes_every_page(tmp_path, shared_cache):
    found = same(write_course(tmp_path), shared_cache, ("lessons/pt/one.md", "0,500{", "0,501{"))
    assert found.pages == {"pt": frozenset(), "es": frozenset()}
    assert (found.whole, found.root) == (frozenset(), False)


def test_other_settings_change_everything():
    nothing = same_as_before(Served(), Built(None, "a", "b"), "site", lambda *_: None)
    assert (nothing.pages, nothing.whole, nothing.root) == ({}, frozenset(), False)


def test_pages_are_taken_with_what_the_search_read_of_them(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    entries = [{"location": "", "text": "home"}, {"location": "a/", "text": "A"}, {"location": "a/#b", "text": "B"}]
    for folder, docs in ((old, entries), (new, [{"location": "a/", "text": ""}, {"location": "c/", "text": "C"}])):
        (folder / "search").mkdir(parents=True)
        (folder / "search/search_index.json").write_text(json.dumps({"config": folder.name, "docs": docs}))
    (old / "a").mkdir()
    (old / "a/index.html").write_text("<p>A")
    (old / "404.html").write_text("none")
    take_pages(old, new, ["a/"], also=["404.html"])
    assert (new / "a/index.html").read_text() == "<p>A"
    assert json.loads((new / "search/search_index.json").read_text()) == {
        "config": "new",
        "docs": [*entries[1:], {"location": "c/", "text": "C"}],
    }


def test_an_index_has_every_page_once_in_the_new_order():
    old = {"docs": [{"location": "a/"}, {"location": "a/#x"}, {"location": "b/"}]}
    new = {"docs": [{"location": "b/"}, {"location": "a/"}, {"location": "d/"}]}
    merged = merged_index(old, new, {"a/"})["docs"]
    assert [entry["location"] for entry in merged] == ["b/", "a/", "a/#x", "d/"]


def test_folders_are_taken_over_without_copying_and_never_over_what_is_there(tmp_path):
    for name, text in (("old/es/a.html", "old"), ("old/pt/a.html", "old"), ("new/pt/a.html", "new")):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text)
    take_over(tmp_path / "old", tmp_path / "new", ["es", "pt", "cs"])
    assert (tmp_path / "new/es/a.html").samefile(tmp_path / "old/es/a.html")
    assert (tmp_path / "new/pt/a.html").read_text() == "new"
    assert not (tmp_path / "new/cs").exists()
