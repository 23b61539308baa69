"""The built site as folders: names carry hashes, pages carry no marks, the swap loses nothing."""

import json

import pytest

from aferir.languages import language
from aferir.site import (
    ContentFolder,
    browser_strings,
    folders_module,
    pages_with_marks,
    surviving_marks,
    swap,
    write_folder,
)


def test_a_folder_is_named_by_its_contents() -> None:
    one = ContentFolder("course", {"a.json": b"1", "b.json": b"2"})
    same = ContentFolder("course", {"b.json": b"2", "a.json": b"1"})
    moved = ContentFolder("course", {"a.json": b"2", "b.json": b"1"})
    assert one.folder_name == same.folder_name
    assert one.folder_name != moved.folder_name
    assert one.folder_name.startswith("course-")


def test_a_folder_is_written_below_assets(tmp_path) -> None:
    folder = ContentFolder("course", {"pt/a.json": b"{}"})
    write_folder(folder, tmp_path)
    assert (tmp_path / "assets" / folder.folder_name / "pt" / "a.json").read_bytes() == b"{}"


def test_folders_js_says_where_the_others_lie_and_what_a_first_run_loads() -> None:
    sizes = {"pyodide": {"a.wasm": 3, "b.zip": 4}, "drawing": {"c.whl": 5}}
    first, second, third = folders_module({"pyodide": "pyodide-1"}, sizes, 30.0).decode().splitlines()
    assert first == 'export const folders = {"pyodide": "../pyodide-1/"};'
    assert json.loads(second.removeprefix("export const runtime = ").removesuffix(";")) == {
        "bytes": 7,
        "files": {"a.wasm": 3, "b.zip": 4},
        "seconds": 30.0,
    }
    assert third == 'export const drawing = {"bytes": 5, "files": {"c.whl": 5}};'


@pytest.mark.parametrize(
    "html",
    [
        *(
            "<p>0,5{=A}</p>",
            "<p>a \ue0001\ue001</p>",
            '<img alt="0,5{=A}">',
            "<title>x {!ok}</title>",
            "<p>2017{@key}</p>",
        ),
        *(
            "<p>0,5&#123;=A}</p>",
            "<p>0,5&#x7B;=A}</p>",
            "<p>0,5&lbrace;=A}</p>",
            "<p>0,5&lcub;=A}</p>",
            "<p>&#xE000;</p>",
        ),
        *("<p>&#57345;</p>", "<p>0,5{&equals;A}</p>", "<p>0,5&#0123&#61;A}</p>"),
    ],
)
def test_a_mark_that_survives_on_a_page_is_seen(html) -> None:
    assert surviving_marks(html)


@pytest.mark.parametrize(
    "html", ["<code>0,5{=A}</code>", "<pre><code>{!ok}</code></pre>", "<p>{a=b}</p>", "<p>0,5</p>"]
)
def test_code_may_show_the_syntax(html) -> None:
    assert surviving_marks(html) == ()


def test_the_search_index_is_looked_at_as_well(tmp_path) -> None:
    index = {"docs": [{"title": "A", "text": "peso 0,5{=A}"}]}
    (tmp_path / "search").mkdir()
    for name in ("search_index.json", "search_texts.json"):  # the texts stand in one of them
        place = tmp_path / "search" / name
        place.write_text(json.dumps(index), encoding="utf-8")
        assert list(pages_with_marks(tmp_path)) == [(place, ("{=A}",))]
        place.unlink()


def test_the_new_site_takes_the_place_of_the_old(tmp_path) -> None:
    for name in ("site", "site.building"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.html").write_text(name)
    swap(tmp_path / "site.building", tmp_path / "site")
    assert (tmp_path / "site" / "index.html").read_text() == "site.building"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site"]


def test_the_browser_gets_texts_and_plural_forms() -> None:
    strings = browser_strings(language("cs"))
    assert strings["Theorem"] == "Věta"
    assert list(strings["{count} number"]) == ["one", "few", "many", "other"]
