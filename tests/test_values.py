"""values: what a lesson says against what its code computes, and what cells and figures did, as findings."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from aferir.languages import language
from aferir.model import (
    Cell,
    Claim,
    Failure,
    Finding,
    Given,
    Lesson,
    Number,
    Output,
    Position,
    Results,
    Snippet,
    Value,
    Word,
    Work,
)
from aferir.plain import plain_value
from aferir.printed import CUT
from aferir.scan import scan
from aferir.snippets import read_snippet
from aferir.values import failure_findings, name_findings, value_findings, wanted_expressions

ROOT = Path(__file__).parent.parent
PATH = "lessons/es/x.md"
PLACE = Position(42, 17)
SOURCES = ("vaswani2017attention", "clark2019bert")


def lesson(*bindings):
    return Lesson(PATH, "x", "es", "X", "", "x", "", bindings)


def number(written, expression, place="text"):
    return Number("\ue0001\ue001", PLACE, written, expression, place)


def found(binding, value=None, code="es", besides=()):
    """The findings of one binding as text, its expression worth ``value``."""
    values = {} if value is None else {binding.expression: value}
    findings = value_findings(lesson(binding), Results(values=values), language(code), SOURCES, besides)
    return [str(finding) for finding in findings]


def of(value):
    return plain_value(value)


# ── Expressions and names ────────────────────────────────────────────────────────────────────────────────────────────


def test_expressions_are_wanted_once_each_in_order_of_appearance():
    given = Given("", PLACE, "2017", "vaswani2017attention")
    bindings = (number("1", "b"), Word("", PLACE, "x", "a"), given, Claim("", PLACE, "x", "c"), number("1", "b"))
    assert wanted_expressions(lesson(*bindings)) == ("b", "a", "c")


SNIPPET = Snippet("x", "snippets/lessons/x.py", (), assigned={"A": ("heads",), "np": ("setup",), "i": ("one", "two")})


@pytest.mark.parametrize(
    ("expression", "problem"),
    [
        ("B[0]", "B[0] uses B, which no cell of x assigns"),
        ("A[0] + zebra", "A[0] + zebra uses zebra, which no cell of x assigns"),
        ("A[i]", "A[i] uses i, which several cells assign (one, two): give each its own name"),
        ("[k for k in A if k > limit]", "[k for k in A if k > limit] uses limit, which no cell of x assigns"),
    ],
)
def test_a_name_is_assigned_in_exactly_one_cell(expression, problem):
    (finding,) = name_findings(lesson(number("1", expression)), SNIPPET)
    assert str(finding) == f"{PATH}:42:17: AF303 {problem}"


@pytest.mark.parametrize(
    "expression",
    [
        "A[0] + np.pi",
        "max(abs(A[0]), 1)",
        "allclose(A, 1) and einsum('ij->i', A)",
        "[i for i in A]",
        "(lambda i: i + 1)(2)",
        "{k: v for k, v in A}",
        "language",
        "8 * 1000**2",
        "True",
    ],
)
def test_names_of_cells_of_python_of_numpy_and_of_the_expression_itself_are_known(expression):
    assert name_findings(lesson(number("1", expression)), SNIPPET) == ()


def test_a_name_close_to_another_is_suggested():
    snippet = replace(SNIPPET, assigned={"weights": ("heads",)})
    (finding,) = name_findings(lesson(number("1", "weigths[0]")), snippet)
    assert finding.problem == "weigths[0] uses weigths, which no cell of x assigns (did you mean “weights”?)"


# ── Numbers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("0,591", 0.59128),
        ("1\u00a0048\u00a0576", 1048576),
        ("33\u00a0%", 0.3312),
        ("[−0,37; 0,59]", (-0.3712, 0.5899)),
        ("64", np.int64(64)),
    ],
)
def test_a_number_that_agrees_is_no_finding(written, value):
    assert found(number(written, "q"), of(value)) == []


@pytest.mark.parametrize(
    ("written", "value", "message"),
    [
        ("0,592", 0.5912847, "AF301 0,592 is written, A[0,0,0] is 0.59128…, write 0,591"),
        ("65", 64, "AF301 65 is written, A[0,0,0] is 64, write 64"),
        (
            "1\u00a0048\u00a0577",
            1048576,
            "AF301 1\u00a0048\u00a0577 is written, A[0,0,0] is 1048576, write 1\u00a0048\u00a0576",
        ),
        ("−2,5", 2.5, "AF301 −2,5 is written, A[0,0,0] is 2.5, write 2,5"),
        ("0,591", "text", "AF305 0,591 is a number, A[0,0,0] is "),
        ("0,591", np.ones((2, 3)), "AF305 0,591 is a number, A[0,0,0] is an array of shape (2, 3)"),
        ("[0,5; 0,5]", (0.5, 0.25, 0.25), "AF304 [0,5; 0,5] has 2 numbers, A[0,0,0] has 3 numbers"),
        ("0,591", {"a": 1}, "AF305 0,591 is a number, A[0,0,0] is "),
    ],
)
def test_a_number_that_disagrees_is_one_finding_with_its_correction(written, value, message):
    (finding,) = found(number(written, "A[0,0,0]"), of(value))
    assert finding.startswith(f"{PATH}:42:17: {message}")


def test_a_number_in_a_formula_is_read_as_tex():
    assert found(number("0{,}591", "q", "math"), of(0.59128)) == []
    (finding,) = found(number("0{,}592", "q", "math"), of(0.59128))
    assert finding.endswith("AF301 0{,}592 is written, q is 0.59128, write 0{,}591")


def test_what_the_scanner_refused_is_not_found_again():
    assert found(number("0.591", "q"), of(0.591)) == []


def test_an_expression_that_fails_is_a_finding_in_one_line():
    failure = Failure("raised", "IndexError: index 9 is\n  out of bounds")
    assert found(number("0,591", "A[9]"), failure) == [
        f"{PATH}:42:17: AF302 A[9] raises IndexError: index 9 is out of bounds"
    ]


def test_an_expression_that_takes_the_process_with_it_is_a_finding():
    (finding,) = found(number("1", "f(3)"), Failure("died", "signal SIGSEGV"))
    assert finding.endswith("AF302 f(3) raises nothing, but ended its process: signal SIGSEGV")


def test_a_long_message_is_cut():
    (finding,) = found(number("1", "q"), Failure("raised", "ValueError: " + "x" * 1000))
    assert len(finding) < 400
    assert finding.endswith("x…")


def test_an_expression_without_a_result_says_nothing():
    assert found(number("0,591", "A[0]")) == []


def test_a_place_that_has_a_finding_gets_no_second():
    besides = (Finding(PATH, 42, 17, "AF303", "B is not assigned"),)
    assert found(number("1", "B"), Failure("raised", "NameError"), besides=besides) == []
    elsewhere = (Finding("lessons/pt/x.md", 42, 17, "AF303", "B is not assigned"),)
    assert len(found(number("1", "B"), Failure("raised", "NameError"), besides=elsewhere)) == 1


# ── Claims, words, givens ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("value", "messages"),
    [
        (True, []),
        (np.True_, []),
        (False, ["AF306 “las filas suman 1” is claimed, q is False"]),
        (1, ["AF307 a claim needs True or False, q is 1"]),
        (np.array([True, True]), ["AF307 a claim needs True or False, q is an array of shape (2,)"]),
        (None, ["AF307 a claim needs True or False, q is None"]),
        ({1}, ["AF307 a claim needs True or False, q is a set"]),
        (max, ["AF307 a claim needs True or False, q is a builtin_function_or_method"]),
        ("yes", ["AF307 a claim needs True or False, q is 'yes'"]),
    ],
)
def test_a_claim_holds_when_its_expression_is_true(value, messages):
    claim = Claim("", PLACE, "las filas suman 1", "q")
    assert found(claim, of(value)) == [f"{PATH}:42:17: {message}" for message in messages]


@pytest.mark.parametrize(
    ("written", "value", "messages"),
    [
        ("␣tejado", "␣tejado", []),
        ("**␣tejado**", "␣tejado", []),
        ("`d_model`", "d_model", []),
        ("_x_", "_x_", []),
        ("e\u0301l", "él", []),
        ("3", 3, []),
        ("␣muro", "␣tejado", ["AF308 “␣muro” is written, q is “␣tejado”"]),
        ("tejado", ["tejado"], ["AF308 “tejado” is written, q is “an array of shape (1,)”"]),
        ("tejado", {"a": 1}, ["AF308 “tejado” is written, q is “a dict”"]),
    ],
)
def test_a_word_is_the_value_read_as_text(written, value, messages):
    word = Word("", PLACE, written, "q")
    assert found(word, of(value)) == [f"{PATH}:42:17: {message}" for message in messages]


def test_a_given_has_a_source_of_the_course():
    def finding_of(key):
        findings = value_findings(lesson(Given("", PLACE, "2017", key)), Results(), language("es"), SOURCES)
        return [str(finding) for finding in findings]

    assert finding_of("clark2019bert") == []
    (finding,) = finding_of("vaswani2071attention")
    assert finding == (
        f"{PATH}:42:17: AF309 there is no source “vaswani2071attention” (did you mean “vaswani2017attention”?) "
        "in the course's bibliography or list of sources"
    )
    assert finding_of("zzz")[0].endswith(
        "AF309 there is no source “zzz” in the course's bibliography or list of sources"
    )


# ── Cells and figures ────────────────────────────────────────────────────────────────────────────────────────────────

FIGURE = "def figure_maps(figure, text):\n    figure.nothing()"
WORK = Work(
    "x", "snippets/lessons/x.py", (Cell("one", "x = 1\nif x:\n    y = 1 / 0", 5), Cell("two", FIGURE, 20)), "es",
    figures=("maps",), cell_seconds=20.0,
)  # fmt: skip


def failures(outputs, figures=None):
    return [str(finding) for finding in failure_findings(WORK, Results(outputs, {}, figures or {}))]


@pytest.mark.parametrize(
    ("failure", "message"),
    [
        (Failure("raised", "ZeroDivisionError: no", 7), "7:5: AF205 cell one raises ZeroDivisionError: no"),
        (Failure("syntax", "SyntaxError: invalid syntax", 6), "6:1: AF205 cell one raises SyntaxError: invalid syntax"),
        (Failure("memory", "MemoryError", 5), "5:1: AF205 cell one raises MemoryError"),
        (
            Failure("timeout", "TimeoutError: longer than 20 s", 7),
            "7:5: AF206 cell one ran longer than 20 s and was stopped",
        ),
        (Failure("died", "exit status 1", 0), "5:1: AF207 cell one ended its process: exit status 1"),
    ],
)
def test_a_failing_cell_is_found_at_its_line_of_the_snippet(failure, message):
    assert failures({"one": failure}) == [f"snippets/lessons/x.py:{message}"]


def test_a_figure_that_fails_is_found_at_its_line():
    assert failures({}, {"maps": Failure("raised", "AttributeError: no", 21)}) == [
        "snippets/lessons/x.py:21:5: AF211 figure maps raises AttributeError: no"
    ]
    assert failures({}, {"maps": Failure("raised", "KeyError: no", 0)}) == [
        "snippets/lessons/x.py:20:1: AF211 figure maps raises KeyError: no"
    ]


def test_an_output_that_was_cut_is_found():
    assert failures({"one": Output("one", "x" + CUT)}) == [
        "snippets/lessons/x.py:5:1: AF214 cell one prints more than 100000 bytes: the rest is cut"
    ]


def test_a_run_without_failures_is_without_findings():
    assert failures({"one": Output("one", "1\n"), "two": Output("two", "")}) == []


# ── The lesson of this course ────────────────────────────────────────────────────────────────────────────────────────

LANGUAGES = ("pt", "es", "cs")


def judged(engine, code, text):
    """Every finding of names and values that the course's lesson has with another text."""
    path = f"lessons/{code}/split-then-sum.md"
    read, _ = scan(text, path, language(code), "split-then-sum")
    snippet, _ = read_snippet(
        ROOT / "snippets/lessons/split_then_sum.py", "snippets/lessons/split_then_sum.py", LANGUAGES
    )
    work = Work("x", snippet.path, snippet.cells, code, wanted_expressions(read), import_folder=str(ROOT / "snippets"))
    results = engine.run(work)
    assert failure_findings(work, results) == ()
    named = name_findings(read, snippet)
    keys = {binding.key for binding in read.bindings if isinstance(binding, Given)}
    return [*named, *value_findings(read, results, language(code), keys, named)], len(results.values)


@pytest.mark.slow
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_number_of_the_lesson_agrees_with_its_code(engine, code):
    text = (ROOT / f"lessons/{code}/split-then-sum.md").read_text(encoding="utf-8")
    findings, count = judged(engine, code, text)
    assert findings == []
    assert count > 200


def test_one_wrong_digit_in_the_lesson_is_one_finding_where_it_stands(engine):
    text = (ROOT / "lessons/es/split-then-sum.md").read_text(encoding="utf-8")
    at = text.index("0,591{=A[0, 0, 0]}")
    wrong = text[:at] + "0,592" + text[at + len("0,591") :]
    line, column = wrong[:at].count("\n") + 1, at - wrong.rfind("\n", 0, at)
    (finding,), _ = judged(engine, "es", wrong)
    assert str(finding) == (
        f"lessons/es/split-then-sum.md:{line}:{column}: AF301 0,592 is written, A[0, 0, 0] is 0.59142…, write 0,591"
    )


def test_values_are_plain_data():
    assert of(3) == Value("int", (), 3)
