"""cache: what was computed is found again, and never when anything it was computed from has changed."""

from dataclasses import replace
from pathlib import Path

import pytest

from aferir.cache import outputs_key, run_cached, values_key, versions, work_key
from aferir.model import Cell, Drawing, Failure, Held, Output, Results, Value, Work
from aferir.snippets import imported_files
from aferir.stores import Cache, NoCache

from .at_once import wrongly_read

KEY, OTHER = "ab" * 32, "cd" * 32


@pytest.fixture
def notes():
    return []


@pytest.fixture
def cache(tmp_path, notes):
    return Cache(tmp_path / "cache", notes.append)


# ── The store ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_is_put_is_got_and_nothing_else(cache, notes):
    assert cache.get(KEY) is None
    cache.put(KEY, b"data")
    assert (cache.get(KEY), cache.get(OTHER)) == (b"data", None)
    cache.put(KEY, b"newer")
    assert cache.get(KEY) == b"newer"
    assert notes == []


def test_an_empty_entry_is_an_entry(cache):
    cache.put(KEY, b"")
    assert cache.get(KEY) == b""


def entry_of(tmp_path):
    return next(path for path in (tmp_path / "cache").rglob("*") if path.is_file())


@pytest.mark.parametrize("damage", [b"", b"short", None], ids=["emptied", "cut", "one byte changed"])
def test_a_damaged_entry_is_dropped_and_reported(cache, notes, tmp_path, damage):
    cache.put(KEY, b"data")
    entry = entry_of(tmp_path)
    whole = entry.read_bytes()
    entry.write_bytes(whole[:-1] + b"?" if damage is None else damage)
    assert cache.get(KEY) is None
    assert notes == [f"{entry}: this entry of the cache was damaged; what it held is computed again"]
    assert not entry.exists()
    cache.put(KEY, b"data")
    assert cache.get(KEY) == b"data"


def test_writing_leaves_nothing_but_the_entry(cache, tmp_path):
    cache.put(KEY, b"data")
    assert [path.name for path in (tmp_path / "cache").rglob("*") if path.is_file()] == [KEY]


def test_a_folder_that_cannot_be_written_is_reported_once(tmp_path, notes):
    (tmp_path / "file").write_text("in the way")
    cache = Cache(tmp_path / "file" / "cache", notes.append)
    cache.put(KEY, b"data")
    cache.put(OTHER, b"data")
    assert cache.get(KEY) is None
    folder = tmp_path / "file" / "cache"
    assert notes == [f"{folder}: the cache cannot be written (Not a directory); this build keeps nothing"]


def test_a_full_disk_is_reported_once_and_leaves_no_pieces(cache, notes, tmp_path, monkeypatch):
    def full(path, data):
        with path.open("wb") as file:
            file.write(data[:3])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    cache.put(KEY, b"data")
    cache.put(OTHER, b"data")
    assert len(notes) == 1
    assert "No space left on device" in notes[0]
    assert [path for path in (tmp_path / "cache").rglob("*") if path.is_file()] == []


def test_a_read_only_folder_can_still_be_read(tmp_path, notes, monkeypatch):
    """The refusal is simulated: for root no folder is read-only."""
    Cache(tmp_path, notes.append).put(KEY, b"data")

    def refused(path, data):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_bytes", refused)
    cache = Cache(tmp_path, notes.append)
    cache.put(OTHER, b"data")
    assert cache.get(KEY) == b"data"
    assert notes == [f"{tmp_path}: the cache cannot be written (Permission denied); this build keeps nothing"]


def test_two_caches_write_one_folder_at_once_without_harm(tmp_path, notes):
    """Each reader sees a whole entry or none, whoever is writing."""
    keys = [f"{n:02x}" * 32 for n in range(8)]
    caches = [Cache(tmp_path, notes.append) for _ in range(2)]
    assert (wrongly_read(caches * 2, keys, turns=60), notes) == ([], [])


def test_no_cache_keeps_nothing():
    NoCache().put(KEY, b"data")
    assert NoCache().get(KEY) is None


# ── Keys ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def course(tmp_path):
    """A course's Python: a lesson that imports one module, which imports another; a third is not used."""
    files = {
        "lessons/x.py": "from reference import a\n# %% one\nx = a.b.value\n",
        "reference/__init__.py": "",
        "reference/a.py": "from reference import b\n",
        "reference/b.py": "value = 1\n",
        "reference/unused.py": "value = 2\n",
    }
    for name, source in files.items():
        path = tmp_path / "course" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    (tmp_path / "font.ttf").write_bytes(b"font")
    return tmp_path / "course"


def work_in(course):
    cells = (Cell("setup", "from reference import a", 1), Cell("one", "x = a.b.value", 3))
    font = str(course.parent / "font.ttf")
    return Work("x", "snippets/lessons/x.py", cells, "pt", ("x",), ("f",), import_folder=str(course), fonts=(font,))


def keys(work, course, installed=None):
    path = course / "lessons/x.py"
    files = (path, *imported_files(path, course))
    installed = versions() if installed is None else installed
    return outputs_key(work, files, installed), values_key(work, files, installed)


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("lessons/x.py", "from reference import a\n# %% one\nx = a.b.value + 1\n"),
        ("reference/a.py", "from reference import b\n\n"),
        ("reference/b.py", "value = 2\n"),
        ("reference/__init__.py", "y = 1\n"),
    ],
)
def test_the_keys_change_with_the_snippet_and_with_what_it_imports(course, name, source):
    before = keys(work_in(course), course)
    (course / name).write_text(source)
    after = keys(work_in(course), course)
    assert before[0] != after[0]
    assert before[1] != after[1]


def test_the_keys_do_not_change_with_what_it_does_not_import(course):
    before = keys(work_in(course), course)
    (course / "reference/unused.py").write_text("value = 3\n")
    (course / "reference/new.py").write_text("value = 3\n")
    assert keys(work_in(course), course) == before


def test_the_keys_do_not_change_with_where_the_course_lies(course, tmp_path):
    before = keys(work_in(course), course)
    moved = course.rename(tmp_path / "moved")
    assert keys(work_in(moved), moved) == before


CELL = Cell("one", "x = a.b.value", 3)


@pytest.mark.parametrize(
    "change",
    [
        {"language": "es"},
        {"cell_seconds": 1.0},
        {"memory_megabytes": 10},
        {"path": "snippets/lessons/y.py"},
        {"cells": (Cell("setup", "from reference import a", 1), replace(CELL, source="x = 2"))},
        {"cells": (Cell("setup", "from reference import a", 1), replace(CELL, line=4))},
        {"cells": (Cell("setup", "from reference import a", 1), replace(CELL, name="two"))},
    ],
    ids=lambda change: next(iter(change)),
)
def test_both_keys_change_with_what_the_cells_do(course, change):
    work = work_in(course)
    one, other = keys(work, course), keys(replace(work, **change), course)
    assert one[0] != other[0]
    assert one[1] != other[1]


@pytest.mark.parametrize("change", [{"figures": ("g",)}, {"figures": ()}, {"fonts": ()}, {"decimal_mark": "."}])
def test_only_the_key_of_outputs_changes_with_how_figures_look(course, change):
    work = work_in(course)
    one, other = keys(work, course), keys(replace(work, **change), course)
    assert one[0] != other[0]
    assert one[1] == other[1]


def test_the_key_of_outputs_changes_with_the_content_of_a_font(course):
    before = keys(work_in(course), course)
    (course.parent / "font.ttf").write_bytes(b"other")
    after = keys(work_in(course), course)
    assert before[0] != after[0]
    assert before[1] == after[1]


def test_no_key_changes_with_the_expressions_that_are_wanted(course):
    work = work_in(course)
    assert keys(work, course) == keys(replace(work, expressions=("x", "y")), course)


@pytest.mark.parametrize("name", ["aferir", "engine", "python", "numpy", "matplotlib"])
def test_both_keys_change_with_each_version(course, name):
    work, installed = work_in(course), dict(versions())
    assert name in installed
    one, other = keys(work, course, installed), keys(work, course, installed | {name: "0"})
    assert one[0] != other[0]
    assert one[1] != other[1]


def test_the_two_kinds_of_entry_never_share_a_key(course):
    work = replace(work_in(course), figures=())
    files = (course / "lessons/x.py",)
    assert (
        len(
            {
                outputs_key(work, files, versions()),
                values_key(work, files, versions()),
                work_key(work, files, versions()),
            }
        )
        == 3
    )


# ── Running ──────────────────────────────────────────────────────────────────────────────────────────────────────────


class Runner:
    """Counts what it is asked for; every expression is worth its length."""

    def __init__(self, **failures):
        self.asked = []
        self.failures = failures

    def __call__(self, work):
        self.asked.append((work.expressions, work.figures))
        outputs = {cell.name: Output(cell.name, "1\n") for cell in work.cells}
        if "cell" in self.failures:
            return Results({"setup": outputs["setup"], "one": self.failures["cell"]})
        values = {text: self.failures.get("value", Value("int", (), len(text))) for text in work.expressions}
        figures = {
            name: self.failures.get("figure", Drawing(name, Held("light"), Held("dark"), 1, 1)) for name in work.figures
        }
        return Results(outputs, values, figures)


def run(course, cache, runner, **changes):
    path = course / "lessons/x.py"
    return run_cached(replace(work_in(course), **changes), cache, runner, (path, *imported_files(path, course)))


def test_the_second_time_nothing_runs_and_the_results_are_the_same(course, cache):
    runner = Runner()
    assert run(course, cache, runner) == run(course, cache, runner)
    assert runner.asked == [(("x",), ("f",))]


def test_a_new_expression_runs_the_cells_for_it_alone_and_draws_nothing(course, cache):
    runner = Runner()
    run(course, cache, runner)
    results = run(course, cache, runner, expressions=("x", "x + 1", "y"))
    assert runner.asked[1:] == [(("x + 1", "y"), ())]
    assert list(results.values) == ["x", "x + 1", "y"]
    assert list(results.figures) == ["f"]


def test_an_expression_that_is_no_longer_wanted_is_not_in_the_results_but_is_remembered(course, cache):
    runner = Runner()
    run(course, cache, runner, expressions=("x", "y"))
    assert list(run(course, cache, runner, expressions=("y",)).values) == ["y"]
    run(course, cache, runner, expressions=("y", "x"))
    assert len(runner.asked) == 1


def test_a_new_figure_evaluates_nothing_again(course, cache):
    runner = Runner()
    run(course, cache, runner)
    results = run(course, cache, runner, figures=("f", "g"))
    assert runner.asked[1:] == [((), ("f", "g"))]
    assert list(results.values) == ["x"]


def test_editing_an_imported_module_runs_all_again(course, cache):
    runner = Runner()
    run(course, cache, runner)
    (course / "reference/b.py").write_text("value = 5\n")
    run(course, cache, runner)
    assert runner.asked == [(("x",), ("f",))] * 2


@pytest.mark.parametrize("kind", ["cell", "value", "figure"])
def test_a_failure_is_never_kept(course, cache, kind):
    failing = Runner(**{kind: Failure("raised", "no")})
    first = run(course, cache, failing)
    run(course, cache, failing)
    assert len(failing.asked) == 2
    assert Failure("raised", "no") in (*first.outputs.values(), *first.values.values(), *first.figures.values())
    assert run(course, cache, Runner()).values == {"x": Value("int", (), 1)}


def test_a_failing_value_does_not_lose_the_others(course, cache):
    runner = Runner()
    run(course, cache, runner)
    results = run(course, cache, Runner(value=Failure("raised", "no")), expressions=("x", "y"))
    assert results.values == {"x": Value("int", (), 1), "y": Failure("raised", "no")}


def test_results_without_a_figure_that_was_wanted_are_not_kept(course, cache):
    def stopped(work):
        return replace(Runner()(work), figures={})

    run(course, cache, stopped)
    runner = Runner()
    run(course, cache, runner)
    assert runner.asked == [((), ("f",))]


def test_an_entry_of_another_shape_is_computed_again(course, cache):
    work = work_in(course)
    for key in keys(work, course):
        cache.put(key, b'{"something": "else"}')
    assert run(course, cache, Runner()) == Runner()(work)


def test_damaged_entries_are_computed_again(course, cache, notes, tmp_path):
    runner = Runner()
    first = run(course, cache, runner)
    for path in (tmp_path / "cache").rglob("*"):
        if path.is_file():
            path.write_bytes(b"damaged")
    assert run(course, cache, runner) == first
    assert len(notes) == 2
