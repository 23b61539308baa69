"""snapshot: a new number of a lesson that has run is had without running it again, and is the same to the last bit."""

import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

from aferir.cache import run_cached
from aferir.execute import Engine
from aferir.languages import language
from aferir.model import Cell, Failure, Work
from aferir.scan import scan
from aferir.snippets import read_snippet
from aferir.stores import Cache
from aferir.values import wanted_expressions

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parent.parent
PATH = "snippets/lessons/x.py"


def work(source, *expressions, **details):
    cells = (Cell("one", textwrap.dedent(source).strip("\n"), 1),)
    return Work("x", PATH, cells, "pt", expressions, **{"import_folder": str(ROOT / "snippets"), **details})


def resumed(engine, source, *expressions, **details):
    """The values of some expressions from a snapshot, none of which the first run knew."""
    first = engine.run(work(source, **details), keep=True)
    assert first.snapshot, "no snapshot was taken"
    again = engine.resume(work(source, *expressions, **details), first.snapshot)
    return [_plain(again.values[expression]) for expression in expressions]


def _plain(value):
    return value.message if isinstance(value, Failure) else value.data


def directly(engine, source, *expressions, **details):
    """The same, each in a run of its own."""
    return [_plain(engine.run(work(source, expression, **details)).values[expression]) for expression in expressions]


SOURCES = {
    "arrays": (
        ("import numpy as np\nA = np.arange(12.0).reshape(3, 4)\nB = A[1:, ::2]\nC = A.T\nF = np.asfortranarray(A)\n"
        "P = np.copy(np.ones((2, 3, 4)).transpose(1, 2, 0), order='K')\nO = np.array([{}, 1], dtype=object)\n"
        "R = np.array([1, 2]); R.flags.writeable = False\nS = np.array([(1, 2.5)], dtype='i4,f8')"),
        (
            "A", "B", "C", "B.strides", "C.strides", "F.strides", "P.strides", "F.flags.f_contiguous",
            "np.shares_memory(A, B)", "np.shares_memory(A, C)", "R.flags.writeable", "O[1]", "S['f1']", "B.sum()",
        ),
    ),
    "functions": (
        ("def outer(k):\n    def inner(x):\n        return k * x + shift\n    return inner\nshift = 5\nf = outer(3)\n"
        "g = lambda x, y=[1]: (y.append(x), len(y))[1]\nconst = g(0)\n"
        "def see():\n    return globals()['shift']\n"
        "def recursive(n):\n    return 1 if n == 0 else n * recursive(n - 1)"),
        ("f(2)", "g(7)", "see()", "recursive(20)", "f.__globals__ is see.__globals__", "f.__code__.co_firstlineno"),
    ),
    "classes": (
        ("import dataclasses as dc, enum\nclass Base:\n    count = 0\n    def __init__(self):\n        "
        "type(self).count += 1\n"
        "class Own(Base):\n    def twice(self):\n        return super().__class__, 2\nitem = Own(); Own()\n"
        "@dc.dataclass(frozen=True)\nclass Point:\n    x: int\n    y: int = 2\np = Point(1)\n"
        "class Kind(enum.Enum):\n    A = 1\nk = Kind.A"),
        ("Own.count", "isinstance(item, Own)", "item.twice()[1]", "p == Point(1)", "k is Kind.A", "Kind(1) is k"),
    ),
    "aliases": (
        "a = [1, 2]\nb = a\nc = {'a': a}\nd = (a, c)\ncycle = []; cycle.append(cycle)",
        ("a is b", "c['a'] is b", "d[0] is a", "cycle[0] is cycle", "b.append(3) or len(a)"),
    ),
    "chance": (
        ("import random\nimport numpy as np\nrng = np.random.default_rng(3)\nrandom.random(); np.random.rand(3)\n"
        "rng.normal(size=2)"),
        ("random.random()", "np.random.rand()", "rng.normal()", "rng.integers(10, size=3)", "random.gauss(0, 1)"),
    ),
    "surroundings": (
        ("import warnings\nimport numpy as np\nnp.set_printoptions(precision=2)\nnp.seterr(divide='raise')\n"
        "warnings.simplefilter('error')\nz = np.zeros(1)\ndef warn():\n    warnings.warn('x')\n    return 1"),
        ("str(np.array([1.23456]))", "1 / z", "warn()", "language", "__name__"),
    ),
    "failures": (
        "import numpy as np\nA = np.eye(2)\ndef fail():\n    raise ValueError('no')",
        ("A[9]", "fail()", "unknown", "1 // 0", "A.sum()"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", SOURCES)
def test_values_from_a_snapshot_are_those_of_a_run(engine, kind):
    source, expressions = SOURCES[kind]
    assert resumed(engine, source, *expressions) == directly(engine, source, *expressions)


def test_what_a_lesson_did_to_modules_of_its_course_is_kept(engine, tmp_path):
    package = tmp_path / "reference"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "state.py").write_text(
        "import numpy as np\ntable = np.zeros(3)\nlevel = 1\ndef seen(x, memory=[]):\n"
        "    memory.append(x)\n    return len(memory) + level\n"
    )
    source = """
        import reference.state
        from reference import state
        from reference.state import seen, table
        state.level = 10
        table[1] = 7
        seen(0); seen(1)
    """
    expressions = ("seen(2)", "state.seen(2)", "state.table", "table is state.table", "reference.state is state",
                   "seen is state.seen", "state.level", "state.__name__")  # fmt: skip
    got = resumed(engine, source, *expressions, import_folder=str(tmp_path))
    assert got == directly(engine, source, *expressions, import_folder=str(tmp_path))
    assert got[0] == 3 + 10


@pytest.mark.parametrize(
    "source",
    [
        "file = open(__import__('sys').executable, 'rb')",
        "text = open('/etc/hostname')",
        "import threading\nlock = threading.Lock()",
        "numbers = (n for n in range(3))",
        "numbers = iter([1]); gen = (n for n in numbers)",
        "open('x.txt', 'w').write('x')",
        "import os\nos.environ['X'] = '1'",
        "import os\nos.chdir('/')",
        "import numpy as np\nnp.linalg.norm = len",
        "import math\nmath.pi = 3",
        "import builtins\nbuiltins.ascii = len",
        "import functools\n@functools.cache\ndef f(x):\n    return x\nf(1)",
        "import threading, time\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()",
        "import numpy as np\nbig = np.ones(9_000_000)",
        "import numpy as np\nA = np.frombuffer(bytearray(16))",
        "class Own:\n    def __reduce__(self):\n        raise SystemExit\nitem = Own()",
        "class Own:\n    def __reduce__(self):\n        import os\n        os._exit(3)\nitem = Own()",
    ],
)
def test_what_cannot_be_kept_exactly_is_not_kept_and_the_run_is_as_ever(engine, source):
    results = engine.run(work(source, "1 + 1"), keep=True)
    assert results.snapshot == b""
    assert results.values["1 + 1"].data == 2


def test_a_memoised_function_that_remembers_nothing_is_kept(engine):
    source = "import functools\n@functools.cache\ndef f(n):\n    return 1 if n < 2 else f(n - 1) + f(n - 2)"
    assert resumed(engine, source, "f(30)", "f.__name__") == [1346269, "f"]


def test_a_lesson_with_classes_of_its_own_is_seen_to_be_untouched(engine, monkeypatch):
    """Otherwise each of its expressions would be evaluated in a process of its own."""
    monkeypatch.setattr(Engine, "_one_by_one", lambda *_: pytest.fail("nothing was changed"))
    source = """
        from dataclasses import dataclass

        @dataclass
        class Weights:
            first: float

            def twice(self):
                return self.first * 2

        def made():
            class Inner:
                pass
            return Inner()

        w, inner = Weights(0.5), made()
    """
    first = engine.run(work(source, "w.first"), keep=True)
    assert first.snapshot
    resumed = engine.resume(work(source, "w.twice()", "w.first"), first.snapshot)
    assert resumed.values["w.twice()"].data == 1.0


def test_an_expression_that_changes_something_changes_no_other(engine):
    source = "import numpy as np\nrng = np.random.default_rng(0)\nitems = [3, 1, 2]"
    expressions = ("items.sort() or items[0]", "items[0]", "rng.random()", "rng.random() + 0", "len(items)")
    alone = directly(engine, source, *expressions)
    together = engine.run(work(source, *expressions), keep=True)
    assert [_plain(value) for value in together.values.values()] == alone
    assert alone[1] == 3
    assert resumed(engine, source, *expressions) == alone
    assert resumed(engine, source, *reversed(expressions)) == alone[::-1]


def test_an_expression_without_end_is_stopped_as_in_a_run(engine):
    source = "def f():\n    while True:\n        pass"
    first = engine.run(work(source, cell_seconds=0.5), keep=True)
    asked = work(source, "1 + 1", "f()", "2 + 2", cell_seconds=0.5)
    found = [engine.resume(asked, first.snapshot).values, engine.run(asked).values]
    for values in found:  # the line may lack: a busy machine has no time left to say it
        assert {name: _plain(value) for name, value in values.items()} == {
            "1 + 1": 2,
            "f()": "TimeoutError: longer than 0.5 s",
        }


@pytest.mark.parametrize("data", [b"no pickle", b"\x80\x04.", b""], ids=["text", "cut", "empty"])
def test_a_snapshot_that_cannot_be_loaded_is_none(engine, data):
    snapshot = engine.run(work("x = 1"), keep=True).snapshot
    assert engine.resume(work("x = 1", "x"), data or snapshot[:-9]) is None


def test_the_generator_itself_never_loads_a_pickle(engine, monkeypatch):
    import pickle

    snapshot = engine.run(work("x = 1"), keep=True).snapshot
    for name in ("load", "loads", "Unpickler"):
        monkeypatch.setattr(pickle, name, lambda *_: pytest.fail("loaded here"))
    assert engine.resume(work("x = 1", "x"), snapshot).values["x"].data == 1
    assert "aferir.execute.snapshot" not in sys.modules


def test_a_new_figure_is_drawn_from_the_snapshot_as_in_a_run(engine):
    source = "w = [1, 2]\ndef figure_bars(figure, text):\n    figure.subplots().bar(range(2), w)"
    first = engine.run(work(source), keep=True)
    asked = work(source, figures=("bars",))
    assert engine.resume(asked, first.snapshot).figures == engine.run(asked).figures


# ── With the cache ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def counted(engine, tmp_path):
    """Results through the cache of a snippet that counts its runs in a file; the notes; the count."""
    runs, notes = tmp_path / "runs", []
    source = f"import os\nos.write(os.open({str(runs)!r}, os.O_APPEND | os.O_CREAT | os.O_WRONLY), b'.')\nx = 3\n"

    def results(*expressions, extra="", **details):
        wanted = work(source + extra, *expressions, **details)
        cache = Cache(tmp_path / "cache", notes.append)
        return run_cached(wanted, cache, lambda one: engine.run(one, keep=True), (), engine.resume)

    return results, notes, lambda: len(runs.read_bytes())


def test_a_new_expression_and_a_new_figure_run_no_cell(counted):
    results, notes, runs = counted
    drawing = "print(x)\ndef figure_f(figure, text):\n    figure.subplots().plot([x, 1])"
    first = results("x", extra=drawing)
    again = results("x", "x + 1", "x / 0", extra=drawing, figures=("f",))
    assert (again.values["x"].data, again.values["x + 1"].data, again.values["x / 0"].kind) == (3, 4, "raised")
    assert list(again.figures) == ["f"]
    assert (again.outputs, again.snapshot) == (first.outputs, b"")
    assert (runs(), notes) == (1, [])


def test_a_lesson_that_cannot_be_kept_runs_again(counted):
    results, notes, runs = counted
    results("x", extra="g = (n for n in [1])")
    assert results("x + 1", extra="g = (n for n in [1])").values["x + 1"].data == 4
    assert (runs(), notes) == (2, [])


def test_a_damaged_snapshot_is_dropped_and_the_lesson_runs_again(counted, tmp_path):
    results, notes, runs = counted
    results("x")
    largest = max((path for path in (tmp_path / "cache").rglob("*") if path.is_file()), key=lambda p: p.stat().st_size)
    largest.write_bytes(largest.read_bytes()[:-1] + b"?")
    assert results("x + 1").values["x + 1"].data == 4
    assert results("x + 2").values["x + 2"].data == 5
    assert (runs(), len(notes)) == (2, 1)
    assert str(largest) in notes[0]


def test_an_edited_module_of_the_course_is_run_anew(engine, tmp_path):
    (tmp_path / "reference").mkdir()
    module = tmp_path / "reference" / "m.py"
    cache = Cache(tmp_path / "cache")

    def value(text, expression):
        module.write_text(text)
        wanted = work("from reference.m import x", expression, import_folder=str(tmp_path))
        found = run_cached(wanted, cache, lambda one: engine.run(one, keep=True), (module,), engine.resume)
        return found.values[expression].data

    assert [value("x = 1\n", "x"), value("x = 2\n", "x + 1"), value("x = 2\n", "x + 2")] == [1, 3, 4]


@pytest.mark.parametrize("code", ["pt", "es", "cs"])
def test_every_number_of_the_course_is_the_same_from_a_snapshot(engine, code):
    path = ROOT / "snippets/lessons/split_then_sum.py"
    snippet, _ = read_snippet(path, path.name, ("pt", "es", "cs"))
    shown = f"lessons/{code}/split-then-sum.md"
    lesson, _ = scan((ROOT / shown).read_text(encoding="utf-8"), shown, language(code), "split-then-sum")
    wanted = Work(snippet.name, snippet.path, snippet.cells, code, wanted_expressions(lesson), ("maps",),
                  import_folder=str(ROOT / "snippets"))  # fmt: skip
    plain = engine.run(wanted)
    kept = engine.run(wanted, keep=True)
    again = engine.resume(wanted, kept.snapshot)
    assert len(plain.values) > 20
    assert replace(kept, snapshot=b"") == plain
    assert (again.values, again.figures) == (plain.values, plain.figures)
