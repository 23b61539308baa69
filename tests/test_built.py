"""What is built from third-party files: kept by key, whole or absent, named by contents."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from aferir.assets import AssetFolder
from aferir.assets import built as store
from aferir.assets.built import Recipe, built, contents_hash, intact_hash, key_of


def writing(text: str, made: list[str] | None = None) -> Recipe:
    def make(folder: Path) -> None:
        if made is not None:
            made.append(text)
        (folder / "sub").mkdir()
        (folder / "sub" / "a.txt").write_text(text, encoding="utf-8")

    return Recipe("thing", key_of(text), make)


def test_a_result_is_made_once(tmp_path: Path) -> None:
    made: list[str] = []
    assert built(tmp_path, writing("x", made)) == built(tmp_path, writing("x", made))
    assert made == ["x"]


def test_another_key_is_another_folder(tmp_path: Path) -> None:
    assert built(tmp_path, writing("x")) != built(tmp_path, writing("y"))


def test_a_damaged_result_is_made_again(tmp_path: Path) -> None:
    place = built(tmp_path, writing("x"))
    (place / "sub" / "a.txt").write_text("spoilt", encoding="utf-8")
    assert intact_hash(tmp_path, writing("x")) == ""
    assert (built(tmp_path, writing("x")) / "sub" / "a.txt").read_text(encoding="utf-8") == "x"
    (place / "added.txt").write_text("", encoding="utf-8")
    built(tmp_path, writing("x"))
    assert not (place / "added.txt").exists()


def test_a_result_without_its_record_is_made_again(tmp_path: Path) -> None:
    place = built(tmp_path, writing("x"))
    place.with_name(place.name + ".hash").unlink()
    made: list[str] = []
    built(tmp_path, writing("x", made))
    assert made == ["x"]


def test_a_build_that_fails_leaves_nothing(tmp_path: Path) -> None:
    def fail(folder: Path) -> None:
        (folder / "half").write_text("", encoding="utf-8")
        raise RuntimeError("stopped")

    with pytest.raises(RuntimeError, match="stopped"):
        built(tmp_path, Recipe("thing", "key", fail))
    assert list((tmp_path / "built").iterdir()) == []


def test_two_builds_at_once_both_get_the_whole_result(tmp_path: Path) -> None:
    meeting = threading.Barrier(4)

    def make(folder: Path) -> None:
        meeting.wait(timeout=30)
        (folder / "a").write_bytes(b"x" * 100_000)

    recipe = Recipe("thing", "key", make)
    with ThreadPoolExecutor(4) as pool:
        places = set(pool.map(lambda _: built(tmp_path, recipe), range(4)))
    assert len(places) == 1
    assert intact_hash(tmp_path, recipe) == contents_hash(places.pop())
    assert sorted(path.name for path in (tmp_path / "built").iterdir()) == ["thing-key", "thing-key.hash"]


def test_what_nobody_asked_for_in_a_month_goes_when_a_new_result_comes(tmp_path: Path) -> None:
    places = {text: built(tmp_path, writing(text)) for text in ("unused", "used")}
    for place in places.values():
        os.utime(place.with_name(place.name + ".hash"), (1, 1))
    assert intact_hash(tmp_path, writing("used"))
    other = built(tmp_path, replace(writing("other"), name="thing-else"))
    assert places["unused"].exists()
    new = built(tmp_path, writing("new"))
    left = {path.name for path in (tmp_path / "built").iterdir()}
    assert left == {name + end for name in (places["used"].name, other.name, new.name) for end in ("", ".hash")}


def test_the_hash_of_a_folder_covers_names_and_contents(tmp_path: Path) -> None:
    for name, file, text in (("a", "x", "1"), ("b", "x", "2"), ("c", "y", "1"), ("d", "x", "1")):
        (tmp_path / name).mkdir()
        (tmp_path / name / file).write_text(text, encoding="utf-8")
    hashes = [contents_hash(tmp_path / name) for name in "abcd"]
    assert len(set(hashes[:3])) == 3
    assert hashes[0] == hashes[3]


def test_a_key_tells_its_parts_apart(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"ab")
    assert key_of("a", "bc") != key_of("ab", "c")
    assert key_of(tmp_path / "file", "c") == key_of("ab", "c")


def test_the_site_publishes_a_folder_under_its_name_and_hash() -> None:
    assert AssetFolder("pyodide", "0123456789ab", Path("x")).folder_name == "pyodide-0123456789ab"


def test_the_store_has_no_state_of_its_own() -> None:
    assert not [name for name, value in vars(store).items() if isinstance(value, dict | list | set) and name[0] != "_"]
