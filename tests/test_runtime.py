"""What the browser's worker calls, tried here: strings in, JSON out, and the course out of the learner's reach."""

from __future__ import annotations

import ast
import builtins
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from aferir import interpreter, runtime
from aferir.challenges import read_challenge
from aferir.execute import sandbox
from aferir.grading import challenge_data
from aferir.languages import language

ROOT = Path(__file__).parent.parent
SNIPPETS = ROOT / "snippets"
PACKAGE = ROOT / "scripts" / "aferir"
PYTHON = {f"reference/{path.name}": path.read_text(encoding="utf-8") for path in (SNIPPETS / "reference").glob("*.py")}
CHALLENGE, _ = read_challenge(SNIPPETS / "challenges" / "multi_head", "shown", ("pt", "es", "cs"))
assert CHALLENGE is not None
SOLUTION = CHALLENGE.solution


@pytest.fixture
def worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[runtime.Runtime]:
    """A worker with the course installed, in a folder of its own; what it changed is put back."""
    own_input = builtins.input
    path, modules = [*sys.path], {name: module for name, module in sys.modules.items() if name.startswith("reference")}
    sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != SNIPPETS]
    for name in modules:
        del sys.modules[name]
    made = runtime.Runtime()
    made.install(json.dumps(PYTHON), str(tmp_path / "course"))
    yield made
    for name in [name for name in sys.modules if name.startswith("reference")]:
        del sys.modules[name]
    sys.modules.update(modules)
    for name in ("js", "pyodide_js"):
        del sys.modules[name]
    sys.path[:] = path
    builtins.input = own_input


def challenge_json(code: str = "pt") -> str:
    return json.dumps(challenge_data(CHALLENGE, language(code)))


def run(worker: runtime.Runtime, *sources: str, lesson: str = "x", words: str = "pt") -> list[dict[str, object]]:
    cells = [{"name": f"cell_{number}", "source": source} for number, source in enumerate(sources)]
    return json.loads(worker.run(json.dumps(cells), words, lesson))["cells"]


def test_the_modules_of_the_wheel_need_nothing_but_each_other_and_numpy() -> None:
    for name in runtime.MODULES:
        for node in ast.walk(ast.parse((PACKAGE / f"{name}.py").read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level:
                assert node.module in runtime.MODULES, name
            elif isinstance(node, ast.Import | ast.ImportFrom):
                tops = [node.module] if isinstance(node, ast.ImportFrom) else [item.name for item in node.names]
                assert {str(top).partition(".")[0] for top in tops} <= sys.stdlib_module_names | {"numpy"}, name


def test_cells_share_the_names_of_their_lesson_and_language(worker: runtime.Runtime) -> None:
    first, second = run(worker, "x = 6", "print(language)\nx * 7")
    assert first == {"name": "cell_0", "stdout": "", "stderr": "", "problem": None, "remarks": [], "rich": None}
    assert second["stdout"] == "pt\n42\n"
    assert run(worker, "x", lesson="x")[0]["stdout"] == "6\n"
    assert run(worker, "x", words="es")[0]["problem"]["type"] == "NameError"


def test_cells_import_the_reference_of_the_course(worker: runtime.Runtime) -> None:
    (cell,) = run(worker, "import numpy as np\nfrom reference.softmax import softmax\nsoftmax(np.zeros((1, 2)))")
    assert cell["stdout"] == "array([[0.5, 0.5]])\n"


def test_cells_stop_at_the_first_problem(worker: runtime.Runtime) -> None:
    cells = run(worker, "print('before')\n1 / 0", "print('never')")
    assert [cell["name"] for cell in cells] == ["cell_0"]
    assert (cells[0]["stdout"], cells[0]["problem"]["line"], cells[0]["problem"]["type"]) == (
        "before\n",
        2,
        "ZeroDivisionError",
    )


def test_printed_text_is_passed_on_as_it_comes(worker: runtime.Runtime) -> None:
    heard: list[tuple[str, str, str]] = []
    source = "import sys\nprint('a')\nprint('b', file=sys.stderr)"
    worker.run(json.dumps([{"name": "c", "source": source}]), "pt", "x", lambda *event: heard.append(event))
    assert [event for event in heard if event[2] != "\n"] == [("c", "stdout", "a"), ("c", "stderr", "b")]


def test_grading_gives_the_described_verdict(worker: runtime.Runtime) -> None:
    verdict = json.loads(worker.grade(challenge_json("cs"), SOLUTION))
    assert verdict["status"] == "passed"
    assert set(verdict) == {"status", "summary", "checks", "misconception", "printed"}
    fields = {"name", "title", "status", "message", "call", "got", "expected", "why"}
    assert {frozenset(check) for check in verdict["checks"]} == {frozenset(fields)}


@pytest.mark.slow
@pytest.mark.parametrize(
    "cheat",
    [
        "from reference.multi_head import multi_head",
        "import glob, os, sys\nexec(open(glob.glob(FOLDER + '/reference/multi_head.py')[0]).read())",
        "import sys\nsys.path.insert(0, FOLDER)\nfrom reference.multi_head import multi_head",
        "import aferir.runtime",
    ],
)
def test_the_course_is_out_of_reach_while_grading_and_back_afterwards(
    worker: runtime.Runtime, cheat: str, tmp_path: Path
) -> None:
    run(worker, "import reference.multi_head")
    code = f"FOLDER = {str(tmp_path / 'course')!r}\n{cheat}\n"
    verdict = json.loads(worker.grade(challenge_json(), code))
    assert (verdict["status"], verdict["checks"][0]["status"]) == ("failed", "failed")
    assert run(worker, "from reference.softmax import softmax")[0]["problem"] is None
    assert (tmp_path / "course" / "reference" / "softmax.py").is_file()


def test_cells_that_spoil_numpy_or_the_reference_do_not_spoil_grading(worker: runtime.Runtime) -> None:
    spoil = """
import builtins, numpy as np, reference.multi_head
reference.multi_head.multi_head = lambda *a: (a[0], a[0])
exp = np.exp
np.exp = lambda x: exp(x) + 1
builtins.sum = max
"""
    exp = np.exp
    try:
        run(worker, spoil)
        assert json.loads(worker.grade(challenge_json(), SOLUTION))["status"] == "passed"
        assert np.exp is exp
    finally:
        np.exp = exp


def test_a_challenge_that_cannot_be_judged_is_a_neutral_verdict(worker: runtime.Runtime) -> None:
    challenge = json.loads(challenge_json("es")) | {"checks": "1 / 0"}
    verdict = json.loads(worker.grade(json.dumps(challenge), SOLUTION))
    assert verdict["status"] == "error"
    assert "ZeroDivisionError" in verdict["summary"]
    assert run(worker, "import reference.softmax")[0]["problem"] is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("def check_output_shape(attempt):", "def check_output_shape(attempt):\n    1 / 0", "ZeroDivisionError"),
        ("def case_two_heads():", "def case_two_heads():\n    1 / 0", "ZeroDivisionError"),
        ("from reference.multi_head import", "from reference.multihead import", "ModuleNotFoundError"),
        ("REFERENCE = multi_head", "REFERENCE = lambda *a: 1 / 0", "ZeroDivisionError"),
        ('FUNCTION = "multi_head"', 'FUNCTION = "multi_head', "SyntaxError"),
    ],
)
def test_whatever_is_wrong_with_the_checks_is_a_neutral_verdict_with_no_check_in_it(
    worker: runtime.Runtime, old: str, new: str, fault: str
) -> None:
    challenge = json.loads(challenge_json("pt"))
    assert old in challenge["checks"]
    broken = json.dumps(challenge | {"checks": challenge["checks"].replace(old, new, 1)})
    for code in (SOLUTION, SOLUTION.replace("np.sqrt(d_k)", "d_k")):
        verdict = json.loads(worker.grade(broken, code))
        assert (verdict["status"], verdict["checks"], verdict["misconception"]) == ("error", [], None)
        assert fault in verdict["summary"]
        assert "não diz nada sobre o seu código" in verdict["summary"]
        compared = json.loads(worker.compare(broken, code))
        if "check_" not in old:  # comparing needs the cases and the reference, no check
            assert (compared["status"], compared["parts"]) == ("error", [])
            assert compared["summary"] == verdict["summary"]


def test_a_reference_that_did_not_arrive_is_a_neutral_verdict(tmp_path: Path, worker: runtime.Runtime) -> None:
    without = {name: text for name, text in PYTHON.items() if name != "reference/attention.py"}
    worker.install(json.dumps(without), str(tmp_path / "course"))
    (tmp_path / "course" / "reference" / "attention.py").unlink()
    verdict = json.loads(worker.grade(challenge_json("es"), SOLUTION))
    assert (verdict["status"], verdict["checks"]) == ("error", [])
    assert "ModuleNotFoundError: No module named 'reference.attention'" in verdict["summary"]


def test_each_check_that_looked_at_a_case_shows_its_call(worker: runtime.Runtime) -> None:
    verdict = json.loads(worker.grade(challenge_json(), SOLUTION))
    calls = {check["name"]: check["call"] for check in verdict["checks"]}
    assert calls.pop("defined") == ""
    assert all(call.splitlines()[-1].startswith("multi_head(") for call in calls.values())
    assert calls["huge_scores"].splitlines()[1] == "X = 300 * rng.normal(size=(5, 6))"
    names = {"np": np, "multi_head": lambda *arguments: arguments}
    for call in calls.values():
        *lines, last = call.splitlines()
        exec("\n".join(lines), names)
        assert len(eval(last, names)) == 6


# ── Comparing ────────────────────────────────────────────────────────────────────────────────────────────────────────


def compared_with(worker: runtime.Runtime, code: str) -> dict[str, object]:
    return json.loads(worker.compare(challenge_json("es"), code))


def test_a_right_solution_agrees_in_every_part_on_the_first_case(worker: runtime.Runtime) -> None:
    found = compared_with(worker, SOLUTION)
    assert (found["status"], found["summary"]) == ("passed", "")
    assert found["call"].splitlines()[-1] == "multi_head(X, Wq, Wk, Wv, Wo, 2)"
    assert [(part["name"], part["status"]) for part in found["parts"]] == [("output", "passed"), ("A", "passed")]


def test_each_part_is_compared_whatever_the_other_does(worker: runtime.Runtime) -> None:
    found = compared_with(worker, SOLUTION.replace(" @ Wo,", ","))
    output, maps = found["parts"]
    assert (output["status"], maps["status"]) == ("failed", "passed")
    assert output["message"].startswith("output[0, 0] es ")
    assert output["got"].startswith("output[0] = [")
    assert output["expected"].startswith("output[0] = [")
    swapped = compared_with(worker, SOLUTION.replace("return np.con", "return np.stack(maps), np.con").replace(
        "@ Wo, np.stack(maps)", "@ Wo"))  # fmt: skip
    assert [part["status"] for part in swapped["parts"]] == ["failed", "failed"]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("x = (", "Python no puede leer la línea 1"),
        ("y = 1", "En tu código no hay ninguna función llamada multi_head"),
        ("def multi_head(*a):\n    1 / 0", "La línea 2 provoca ZeroDivisionError: division by zero"),
    ],
)
def test_code_that_gives_no_result_is_told_why(worker: runtime.Runtime, code: str, words: str) -> None:
    found = compared_with(worker, code)
    assert found["parts"] == []
    assert found["summary"].startswith(words)
    assert run(worker, "from reference.softmax import softmax")[0]["problem"] is None


def test_the_course_is_out_of_reach_while_comparing(worker: runtime.Runtime) -> None:
    found = compared_with(worker, "from reference.multi_head import multi_head")
    assert "ModuleNotFoundError" in found["summary"]


def test_a_cell_that_closes_its_output_or_replaces_a_builtin_leaves_the_next_one_whole(
    worker: runtime.Runtime,
) -> None:
    closed, goes_on = run(worker, "import sys\nprint('a')\nsys.stdout.close()", "print('b')")
    assert (closed["stdout"], closed["problem"]) == ("a\n", None)
    assert (goes_on["stdout"], goes_on["problem"]) == ("b\n", None)
    run(worker, "import builtins\nbuiltins.print = None")
    (mended,) = run(worker, "print('c')")
    assert (mended["stdout"], mended["problem"]) == ("c\n", None)


def test_input_in_a_cell_says_the_same_as_at_build(worker: runtime.Runtime) -> None:
    (asked,) = run(worker, "x = 1\ninput('name? ')")
    assert (asked["problem"]["type"], asked["problem"]["message"]) == ("RuntimeError", interpreter.NO_INPUT)
    assert (asked["problem"]["line"], asked["stderr"]) == (2, "")
    assert interpreter.NO_INPUT == sandbox.NO_INPUT


def test_a_cell_that_replaces_what_json_offers_leaves_the_worker_whole(
    worker: runtime.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("dumps", "loads", "JSONEncoder", "JSONDecoder"):
        monkeypatch.setattr(json, name, getattr(json, name))  # put back at the end
    text, loads = challenge_json(), json.loads
    cells = json.dumps([{"name": "c", "source": "import json\njson.dumps = json.loads = json.JSONEncoder = None\n"}])
    after = json.dumps([{"name": "d", "source": "print('fine')"}])
    worker.run(cells, "pt", "x")
    assert loads(worker.run(after, "pt", "x"))["cells"][0]["stdout"] == "fine\n"
    assert loads(worker.grade(text, SOLUTION))["status"] == "passed"


@pytest.mark.slow
@pytest.mark.parametrize(
    "lines",
    [
        [
            "    for o in gc.get_objects():",
            "        if isinstance(o, dict) and callable(o.get('multi_head')) and o['multi_head'] is not multi_head:",
            "            return o['multi_head'](*a)",
        ],
        [
            "    for o in gc.get_objects():",
            "        if type(o) is dict and isinstance(o.get('misconceptions'), str):",
            "            names = {}",
            "            exec(o['misconceptions'], names)",
            "            return names['_layer'](*a)",  # a helper of the wrong ones, and right
        ],
        [
            "    frame = sys._getframe(1)",
            "    while frame:",
            "        if 'challenge' in frame.f_locals:",
            "            names = {}",
            "            exec(frame.f_locals['challenge']['misconceptions'], names)",
            "            return names['_layer'](*a)",
            "        frame = frame.f_back",
        ],
    ],
)
def test_what_the_readers_cells_have_imported_answers_no_challenge_and_works_afterwards(
    worker: runtime.Runtime, lines: list[str]
) -> None:
    run(worker, "from reference.multi_head import multi_head\ndef own(): return 7")
    code = "\n".join(["import gc, sys", "def multi_head(*a):", *lines])
    verdict = json.loads(worker.grade(challenge_json(), code))
    assert verdict["status"] == "failed"
    (cell,) = run(worker, "import numpy as np\nmulti_head(*np.ones((5, 2, 2)), 1)[1].shape, own()")
    assert cell["stdout"] == "((1, 2, 2), 7)\n"


@pytest.mark.parametrize(
    ("code", "words", "message"),
    [
        (
            "x = '\0'",
            "es",
            "Python no puede leer tu código y dice: SyntaxError: source code string cannot contain null bytes",
        ),
        (
            "import numpy as np\ndef multi_head(X, *_):\n    return np.array([[1], [1, 2]], dtype=object), X\n",
            "pt",
            (
                "output é um array de objetos (dtype object), não de números. "
                "Terá sido feito de listas de comprimentos diferentes?"
            ),
        ),
    ],
)
def test_null_bytes_have_no_line_and_arrays_of_objects_words_of_their_own(
    worker: runtime.Runtime, code: str, words: str, message: str
) -> None:
    verdict = json.loads(worker.grade(challenge_json(words), code))
    assert next(check["message"] for check in verdict["checks"] if check["status"] == "failed") == message


def test_the_names_of_a_lesson_are_listed_with_what_they_are(worker: runtime.Runtime) -> None:
    run(worker, "import numpy as np\nA = np.ones((2, 3))\nx = 1.5\n_hidden = 0\ndef f(a, b):\n    c = a\nclass C: pass")
    listed = {one["label"]: (one["type"], one["detail"]) for one in json.loads(worker.listed("pt", "x"))}
    assert listed == {
        "language": ("variable", "str"),
        "np": ("namespace", ""),
        "A": ("variable", "(2, 3)"),
        "x": ("variable", "float"),
        "f": ("function", "(a, b)"),
        "C": ("class", ""),
    }
    assert worker.listed("pt", "another") == "[]"


def test_a_figure_is_redrawn_in_the_names_of_its_lesson_as_the_build_draws_it(worker: runtime.Runtime) -> None:
    from aferir.execute.figures import drawing
    from aferir.execute.redrawn import redrawn
    from aferir.execute.writing import Writing

    run(worker, "shares = [0.25, 0.75]")
    writing = {"language": "pt", "decimal_mark": ",", "thousands_mark": ".", "grouped_from": 5}
    source = "def figure_bars(figure, text):\n    figure.subplots().bar([0, 1], shares)"
    asked = {"name": "bars", "source": source, "writing": writing, "fonts": []}

    def answer(**changed: object) -> dict[str, object]:
        return json.loads(redrawn(worker, json.dumps({**asked, **changed}), "pt", "x", lambda *_: None))

    def draw(figure, _text):
        figure.subplots().bar([0, 1], [0.25, 0.75])

    built = drawing("bars", draw, Writing(**writing), [])
    made = answer()
    assert made["problem"] is None
    assert (made["drawing"]["light"], made["drawing"]["dark"]) == (built.light.text, built.dark.text)
    failed = answer(source=source + "\n    1 / 0")
    assert (failed["drawing"], failed["problem"]["line"]) == (None, 3)
    assert failed["problem"]["mistake"]["code"] == "division"
    assert answer(source="x = 1", name="nowhere")["problem"]["type"] == "NameError"


def test_what_the_last_value_shows_besides_its_words_comes_with_the_result(worker: runtime.Runtime) -> None:
    shows = "class Shown:\n    def _repr_{0}_(self):\n        return '<{0}>a</{0}>'\nShown()"
    for kind in ("html", "svg"):
        (ran,) = run(worker, shows.format(kind))
        assert (ran["rich"]["kind"], ran["rich"]["data"]) == (kind, f"<{kind}>a</{kind}>")
        assert ran["stdout"].strip() == ran["rich"]["words"].strip()
    (plain,) = run(worker, "3")
    assert plain["rich"] is None
    (broken,) = run(worker, "class Worse:\n    def _repr_html_(self):\n        return 1 / 0\nWorse()")
    assert broken["problem"]["type"] == "ZeroDivisionError"
