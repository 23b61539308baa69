"""interpreter: a cell is run as a notebook would, and a traceback shows the author's own lines only."""

import ast
import io
import random
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import numpy as np
import pytest

from aferir import interpreter
from aferir.interpreter import PRINT_OPTIONS, Problem, run_cell, start_lesson
from aferir.runtime import MODULES

FILE = "snippets/lessons/x.py"


def ran(source, first_line=1, namespace=None):
    """What a cell printed, and its problem."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        problem = run_cell(source, {} if namespace is None else namespace, FILE, first_line)
    return printed.getvalue(), problem


@pytest.mark.parametrize(
    ("source", "printed"),
    [
        ("1 + 1", "2\n"),
        ("x = 3\nx", "3\n"),
        ("'text'", "'text'\n"),
        ("None", ""),
        ("x = 3", ""),
        ("print('a')\n[1, 2]  # a comment\n\n", "a\n[1, 2]\n"),
        ("print('only')", "only\n"),
        ("", ""),
        ("# nothing", ""),
        ("for i in range(2):\n    i", ""),
    ],
)
def test_a_cell_shows_the_value_of_its_last_expression(source, printed):
    assert ran(source) == (printed, None)


def test_names_stay_in_the_namespace():
    namespace = {}
    ran("a = 2", namespace=namespace)
    assert ran("a * 3", namespace=namespace) == ("6\n", None)


def test_a_future_import_holds_for_later_cells():
    namespace = {}
    ran("from __future__ import annotations", namespace=namespace)
    ran("def f(x: not_defined): ...", 5, namespace)
    assert namespace["f"].__annotations__ == {"x": "not_defined"}


def test_a_future_import_holds_for_the_last_expression_of_its_cell():
    namespace = {}
    _, problem = ran("from __future__ import annotations\n(lambda: 0)", namespace=namespace)
    assert problem is None


def test_an_exception_says_type_message_and_line_of_the_file():
    _, problem = ran("x = 1\ny = x / 0\n", first_line=40)
    assert (problem.kind, problem.type, problem.message, problem.line) == (
        "raised", "ZeroDivisionError", "division by zero", 41,
    )  # fmt: skip
    assert f'File "{FILE}", line 41, in <module>\n    y = x / 0\n' in problem.traceback


def test_a_traceback_crosses_cells_and_leaves_out_other_files():
    namespace = {}
    ran("import json\ndef read(text):\n    return json.loads(text)", 10, namespace)
    _, problem = ran("read('[')", 30, namespace)
    assert problem.line == 12
    assert [line.strip() for line in problem.traceback.splitlines() if line.startswith("  File")] == [
        f'File "{FILE}", line 30, in <module>',
        f'File "{FILE}", line 12, in read',
    ]
    assert "return json.loads(text)" in problem.traceback


def test_a_chained_exception_shows_both_without_other_files():
    source = (
        "import json\ntry:\n    json.loads('[')\nexcept ValueError as error:\n    raise RuntimeError('no') from error"
    )
    _, problem = ran(source)
    assert problem.line == 5
    assert "was the direct cause" in problem.traceback
    assert "decoder.py" not in problem.traceback


def test_a_group_of_exceptions_is_restricted_as_well():
    source = (
        "import json\ntry:\n    json.loads('[')\nexcept ValueError as error:\n    raise ExceptionGroup('g', [error])"
    )
    _, problem = ran(source)
    assert problem.type == "ExceptionGroup"
    assert "decoder.py" not in problem.traceback


@pytest.mark.parametrize(
    ("source", "line", "message"),
    [
        ("x = (1,\ny = 2\n", 20, "'(' was never closed"),
        ("x = 1\n  y = 2\n", 21, "unexpected indent"),
        ("x = 1\nreturn x\n", 21, "'return' outside function"),
        ("(\n]\n", 21, "closing parenthesis ']' does not match opening parenthesis '(' on line 20"),
    ],
)
def test_a_syntax_error_has_the_line_of_the_file_even_inside_its_message(source, line, message):
    printed, problem = ran("print('never')\n" * 0 + source, first_line=20)
    assert (printed, problem.kind, problem.line, problem.message) == ("", "syntax", line, message)


def test_nothing_runs_of_a_cell_with_a_syntax_error():
    assert ran("print(1)\nx = = 2")[0] == ""


def test_source_that_cannot_be_compiled_otherwise_is_a_syntax_problem():
    assert ran("x = '\0'")[1].kind == "syntax"
    assert ran("-" * 100_000 + "1")[1].kind == "syntax"


def test_a_syntax_error_raised_while_running_is_raised():
    _, problem = ran("compile('(', 'f', 'exec')")
    assert (problem.kind, problem.type, problem.line) == ("raised", "SyntaxError", 1)


@pytest.mark.parametrize(("source", "message"), [("raise SystemExit", ""), ("import sys\nsys.exit('bye')", "bye")])
def test_leaving_is_a_problem_of_its_own_kind(source, message):
    _, problem = ran(source)
    assert (problem.kind, problem.type, problem.message) == ("exit", "SystemExit", message)


def test_an_interruption_is_caught():
    assert ran("raise KeyboardInterrupt")[1].type == "KeyboardInterrupt"


def test_a_repr_that_raises_is_a_problem_with_its_line():
    _, problem = ran("class Bad:\n    def __repr__(self):\n        return 1 / 0\nBad()", first_line=5)
    assert (problem.type, problem.line) == ("ZeroDivisionError", 7)


def test_an_exception_whose_text_raises_has_no_message():
    _, problem = ran("class Bad(Exception):\n    def __str__(self):\n        return 1\nraise Bad")
    assert (problem.type, problem.message, problem.line) == ("Bad", "", 4)


def test_endless_recursion_is_caught():
    assert ran("def f():\n    f()\nf()")[1] == ran("def f():\n    f()\nf()")[1]
    assert ran("def f():\n    f()\nf()")[1].type == "RecursionError"


def test_what_is_shown_can_be_decided_elsewhere():
    shown = []
    assert run_cell("x = 4\nx", {}, FILE, show=shown.append) is None
    assert shown == [4]


def test_a_warning_names_the_line_of_the_file():
    with pytest.warns(RuntimeWarning) as caught:
        ran("import warnings\nwarnings.warn('careful', RuntimeWarning)", first_line=7)
    assert (caught[0].filename, caught[0].lineno) == (FILE, 8)


def test_a_lesson_starts_with_its_language_and_seeded_generators():
    namespace = start_lesson("cs")
    first = (random.random(), np.random.random())  # noqa: NPY002
    start_lesson("cs")
    assert namespace["language"] == "cs"
    assert (random.random(), np.random.random()) == first  # noqa: NPY002


def test_a_lesson_starts_with_stated_print_options():
    with np.printoptions():
        np.set_printoptions(precision=2, suppress=True)
        start_lesson("pt")
        options = np.get_printoptions()
    assert {name: options[name] for name in PRINT_OPTIONS} == dict(PRINT_OPTIONS)


def test_the_stated_print_options_are_those_of_plain_python():
    """So that a snippet run alone prints what the page prints."""
    code = "import numpy as np; print(np.get_printoptions())"
    plain = ast.literal_eval(subprocess.check_output([sys.executable, "-c", code], text=True))
    assert {name: plain[name] for name in PRINT_OPTIONS} == dict(PRINT_OPTIONS)


def test_the_file_needs_nothing_but_the_standard_library_and_its_siblings_of_the_browser():
    tree = ast.parse(Path(interpreter.__file__).read_text())
    roots = {
        alias.name.partition(".")[0] if isinstance(node, ast.Import) else node.module
        for node in tree.body
        if isinstance(node, ast.Import | ast.ImportFrom) and not getattr(node, "level", 0)
        for alias in node.names
    }
    siblings = {node.module for node in tree.body if isinstance(node, ast.ImportFrom) and node.level}
    assert siblings <= set(MODULES)
    assert all(root.partition(".")[0] in sys.stdlib_module_names for root in roots)


def test_a_problem_is_plain_data():
    assert isinstance(ran("1 / 0")[1], Problem)
    with pytest.raises(AttributeError):
        ran("1 / 0")[1].kind = "other"
