"""What exceptions and warnings mean: each kind of mistake gets its code and the names its sentence needs."""

from __future__ import annotations

import ast
import re
import warnings
from pathlib import Path

import numpy as np
import pytest

from aferir.interpreter import remember_lines
from aferir.mistakes import Mistake, mistake_of, warning_of
from aferir.overflow import NAME, Watch, watched
from aferir.runtime import cell_result

BROWSER = Path(__file__).parent.parent / "scripts" / "aferir" / "browser"
FILE = "cell.py"

MISTAKES = {
    "softmx": ("name", {"name": "softmx"}),
    "softmax = 1\nsoftmx": ("name_close", {"name": "softmx", "close": "softmax"}),
    "array([1])": ("of_numpy", {"name": "array"}),
    "del np\nnp.ones(2)": ("not_imported", {"name": "np", "import": "import numpy as np"}),
    "statistics.mean([1])": ("not_imported", {"name": "statistics", "import": "import statistics"}),
    "x = 1\ndef f():\n    x += 1\nf()": ("unbound", {"name": "x"}),
    "np.aray": ("attribute_close", {"owner": "np", "name": "aray", "close": "array"}),
    "A.colour": ("attribute", {"owner": "A", "name": "colour"}),
    "x = print()\nx.shape": ("none_attribute", {"owner": "x", "name": "shape"}),
    "from numpy import aray": ("attribute_close", {"owner": "numpy", "name": "aray", "close": "array"}),
    "d = {'alpha': 1}\nd['alhpa']": ("key_close", {"owner": "d", "key": "'alhpa'", "close": "'alpha'"}),
    "d = {}\nd[3]": ("key_in", {"owner": "d", "key": "3"}),
    "{}.pop('a')": ("key", {"key": "'a'"}),
    "import pandas": ("module", {"name": "pandas"}),
    "import nunpy": ("module_close", {"name": "nunpy", "close": "numpy"}),
    "raise ModuleNotFoundError('no', name='js')": ("browser", {"name": "js"}),
    "raise ModuleNotFoundError('no', name='curses')": ("module_absent", {"name": "curses"}),
    "raise ModuleNotFoundError('no', name='multiprocessing')": ("thread", {}),
    "A @ A": (
        "product_of",
        {"left": "A", "right": "A", "left_shape": "(2, 3)", "right_shape": "(2, 3)", "last": 3, "first": 2},
    ),
    "A @ np.ones((2, 3))": ("product", {"last": 3, "first": 2}),
    "np.dot(np.ones((2, 3)), np.ones((4, 3)))": ("product", {"last": 3, "first": 4}),
    "A * A.T": ("star", {"left": "A", "right": "A.T", "left_shape": "(2, 3)", "right_shape": "(3, 2)"}),
    "A + np.ones(4)": (
        "broadcast_of",
        {"left": "A", "right": "np.ones(4)", "left_shape": "(2, 3)", "right_shape": "(4,)"},
    ),
    "np.add(A, *[A.T])": ("broadcast", {"shapes": "(2, 3), (3, 2)"}),
    "A.reshape(4)": ("reshape", {"size": 6, "shape": "(4,)"}),
    "np.concatenate([A, np.ones((2, 2))])": (
        "concatenate",
        {"axis": 1, "one": 0, "size": 3, "other": 1, "length": 2},
    ),
    "np.stack([A, A.T])": ("stack", {}),
    "np.array([[1], [1, 2]])": ("ragged", {}),
    "A.sum(axis=2)": ("axis", {"axis": 2, "axes": 2, "most": 1}),
    "np.float64(1).sum(axis=3)": ("axis_none", {}),
    "A[5]": ("index_axis", {"owner": "A", "index": 5, "axis": 0, "size": 2, "most": 1}),
    "x = [1, 2]\nx[5]": ("index_of", {"owner": "x", "index": 5, "size": 2, "most": 1}),
    "[].pop()": ("index", {}),
    "A[0, 0, 0]": ("indices", {"owner": "A", "axes": 2, "indices": 3}),
    "A[1.0]": ("index_type", {}),
    "range(2.0)": ("index_type", {}),
    "bool(A > 0)": ("truth", {}),
    "1 / 0": ("division", {}),
    "np.array([1], dtype=np.int32) + 3000000000": (
        "integer",
        {"value": "3000000000", "dtype": "int32", "least": "-2147483648", "most": "2147483647"},
    ),
    "x = np.array([1, 2])\nx += 0.5": ("cast", {"result": "float64", "array": "int64"}),
    "float('0,3')": ("conversion", {"text": "0,3"}),
    "A(1)": ("not_callable", {"name": "A", "type": "ndarray"}),
    "'a' + 1": ("operand_types", {"operator": "+", "left": "str", "right": "int"}),
    "[] - 1": ("operand_types", {"operator": "-", "left": "list", "right": "int"}),
    "print() + 1": ("none_operand", {"operator": "+"}),
    "x = None\nx[1]": ("none_used", {}),
    "def f(x): pass\nf()": ("missing_argument", {"function": "f", "arguments": "x"}),
    "def f(x): pass\nf(1, 2)": ("many_arguments", {"function": "f", "most": 1, "given": 2}),
    "def f(x): pass\nf(y=1)": ("unknown_argument", {"function": "f", "name": "y"}),
    "a, b = 1, 2, 3": ("unpack_many", {"names": 2}),
    "a, b = [1]": ("unpack_few", {"names": 2, "values": 1}),
    "assert False": ("assertion", {}),
    "def f(): f()\nf()": ("recursion", {}),
    "raise MemoryError": ("memory", {}),
    "raise SystemExit": ("exit", {}),
    "raise RuntimeError('input() has nobody to ask')": ("input", {}),
    'raise RuntimeError("can\'t start new thread")': ("thread", {}),
    "raise OSError('emscripten does not support processes.')": ("thread", {}),
    "import urllib.error\nraise urllib.error.URLError('no')": ("network", {}),
    "open('x.txt')": ("file", {"name": "x.txt"}),
    "x = (1 +": ("open_bracket", {"bracket": "("}),
    "f(1]": ("other_bracket", {"closing": "]", "opening": "("}),
    "x)": ("lone_bracket", {"bracket": ")"}),
    "if True:\nprint(1)": ("indent_missing", {"opener": 1}),
    "  x = 1": ("indent_extra", {}),
    "if True:\n    x = 1\n  y = 2": ("indent_uneven", {}),
    "if True:\n        x = 1\n\ty = 2": ("tabs", {}),
    "if True\n    x": ("colon", {}),
    "if x = 3: pass": ("equals", {}),
    "3 = x": ("equals", {}),
    "f() + 1 = 2": ("equals", {}),
    "None = 2": ("assign", {}),
    "[1 2]": ("comma", {}),
    "print 3": ("parentheses", {"name": "print"}),
    "print('a": ("open_string", {}),
    "x = “a”": ("character", {"character": "“", "instead": '"'}),
    "x = 3 − 2": ("character", {"character": "−", "instead": "-"}),
    "x = 3€": ("unknown_character", {"character": "€"}),
    "x =\u00a03": ("unseen_character", {}),
    "return 1": ("outside", {"word": "return"}),
    "break": ("outside_loop", {"word": "break"}),
    "x = 007": ("zeros", {}),
    "x = = 3": ("syntax", {}),
}

WARNINGS = {
    "A / 0": "warned_division",
    "(A * 0) / 0": "warned_invalid",
    "np.exp(A * 1000)": "warned_overflow",
    "np.int32(2**31 - 1) + np.int32(1)": "warned_integer",
    "np.mean([])": "warned_empty",
}

UNREACHED = {"wrapped", "indent", "indent_needed"}  # the first is tested below; the others are for other Pythons


def raised(source: str) -> Mistake | None:
    names: dict[str, object] = {"np": np, "A": np.ones((2, 3))}
    remember_lines(source, FILE)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(compile(source, FILE, "exec"), names)
        except BaseException as error:  # noqa: BLE001
            return mistake_of(error, FILE.__eq__)
    raise AssertionError("nothing was raised")


@pytest.mark.parametrize("source", MISTAKES)
def test_a_mistake_gets_its_code_and_its_details(source: str) -> None:
    found = raised(source)
    assert found
    assert (found.code, dict(found.details)) == MISTAKES[source]


@pytest.mark.parametrize("source", ["raise ValueError('something of its own')", "raise LookupError", "int('x')"])
def test_what_has_no_better_words_than_its_own_message_gets_none(source: str) -> None:
    assert raised(source) is None


def test_the_line_is_the_readers_own_even_below_library_code() -> None:
    found = raised("x = 1\n\nnp.stack([A,\n    A.T])")
    assert found
    assert found.line == 3


def test_shapes_are_found_without_running_a_function_again() -> None:
    once = "calls = []\ndef f():\n    calls.append(1)\n    assert len(calls) < 3\n    return A\n"
    found = raised(once + "f() @ f()")
    assert found
    assert found.code == "product"


@pytest.mark.parametrize("source", WARNINGS)
def test_a_warning_gets_its_code_each_time_the_cell_runs(source: str) -> None:
    names: dict[str, object] = {"np": np, "A": np.ones((2, 3))}
    for _ in range(2):
        with warnings.catch_warnings(record=True):
            warnings.simplefilter("default")
            result = cell_result({"name": "c", "source": f"x = 1\n{source}"}, names, lambda *_: None)
        assert WARNINGS[source] in [remark["code"] for remark in result["remarks"]]
    assert warning_of("Mean of empty slice") == "warned_empty"
    assert warning_of("something else") == ""


def test_each_sentence_of_the_page_belongs_to_a_mistake_and_each_mistake_has_one() -> None:
    text = (BROWSER / "mistakes.js").read_text(encoding="utf-8")
    sentences = set(re.findall(r"^  (\w+): \(strings", text, re.MULTILINE))
    tried = {code for code, _ in MISTAKES.values()} | set(WARNINGS.values())
    assert sentences == tried | UNREACHED


# ── Whole numbers that leave their range ─────────────────────────────────────────────────────────────────────────────


def lines(source: str) -> dict[int, str]:
    watch = Watch()
    names: dict[str, object] = {"np": np, NAME: watch, "x": np.arange(100_000, dtype=np.int32)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(watched(ast.parse(source)), FILE, "exec"), names)
    return watch.lines


@pytest.mark.parametrize(
    "source",
    [
        "x**2",
        "y = x * x",
        "x.cumsum(dtype=np.int32)",
        "np.cumsum(x, axis=0, dtype=np.int32)",
        "1 + (x * x)",
        "x @ x",
        "x * (x - 1)",
    ],
)
def test_a_whole_number_that_came_round_is_noted(source: str) -> None:
    assert lines(f"\n{source}") == {2: "int32"}


@pytest.mark.parametrize(
    "source",
    ["x.sum()", "x.astype(float) ** 2", "x + 1", "'a' * 3", "[x * x for _ in range(2)]", "x[:3] ** 2", "(2**70) * 3"],
)
def test_what_stays_in_its_range_is_not_noted(source: str) -> None:
    assert lines(source) == {}


def test_watched_code_gives_what_it_gave_and_fails_where_it_failed() -> None:
    result = cell_result(
        {"name": "c", "source": "import numpy as np\nA = np.ones((2, 3))\nB = A @ A"}, {}, lambda *_: None
    )
    assert result["problem"]["line"] == 3
    assert result["problem"]["mistake"]["code"] == "product_of"
    assert "overflow" not in result["problem"]["traceback"]
