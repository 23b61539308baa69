"""Where a number comes from: its expression, its value with all digits machines agree on, the cells that make it."""

from __future__ import annotations

import math

import pytest

from aferir.languages import language
from aferir.model import Cell, Failure, Results, Snippet, Value
from aferir.provenance import sources, written_value
from aferir.render import formula_bindings
from aferir.scan import scan

SNIPPET = Snippet(
    name="tiny",
    path="snippets/lessons/tiny.py",
    cells=(
        Cell("setup", "import numpy as np", 1),
        Cell("data", "w = np.array([1 / 3, 2 / 3])\nname = 'x'", 3),
        Cell("more", "from reference.softmax import softmax\n\ndef top(a):\n    return a.max()", 6),
    ),
    assigned={"np": ("setup",), "w": ("data",), "name": ("data",), "softmax": ("more",), "top": ("more",)},
)
REFERENCES = {"listed2020": "Ana Li. “Um título”. 2020."}
HEAD = "---\ntitle: T\ndescription: D\nsnippet: tiny\n---\n"


def asked(body: str, values: dict[str, Value | Failure], snippet: Snippet | None = SNIPPET) -> dict[str, dict]:
    lesson, findings = scan(HEAD + body, "lessons/pt/t.md", language("pt"), "t")
    assert findings == ()
    return sources(lesson, snippet, Results(values=values), REFERENCES)


def test_a_number_has_its_expression_value_and_cell() -> None:
    found = asked("Vale 0,333{=w[0]}.\n", {"w[0]": Value("float", (), 1 / 3)})
    assert found == {
        "0": {"kind": "number", "written": "0,333", "expression": "w[0]", "value": "0.333333333333", "cells": ["data"]}
    }


def test_words_claims_and_givens_have_their_own_kinds() -> None:
    body = "[x]{=name}, [a maior é a 2.ª]{!top(w) == w[1]}, 2017{@vaswani2017attention}.\n"
    values = {"name": Value("str", (), "x"), "top(w) == w[1]": Value("bool", (), True)}
    word, claim, given = asked(body, values).values()
    assert (word["kind"], word["value"]) == ("word", "'x'")
    assert (claim["kind"], claim["value"], claim["written"]) == ("claim", "True", "a maior é a 2.ª")
    assert given == {"kind": "given", "written": "2017", "key": "vaswani2017attention"}


def test_the_cells_stand_in_the_order_of_the_snippet_whatever_the_expression_names_first() -> None:
    found = asked("Vale 0,7{=top(w)}.\n", {"top(w)": Value("float", (), 2 / 3)})
    assert found["0"]["cells"] == ["data", "more"]


def test_what_is_only_imported_makes_no_value() -> None:
    found = asked("Vale 0,7{=np.max(softmax(w))}.\n", {"np.max(softmax(w))": Value("float", (), 2 / 3)})
    assert found["0"]["cells"] == ["data"]


def test_an_expression_of_numbers_alone_needs_no_cell_and_no_snippet() -> None:
    found = asked("São 8.000.000{=8 * 1000**2}.\n", {"8 * 1000**2": Value("int", (), 8_000_000)}, None)
    assert (found["0"]["value"], found["0"]["cells"]) == ("8000000", [])


def test_a_binding_without_a_value_has_no_entry() -> None:
    body = "Vale 0,3{=w[0]} e 0,7{=w[1]}.\n"
    assert asked(body, {"w[0]": Failure("raised", "no")}) == {}


@pytest.mark.parametrize(
    ("tex", "read"),
    [
        (r"0{,}333", "0,333"),
        (r"-0{,}577", "−0,577"),
        (r"1{.}048{.}576", "1.048.576"),
        (r"\begin{bmatrix}1 & 0 \\ 0 & 1\end{bmatrix}", "[[1 ; 0 ]; [ 0 ; 1]]"),
    ],
)
def test_a_number_of_a_formula_is_written_as_it_is_read(tex: str, read: str) -> None:
    assert asked(f"${tex}{{=w}}$\n", {"w": Value("float", (), 0.0)})["1"]["written"] == read


def test_a_literal_over_two_lines_is_written_in_one() -> None:
    assert asked("São [0,3;\n0,7]{=w}.\n", {"w": Value("float", (2,), (0.3, 0.7))})["0"]["written"] == "[0,3; 0,7]"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Value("float", (), 0.1 + 0.2), "0.3"),
        (Value("float", (), 1048576.0), "1048576.0"),
        (Value("float", (), 1.23456789012345e-17), "1.23456789012e-17"),
        (Value("float", (), -math.inf), "-inf"),
        (Value("float", (), math.nan), "nan"),
        (Value("int", (), 12345678901234567890), "12345678901234567890"),
        (Value("complex", (), complex(1 / 3, -1)), "(0.333333333333-1j)"),
        (Value("bool", (), True), "True"),
        (Value("none", (), None), "None"),
        (Value("other", (), "Matrix"), "Matrix"),
        (Value("int", (0,), ()), "[]"),
        (Value("int", (3,), (1, 2, 3)), "[1, 2, 3]"),
        (Value("float", (2, 2), ((0.5, 1 / 3), (1.0, 2.0))), "[[0.5, 0.333333333333],\n [1.0, 2.0]]"),
    ],
)
def test_a_value_is_written_as_python_does_with_twelve_digits(value: Value, text: str) -> None:
    assert written_value(value) == text


def test_a_long_array_keeps_both_ends_of_each_axis_and_a_short_one_everything() -> None:
    assert written_value(Value("int", (48,), tuple(range(48)))).count(",") == 47
    assert written_value(Value("int", (49,), tuple(range(49)))) == "[0, 1, 2, …, 46, 47, 48]"
    rows = tuple(tuple(range(2)) for _ in range(30))
    ends = " [0, 1],\n" * 3
    assert written_value(Value("int", (30, 2), rows)) == f"[{ends[1:]} …,\n{ends[:-2]}]"


def test_the_numbers_of_a_formula_are_those_that_follow_it_before_the_next() -> None:
    body = "1{=a} $2{=b} + 3{@k}$ 4{=c} $x$ $5{=d}$\n"
    lesson, _ = scan(HEAD + body, "lessons/pt/t.md", language("pt"), "t")
    assert [formula_bindings(lesson)[formula.token] for formula in lesson.formulas] == [[2, 3], [], [7]]


def test_a_given_whose_source_is_listed_says_how_the_list_writes_it() -> None:
    found = asked("Em 2020{@listed2020}, em 2017{@other2017}.\n", {})
    assert found == {
        "0": {"kind": "given", "written": "2020", "key": "listed2020", "reference": REFERENCES["listed2020"]},
        "1": {"kind": "given", "written": "2017", "key": "other2017"},
    }
