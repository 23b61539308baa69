"""What a build lays down out of memory: read again as it was, equal by what it says, gone with the last text in it."""

from __future__ import annotations

import gc
import os
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace

import pytest
from mkdocs.structure.files import Files

from aferir.build import build_site, check_course
from aferir.mkdocs_plugin.sub_build import ContentFile
from aferir.model import Drawing, Held, Output, Part, Results
from aferir.settings import Settings
from aferir.shelf import Laid, Shelf, with_drawings_laid

from .tiny import write_course

TEXTS = ("", "a", "ação\r\n\n", "\ud800 half", "x" * 100_000)


def test_a_text_is_read_again_as_it_was():
    shelf = Shelf()
    laid = [shelf.lay(text) for text in TEXTS]
    assert [content.text for content in reversed(laid)] == [*reversed(TEXTS)]
    assert laid[2].size == len("ação\r\n\n".encode())


def test_texts_are_equal_by_what_they_say_wherever_they_lie():
    one, two = Shelf(), Shelf()
    two.lay("before")
    assert one.lay("a") == two.lay("a")
    assert one.lay("a") != two.lay("b")


def test_several_threads_lay_down_and_read_at_once():
    shelf, texts = Shelf(), [f"{number}" * (number % 97) for number in range(400)]
    with ThreadPoolExecutor(8) as pool:
        assert [*pool.map(lambda text: shelf.lay(text).text, texts)] == texts


def test_a_text_outlives_its_shelf_and_the_file_goes_with_the_last_text(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    shelf = Shelf()
    one, two = shelf.lay("one"), shelf.lay("two")
    assert [*tmp_path.iterdir()] == []  # whatever ends the process, nothing is left
    gone = weakref.ref(shelf)
    del shelf, one
    gc.collect()
    assert two.text == "two"
    opened = open_files(tmp_path)
    del two
    gc.collect()
    assert gone() is None
    assert (opened, open_files(tmp_path)) == (1, 0)


def open_files(folder: Path) -> int:
    """How many files that lie, or lay, in a folder this process has open."""
    places = (os.path.realpath(f"/proc/self/fd/{number}") for number in os.listdir("/proc/self/fd"))  # noqa: PTH208 - closed again before it is asked about
    return sum(place.startswith(f"{folder}/") for place in places)


@pytest.mark.parametrize("fault", ["no folder", "full"])
def test_where_the_disk_has_no_place_a_text_stays_in_memory(fault, monkeypatch):
    shelf = Shelf()
    before = shelf.lay("before")
    if fault == "full":
        assert isinstance(before, Laid)
        monkeypatch.setattr(before.shelf, "_file", Full(before.shelf._file))
    else:
        shelf = Shelf()
        monkeypatch.setattr("tempfile.TemporaryFile", no_folder)
    assert shelf.lay("a text") == Held("a text")
    monkeypatch.undo()
    after = shelf.lay("after")
    assert (before.text, after.text) == ("before", "after")
    assert isinstance(after, Laid)


class Full:
    """A file on a disk with three bytes left."""

    def __init__(self, file):
        self._file = file
        self.seek, self.read = file.seek, file.read

    def write(self, data):
        return self._file.write(data[:3])


def no_folder(**_):
    raise FileNotFoundError("no usable temporary directory")


def test_only_drawings_are_laid_down():
    drawing = Drawing("f", Held("<svg>light</svg>"), Held("<svg>dark</svg>"), 1, 1)
    output = Output("c", "1\n", parts=(Part("text", Held("1\n")), Part("svg", Held("<svg/>"), width=2)))
    results = with_drawings_laid(Results({"c": output, "d": Output("d", "")}, {}, {"f": drawing}), Shelf())
    found = results.figures["f"], results.outputs["c"]
    assert isinstance(found[0], Drawing)
    assert isinstance(found[1], Output)
    both = found[0].light, found[0].dark
    assert [content.text for content in both] == ["<svg>light</svg>", "<svg>dark</svg>"]
    printed, shown = found[1].parts
    assert (printed, shown.data, shown.width) == (output.parts[0], "<svg/>", 2)
    assert all(isinstance(content, Laid) for content in (*both, shown.content))
    assert results.outputs["d"] == Output("d", "")


@pytest.mark.parametrize("use_cache", [False, True])
def test_a_built_course_holds_no_drawing(use_cache, tmp_path, shared_cache):
    """Neither what was checked nor what is to be written, whether it was run just now or comes from the cache."""
    settings = Settings(root=write_course(tmp_path), cache=str(shared_cache), use_cache=use_cache)
    checked = check_course(settings, lambda _: None)
    assert checked.findings == ()
    parts = build_site(checked, settings, lambda _: None)
    files = [*(file for edition in parts.editions for name, file in edition.files.items() if name.endswith(".svg"))]
    assert len(files) == 2 * 2  # light and dark, each with the text of its language
    assert all("<path" in file.text for file in files)
    assert [text for text in texts_in(checked, parts) if "<path" in text] == []


def texts_in(*values: object) -> Iterator[str]:
    """Every text in memory that the values hold, as text or as bytes."""
    waiting, seen = [*values], set[int]()
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, bytes):
            yield value.decode(errors="replace")
        elif id(value) not in seen and not isinstance(value, type | ModuleType | FunctionType):
            seen.add(id(value))
            waiting += gc.get_referents(value)


def test_what_is_held_is_found():
    """The search of the test before this one finds a drawing wherever it is held."""
    drawing = Drawing("f", Held("<svg><path/></svg>"), Shelf().lay("<svg><path/></svg>"), 1, 1)
    assert sum("<path" in text for text in texts_in({"a": [Results(figures={"f": drawing})]})) == 1


class Asked:
    """A content that counts how often it is asked for."""

    def __init__(self, text):
        self.times = 0
        self._text = text

    @property
    def text(self):
        self.times += 1
        return self._text


def test_mkdocs_asks_for_a_file_when_it_copies_it_and_a_plugin_may_give_it_another_content(tmp_path):
    content = Asked("ação\n")
    config = SimpleNamespace(site_dir=str(tmp_path), use_directory_urls=True)
    file = ContentFile("figures/one/a.svg", content, config)
    kept = Files([file])
    assert (content.times, kept.media_files()) == (0, [file])
    kept.copy_static_files()
    assert (content.times, (tmp_path / "figures/one/a.svg").read_bytes()) == (1, "ação\n".encode())
    file.content_string = "other"
    assert (file.content_bytes, file.content_string) == (b"other", "other")
    file.content_bytes = "ã".encode()
    file.copy_file()
    assert (tmp_path / "figures/one/a.svg").read_bytes() == "ã".encode()
