"""execute: each work runs in a process of its own, limited and alone; what it does is said in Results."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from aferir.execute import Engine
from aferir.execute.processes import _REHEARSED_FOR
from aferir.model import Cell, Drawing, Failure, Numeral, Output, Value, Work
from aferir.printed import CUT, LONGEST
from aferir.snippets import read_snippet

ROOT = Path(__file__).parent.parent
PATH = "snippets/lessons/x.py"


def work(*sources, **details):
    """A work of some cells, ten lines apart: one, two, three …"""
    names = ("one", "two", "three", "four")
    texts = (textwrap.dedent(source).strip("\n") for source in sources)
    cells = tuple(Cell(name, text, 10 * n + 1) for n, (name, text) in enumerate(zip(names, texts, strict=False)))
    return Work("x", PATH, cells, **{"language": "pt", "import_folder": str(ROOT / "snippets"), **details})


def outputs(engine, *sources, **details):
    """What each cell printed."""
    return [item.text if isinstance(item, Output) else item for item in _outputs(engine, *sources, **details)]


def _outputs(engine, *sources, **details):
    return list(engine.run(work(*sources, **details)).outputs.values())


def failure(engine, *sources, **details):
    """The failure of the last cell that ran."""
    return _outputs(engine, *sources, **details)[-1]


def values(engine, expressions, *sources, **details):
    return dict(engine.run(work(*sources, expressions=expressions, **details)).values)


# ── Printing ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_each_cell_has_what_it_printed_and_its_last_value(either):
    assert outputs(either, "x = 1\nprint('a', 'b', sep='-', end='.')", "x", "x = 2", "print(x)") == [
        "a-b.",
        "1\n",
        "",
        "2\n",
    ]


def test_everything_that_writes_is_caught_in_order(either):
    source = """
        import ctypes, os, subprocess, sys
        print("print", end=" ")
        sys.stdout.write("write ")
        print("file", file=sys.stdout, end=" ")
        sys.stdout.buffer.write(b"bytes ")
        os.write(1, b"descriptor ")
        subprocess.run(["echo", "-n", "child "])
        os.system("echo -n shell\\\\ ")
        ctypes.CDLL(None).puts(b"C")
        count = sys.__stdout__.write("original")
    """
    assert outputs(either, source) == ["print write file bytes descriptor child shell C\noriginal"]


def test_errors_and_warnings_are_kept_apart(either):
    source = """
        import sys, warnings, os
        print('out')
        print('err', file=sys.stderr)
        os.write(2, b'raw\\n')
        warnings.warn('careful')
    """
    (output,) = _outputs(either, source)
    assert output.text == "out\n"
    assert output.errors == f"err\nraw\n{PATH}:5: UserWarning: careful\n  warnings.warn('careful')\n"


@pytest.mark.slow
def test_output_that_follows_another_cell_at_once_is_not_given_to_that_cell(engine):
    first = ["print('one', end='')", "print('two', end='')", "print('three', end='')"]
    for _ in range(20):
        assert outputs(engine, *first) == ["one", "two", "three"]


def test_closed_and_replaced_streams_are_whole_again_in_the_next_cell(either):
    first = "import sys, os, io\nsys.stdout.close()\nos.close(1)\nos.close(2)\nsys.stderr = io.StringIO()"
    assert outputs(either, first, "import sys\nprint('here')") == ["", "here\n"]


def test_an_output_that_is_too_long_is_cut_and_says_so(engine):
    (text,) = outputs(engine, f"print('x' * {LONGEST * 3})")
    assert text == "x" * LONGEST + CUT


def test_a_cell_after_a_long_output_is_whole(engine):
    assert outputs(engine, f"print('x' * {LONGEST * 3})", "print('ok')")[1] == "ok\n"


def test_printing_without_end_ends_with_the_time_limit(engine):
    assert failure(engine, "while True:\n    print('x' * 1000)", cell_seconds=0.4).kind == "timeout"


def test_text_that_is_no_utf_8_is_shown_somehow(engine):
    sources = ("import os\ncount = os.write(1, b'\\xff\\n')", "print('\\ud800')")
    assert outputs(engine, *sources) == ["\ufffd\n", "\\ud800\n"]


def test_numerals_have_their_places(engine):
    (output,) = _outputs(engine, "print('A 0.591 −2\\n(6, 2) 1e-3 d_k2')")
    assert output.numerals == (
        Numeral("0.591", 1, 3),
        Numeral("−2", 1, 9),
        Numeral("6", 2, 2),
        Numeral("2", 2, 5),
        Numeral("1e-3", 2, 8),
    )


# ── Failing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_after_a_failing_cell_nothing_runs(either):
    results = either.run(work("x = 1", "y = x / 0", "z = 1", expressions=("x",), figures=("f",)))
    assert list(results.outputs) == ["one", "two"]
    assert (results.values, results.figures) == ({}, {})
    failed = results.outputs["two"]
    assert (failed.kind, failed.message, failed.line) == ("raised", "ZeroDivisionError: division by zero", 11)
    assert f'File "{PATH}", line 11, in <module>\n    y = x / 0' in failed.detail


def test_an_exception_inside_the_reference_is_placed_at_the_author_s_line(engine):
    failed = failure(engine, "from reference.softmax import softmax", "x = 1\nsoftmax(3)")
    assert (failed.line, failed.message) == (12, "AttributeError: 'int' object has no attribute 'max'")
    assert "softmax.py" not in failed.detail


@pytest.mark.parametrize(
    ("source", "kind", "message", "line"),
    [
        ("x = (\n1", "syntax", "SyntaxError: '(' was never closed", 1),
        ("x = 1\nimport sys\nsys.exit(2)", "raised", "SystemExit: 2", 3),
        ("x = 1\nimport os\nos._exit(3)", "died", "exit status 3", 1),
        ("import os\nos.kill(os.getpid(), 9)", "died", "signal SIGKILL", 1),
        ("x = 1\nimport ctypes\nctypes.string_at(0)", "died", "signal SIGSEGV", 3),
        ("raise KeyboardInterrupt", "raised", "KeyboardInterrupt", 1),
        ("import signal\nsignal.raise_signal(signal.SIGABRT)", "died", "signal SIGABRT", 2),
    ],
)
def test_a_cell_that_ends_badly_is_a_failure_with_kind_and_line(either, source, kind, message, line):
    failed = failure(either, source)
    assert (failed.kind, failed.message, failed.line) == (kind, message, line)


def test_a_crash_shows_only_the_author_s_lines(engine):
    detail = failure(engine, "import ctypes\nctypes.string_at(0)").detail
    assert [line.strip() for line in detail.splitlines() if "File" in line] == [f'File "{PATH}", line 2 in <module>']


def test_asking_the_keyboard_is_a_clear_error(either):
    failed = failure(either, "name = input('Name? ')")
    assert failed.message == (
        "RuntimeError: input() has nobody to ask, since lessons run without a keyboard: "
        "give the value, for example x = 3"
    )
    assert outputs(either, "import sys\nsys.stdin.read()") == ["''\n"]


# ── Limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────

STUBBORN = """
    def spin():
        while True:
            try:
                pass
            except BaseException:
                pass

    while True:
        try:
            spin()
        except BaseException:
            pass
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "line"),
    [
        (STUBBORN, None),
        ("import time\ntime.sleep(60)", 2),
        (
            "import signal\nfor n in (1, 2, 10, 12, 14, 15): signal.signal(n, signal.SIG_IGN)\nwhile True: pass",
            1,
        ),
        ("x = 1\nimport re\nre.match('(a+)+b', 'a' * 60)", 3),
        ("import os\nos.closerange(3, 50)\nwhile True: pass", None),
    ],
    ids=["except BaseException", "sleep", "signals ignored", "loop in C", "descriptors closed"],
)
def test_a_cell_past_its_time_limit_dies_whatever_it_does(either, source, line):
    start = time.monotonic()
    failed = failure(either, source, cell_seconds=0.5)
    assert failed.kind in ("timeout", "died")
    assert time.monotonic() - start < 5
    if line:
        assert (failed.kind, failed.message, failed.line) == ("timeout", "TimeoutError: longer than 0.5 s", line)


@pytest.mark.slow
def test_the_time_limit_is_per_cell(engine):
    pause = "import time\ntime.sleep(0.3)"
    assert outputs(engine, pause, pause, pause, cell_seconds=0.6) == ["", "", ""]


def test_too_much_memory_is_a_failure_of_its_own(either):
    failed = failure(either, "import numpy as np\nx = np.ones((400, 1024, 1024))", memory_megabytes=1024)
    assert (failed.kind, failed.line) == ("memory", 2)
    assert failed.message.endswith("(a lesson may use 1024 MiB)")


@pytest.mark.slow
def test_a_list_that_grows_for_ever_is_stopped_by_the_memory_limit(engine):
    failed = failure(engine, "x = [0]\nwhile True:\n    x = x + x", memory_megabytes=1024)
    assert (failed.kind, failed.message) == ("memory", "MemoryError (a lesson may use 1024 MiB)")


def test_a_child_that_cannot_even_start_harms_no_other(either):
    """A fresh one dies while it loads; one that was forked has all it needs for a cell, but not for a large object."""
    assert failure(either, "print(len(bytearray(2**26)))", memory_megabytes=1).kind in ("died", "memory")
    assert outputs(either, "print(1)") == ["1\n"]


def alive(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def gone(process, seconds=5.0):
    deadline = time.monotonic() + seconds
    while alive(process) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not alive(process)


DAEMON = """
    import os, sys, subprocess
    child = subprocess.Popen(["sleep", "600"]{options})
    print(child.pid)
"""


@pytest.mark.parametrize("seconds", [20.0, 0.4], ids=["done", "timed out"])
def test_all_descendants_end_with_the_work(either, seconds):
    source = textwrap.dedent(DAEMON).format(options="")
    rest = "" if seconds > 1 else "import time\ntime.sleep(60)"
    results = either.run(work(source, rest, cell_seconds=seconds))
    assert gone(int(results.outputs["one"].text))


def test_a_descendant_that_leaves_the_process_group_ends_as_well(engine):
    source = textwrap.dedent(DAEMON).format(options=", start_new_session=True")
    (text,) = outputs(engine, source)
    assert gone(int(text))


def test_a_process_that_a_cell_forks_does_not_answer_in_its_place(either):
    source = "import os\nif os.fork():\n    os.wait()\n    print('parent')\nelse:\n    x = 1"
    assert outputs(either, source, "print('next')") == ["parent\n", "next\n"]


@pytest.mark.slow
def test_a_cell_that_ends_the_warm_process_harms_no_later_work(tmp_path):
    with Engine(tmp_path) as engine:
        assert outputs(engine, "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\nprint('still here')") == [
            "still here\n"
        ]
        assert outputs(engine, "print('next')") == ["next\n"]


def test_threads_of_a_cell_print_and_do_not_keep_the_work_waiting(engine):
    source = """
        import threading, time
        quick = threading.Thread(target=print, args=("thread",))
        quick.start()
        quick.join()
        threading.Thread(target=time.sleep, args=(60,)).start()
    """
    start = time.monotonic()
    assert outputs(engine, source) == ["thread\n"]
    assert time.monotonic() - start < 10


@pytest.mark.slow
def test_when_the_builder_is_killed_nothing_stays_behind(tmp_path):
    told = f"open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()) + ' ' + os.getcwd())"
    source = f"import os, time\n{told}\ntime.sleep(600)"
    code = f"""
        import sys
        sys.path[:0] = {[str(ROOT / "scripts"), str(ROOT / "tests")]!r}
        from pathlib import Path
        from aferir.execute import Engine
        from aferir.model import Cell, Work
        with Engine() as engine:
            engine.run(Work("x", "x.py", (Cell("one", {source!r}, 1),), "pt"))
    """
    builder = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)])
    deadline = time.monotonic() + 30
    while not ((tmp_path / "pid").exists() and (tmp_path / "pid").read_text()) and time.monotonic() < deadline:
        time.sleep(0.05)
    builder.send_signal(signal.SIGKILL)
    builder.wait()
    process, folder = (tmp_path / "pid").read_text().split()
    assert gone(int(process))
    deadline = time.monotonic() + 5
    while Path(folder).parent.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not Path(folder).parent.exists()


# ── Isolation ────────────────────────────────────────────────────────────────────────────────────────────────────────

SPOIL = """
    import builtins, os, random, sys, warnings
    import numpy as np
    leaked = 1
    os.chdir("/")
    os.environ["LEAKED"] = "1"
    random.seed(99)
    np.random.seed(99)
    np.set_printoptions(precision=1)
    np.seterr(all="raise")
    warnings.simplefilter("error")
    builtins.leaked = 1
    sys.path.insert(0, "/leaked")
    sys.modules["reference"] = None
    open("left_behind" if False else os.devnull).close()
"""
LOOK = """
    import os, random, sys, warnings
    import numpy as np
    import reference
    print("leaked" in globals(), hasattr(__builtins__, "leaked"), "LEAKED" in os.environ, "/leaked" in sys.path)
    print(os.getcwd() == os.environ["HOME"], os.listdir())
    print(random.random(), np.random.random(), np.array([1 / 3]), np.geterr()["over"])
    warnings.warn("heard")
"""


def test_nothing_of_one_work_reaches_another(either):
    before = _outputs(either, LOOK)
    either.run(work(SPOIL))
    assert _outputs(either, LOOK) == before
    text = before[0].text.splitlines()
    assert text[:2] == ["False False False False", "True []"]
    assert text[2].endswith("[0.33333333] warn")
    assert "UserWarning: heard" in before[0].errors


def test_a_definition_that_was_deleted_is_gone(engine):
    assert outputs(engine, "def f():\n    return 42", "f()") == ["", "42\n"]
    assert failure(engine, "x = 1", "f()").message == "NameError: name 'f' is not defined"


def test_works_have_folders_of_their_own_and_leave_none(engine):
    (one,) = outputs(engine, "import os\nopen('file', 'w').close()\nprint(os.getcwd())")
    (two,) = outputs(engine, "import os\nprint(os.listdir())")
    assert two == "[]\n"
    assert not Path(one.strip()).exists()


def test_the_environment_is_ours_alone(engine, monkeypatch):
    monkeypatch.setenv("SECRET_OF_THE_MACHINE", "1")
    (text,) = outputs(engine, "import json, os\nprint(json.dumps(dict(os.environ)))")
    environment = json.loads(text)
    assert "SECRET_OF_THE_MACHINE" not in environment
    assert "PYTHONPATH" not in environment
    assert (environment["TZ"], environment["PYTHONHASHSEED"]) == ("UTC", "0")


def test_the_generator_is_not_importable_from_a_folder_beside_it(engine):
    (text,) = outputs(engine, "import sys\nprint([path for path in sys.path if path.endswith('scripts')])")
    assert text == "[]\n"


def test_every_run_is_the_same(either):
    source = """
        import random
        import numpy as np
        print(random.random(), np.random.random(), hash("text"), {"b", "a", "c"})
    """
    assert outputs(either, source) == outputs(either, source)


def test_a_lesson_knows_its_language_and_its_course(either):
    assert outputs(either, "language", "from reference.softmax import softmax\nsoftmax.__module__", language="cs") == [
        "'cs'\n",
        "'reference.softmax'\n",
    ]


def test_running_a_snippet_writes_nothing_beside_the_modules_it_imports(engine, tmp_path):
    (tmp_path / "own.py").write_text("x = 1\n")
    assert outputs(engine, "import own\nown.x", import_folder=str(tmp_path)) == ["1\n"]
    assert [path.name for path in tmp_path.iterdir()] == ["own.py"]


def test_classes_of_cells_can_be_pickled_and_sources_read(engine):
    source = """
        import dataclasses, inspect, pickle
        @dataclasses.dataclass
        class Point:
            x: int
        def origin():
            return Point(0)
        print(pickle.loads(pickle.dumps(Point(3))))
        print(inspect.getsource(origin), end="")
    """
    assert outputs(engine, source) == ["Point(x=3)\ndef origin():\n    return Point(0)\n"]


# ── Expressions ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_expressions_see_names_of_the_snippet_then_python_then_numpy(either):
    source = "import numpy as numerics\nA = numerics.eye(2)\naverage = 7\n"
    found = values(
        either, ("A[0]", "average", "max(1, 2)", "allclose(A, A.T)", "[i for i in range(2) if A[i, i]]"), source
    )
    assert found == {
        "A[0]": Value("float", (2,), (1.0, 0.0)),
        "average": Value("int", (), 7),
        "max(1, 2)": Value("int", (), 2),
        "allclose(A, A.T)": Value("bool", (), True),
        "[i for i in range(2) if A[i, i]]": Value("int", (2,), (0, 1)),
    }


def test_expressions_do_not_need_cells(either):
    assert values(either, ("8 * 1000**2",)) == {"8 * 1000**2": Value("int", (), 8_000_000)}


def test_floats_keep_every_digit_and_nan_and_infinity_come_through(engine):
    found = values(engine, ("x", "nan", "-inf", "2j", "[0.1, 0.2]"), "x = 0.1 + 0.2")
    assert found["x"].data == 0.1 + 0.2
    assert str(found["nan"].data) == "nan"
    assert found["-inf"].data == float("-inf")
    assert found["2j"] == Value("complex", (), 2j)
    assert found["[0.1, 0.2]"].data == (0.1, 0.2)


@pytest.mark.parametrize(
    ("expression", "kind", "message"),
    [
        ("A[9]", "raised", "IndexError: index 9 is out of bounds for axis 0 with size 2"),
        ("nowhere", "raised", "NameError: name 'nowhere' is not defined"),
        ("(1", "raised", "SyntaxError: '(' was never closed"),
        ("quit_now()", "raised", "SystemExit"),
        ("ones((400, 1024, 1024))", "memory", "MemoryError: Unable to allocate"),
    ],
)
def test_an_expression_that_fails_does_not_stop_the_others(engine, expression, kind, message):
    source = "import sys\nfrom numpy import eye\nA = eye(2)\ndef quit_now():\n    sys.exit()"
    found = values(engine, (expression, "A[0, 0]"), source, memory_megabytes=1024)
    assert (found[expression].kind, found[expression].message[: len(message)]) == (kind, message) or (
        kind == "memory" and found[expression].kind == "memory"
    )
    assert found["A[0, 0]"] == Value("float", (), 1.0)


def test_an_expression_without_end_is_stopped_and_the_rest_is_not_had(engine):
    source = "def spin():\n    while True:\n        pass"
    found = values(engine, ("1", "spin()", "2"), source, cell_seconds=0.4)
    assert found["1"] == Value("int", (), 1)
    assert found["spin()"].line in (2, 3)
    assert found["spin()"] == Failure("timeout", "TimeoutError: longer than 0.4 s", found["spin()"].line)
    assert "2" not in found


def test_the_same_expression_twice_is_one_value(engine):
    assert list(values(engine, ("1 + 1", "1 + 1"))) == ["1 + 1"]


def test_what_expressions_print_belongs_to_no_cell(engine):
    results = engine.run(work("def f():\n    print('noise')\n    return 1", expressions=("f()",)))
    assert results.outputs["one"].text == ""
    assert results.values["f()"].data == 1


# ── The executor ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_many_works_at_once_keep_apart(engine):
    works = [work(f"import time\ntime.sleep(0.05)\nprint('{n}' * 3)", expressions=(f"{n}",)) for n in range(12)]
    with ThreadPoolExecutor(6) as threads:
        for n, results in enumerate(threads.map(engine.run, works)):
            assert results.outputs["one"].text == f"{n}" * 3 + "\n"
            assert results.values[f"{n}"].data == n


def test_works_leave_no_descriptors_threads_or_processes(engine):
    def held():
        return len(os.listdir("/proc/self/fd")), threading.active_count()  # noqa: PTH208

    engine.run(work("1"))
    before = held()
    for source in (
        "print(1)",
        "1 / 0",
        "import os\nos._exit(1)",
        "import subprocess\nsubprocess.Popen(['sleep', '60'])",
    ):
        for _ in range(3):
            engine.run(work(source))
    assert held() == before
    children = Path(f"/proc/{engine._warm._process.pid}/task/{engine._warm._process.pid}/children").read_text()
    assert children == ""


def test_the_engine_itself_loads_neither_numpy_nor_matplotlib():
    """An unchanged build, which runs nothing, does not wait for them."""
    code = "import sys, aferir.execute, aferir.cache, aferir.snippets, aferir.values\n"
    code += "print({'numpy', 'matplotlib'} & set(sys.modules))"
    environment = {"PYTHONPATH": str(ROOT / "scripts")}
    assert subprocess.check_output([sys.executable, "-c", code], env=environment, text=True) == "set()\n"


def test_an_engine_that_runs_nothing_starts_nothing(tmp_path):
    with Engine(tmp_path) as engine:
        assert engine._warm is None
    assert list(tmp_path.iterdir()) == []


def test_a_python_that_cannot_start_is_one_sentence(tmp_path, monkeypatch):
    from aferir.errors import AferirError

    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\necho 'no such thing as NumPy' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(broken))
    with Engine(tmp_path) as engine, pytest.raises(AferirError, match="did not start: no such thing as NumPy"):
        engine.run(work("1"))


# ── The lesson ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def lesson():
    path = ROOT / "snippets/lessons/split_then_sum.py"
    snippet, _ = read_snippet(path, "snippets/lessons/split_then_sum.py", ("pt", "es", "cs"))
    return Work(snippet.name, snippet.path, snippet.cells, "pt", import_folder=str(ROOT / "snippets"))


@pytest.mark.parametrize(
    ("language", "words"), [("pt", "linha 0, cabeça 1"), ("es", "fila 0, cabeza 1"), ("cs", "řádek 0, hlava 1")]
)
def test_the_lesson_prints_in_each_language_what_its_brief_says(engine, lesson, language, words):
    results = engine.run(replace(lesson, language=language, expressions=("A[0, 0, 0]", "layer_parameters(8)")))
    assert f"{words}: [0.591  0.271  0.069  0.038  0.005  0.026]" in results.outputs["heads"].text
    assert "  8   64       786432  262144  1048576" in results.outputs["widths"].text.replace("\n ", "\n  ")
    assert round(results.values["A[0, 0, 0]"].data, 3) == 0.591
    assert results.values["layer_parameters(8)"] == Value("int", (), 4 * 512**2)


def test_the_lesson_prints_the_same_as_a_plain_script(engine, lesson):
    """Run alone by Python, from its own folder, as a reader would who downloads it."""
    environment = {"PYTHONPATH": str(ROOT / "snippets"), "PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, str(ROOT / "snippets/lessons/split_then_sum.py")]
    alone = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    results = engine.run(lesson)
    assert "".join(output.text for output in results.outputs.values()) == alone


@pytest.mark.slow
def test_forked_and_fresh_processes_agree_to_the_last_digit(engine, lesson):
    wanted = replace(lesson, expressions=("A", "output", "gap_own_blocks"), figures=("maps",))
    with Engine(fork=False) as fresh:
        assert fresh.run(wanted) == engine.run(wanted)


@pytest.mark.slow
def test_the_lesson_s_figure_is_drawn_in_both_themes(engine, lesson):
    drawing = engine.run(replace(lesson, figures=("maps",))).figures["maps"]
    assert isinstance(drawing, Drawing)
    assert drawing.light != drawing.dark


@pytest.mark.slow
def test_whoever_comes_after_the_warm_process_has_drawn_finds_and_draws_the_same(tmp_path):
    """Modules that are loaded, settings, random numbers, and the bytes of a figure with a formula and a scale."""
    source = """
    import random
    import matplotlib as mpl
    import numpy as np

    print(sorted(__import__('sys').modules), sorted(mpl.colormaps), dict(mpl.rcParams))
    print(random.random(), np.random.random())

    def figure_f(figure, text):
        axes = figure.subplots()
        picture = axes.imshow([[0.1, 0.7]], cmap=text.shares)
        axes.set_title("$x^2$ of " + text.number(0.5, 1))
        figure.colorbar(picture)
    """
    wanted = work(source, figures=("f",))
    with Engine(tmp_path) as engine:
        found = [engine.run(wanted, keep=number % 2 == 0) for number in range(_REHEARSED_FOR + 1)]
    assert isinstance(found[0].figures["f"], Drawing)
    assert [item.outputs for item in found] == [found[0].outputs] * len(found)
    assert [item.figures for item in found] == [found[0].figures] * len(found)
    assert found[-1].snapshot == found[0].snapshot != b""


def test_a_font_that_is_missing_fails_the_figure_and_not_the_processes_after_it(tmp_path):
    wanted = work("def figure_f(figure, text):\n    figure.subplots()", figures=("f",))
    with Engine(tmp_path) as engine:
        broken = [engine.run(replace(wanted, fonts=("/none.ttf",))) for _ in range(_REHEARSED_FOR)]
        assert {item.figures["f"].message for item in broken} == {
            "FileNotFoundError: [Errno 2] No such file or directory: '/none.ttf'"
        }
        assert isinstance(engine.run(wanted).figures["f"], Drawing)


def test_a_figure_that_raises_is_a_failure_at_its_line(engine):
    source = "def figure_bad(figure, text):\n    axes = figure.subplots()\n    axes.plot([1, 2], [1])"
    found = engine.run(work(source, figures=("bad", "none"))).figures
    assert (found["bad"].kind, found["bad"].line) == ("raised", 3)
    assert found["bad"].message.startswith("ValueError: x and y must have same first dimension")
    assert found["none"].message == "KeyError: 'figure_none'"


def test_a_future_of_an_executor_holds_results(engine):
    with ThreadPoolExecutor(1) as threads:
        future = threads.submit(engine.run, work("1"))
    assert isinstance(future, Future)
    assert future.result().outputs["one"].text == "1\n"


@pytest.mark.parametrize("answer", ["{}", "1", "no JSON", '{"failure": 1}', '{"value": 1}'])
def test_a_cell_that_replaces_what_carries_the_answers_fails_and_nothing_else_does(either, answer):
    unreadable = "its answer cannot be read, since a cell changed a module that carries it, such as json"
    source = f"import json\nx = 1\njson.dumps = lambda *_, **__: {answer!r}"
    results = either.run(work(source, expressions=("x", "x + 1")))
    found = [item for item in (*results.outputs.values(), *results.values.values()) if isinstance(item, Failure)]
    assert [(item.kind, item.message) for item in found] == [("died", unreadable)]
    assert outputs(either, "print(1)") == ["1\n"]
