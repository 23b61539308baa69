"""Produced tables: made by a snippet's function, checked, shown as the language writes them."""

from __future__ import annotations

import pytest

from aferir.execute import Engine
from aferir.execute.tables import table
from aferir.execute.writing import Writing
from aferir.model import Cell, Failure, Results, Table, Work
from aferir.tables import Piece, pieces, table_formulas
from aferir.values import failure_findings

CS = Writing("cs", ",", "\u00a0")


def good(text):
    return ["h", "peso"], [["1", text.number(0.0625, 3)], ["2", text.integer(1048576)]]


def test_a_table_is_what_its_function_returns_in_the_marks_of_the_language() -> None:
    made = table("t", good, CS)
    assert made.columns == ("h", "peso")
    assert made.rows == (("1", "0,062"), ("2", "1\u00a0048\u00a0576"))
    assert made.halves == {"0.062": "0.063", "0.063": "0.062"}


@pytest.mark.parametrize(
    ("value", "decimals", "shown"),
    [(-0.37, 2, "−0,37"), (-0.0004, 3, "0,000"), (12345.678, 1, "12\u00a0345,7"), (1234.5, 1, "1234,5"), (3, 0, "3")],
)
def test_a_number_is_written_as_the_language_does(value, decimals, shown) -> None:
    assert CS.number(value, decimals) == shown


def test_a_number_that_is_not_whole_is_no_integer() -> None:
    assert (CS.integer(4096), CS.integer(-10000)) == ("4096", "−10\u00a0000")
    with pytest.raises(ValueError, match=r"0.5 is no whole number: write text.number\(value, decimals\)"):
        CS.integer(0.5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (None, "returns its columns and its rows"),
        ((["h"], [["1"]], 3), "returns its columns and its rows"),
        (("h", [["1"]]), "the columns should be a list of strings, not str"),
        ((["h"], [[8]]), "row 1 holds 8, which is no string: write it with text.number"),
        ((["h", "d"], [["1", "2"], ["1"]]), "row 2 has 1 entries, the table has 2 columns"),
        (([], []), "at least one column and one row"),
    ],
)
def test_what_is_no_table_says_why(made, message) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        table("t", lambda _text: made, CS)


def run(source: str) -> tuple[Work, Results]:
    work = Work("x", "snippets/lessons/x.py", (Cell("one", source, 3),), "pt", tables=("t",), thousands_mark=".")
    with Engine() as engine:
        return work, engine.run(work)


@pytest.mark.slow
def test_a_table_is_made_from_the_lesson_s_names_in_its_process() -> None:
    _, results = run("n = 1048576\ndef table_t(text):\n    return [text.language], [[text.integer(n)]]")
    assert results.tables == {"t": Table("t", ("pt",), (("1.048.576",),))}


def test_a_table_that_fails_is_a_finding_at_its_line() -> None:
    work, results = run("def table_t(text):\n    return ['h'], [[1 / 0]]")
    assert isinstance(results.tables["t"], Failure)
    assert [str(item) for item in failure_findings(work, results)] == [
        "snippets/lessons/x.py:4:5: AF216 table_t raises ZeroDivisionError: division by zero"
    ]


def test_a_malformed_table_is_a_finding_where_its_function_begins() -> None:
    work, results = run("def table_t(text):\n    return ['h'], [[1]]")
    (found,) = failure_findings(work, results)
    assert str(found).startswith("snippets/lessons/x.py:3:1: AF216 table_t raises TypeError: row 1 holds 1")


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("␣telhado", [("text", "␣telhado")]),
        ("`iu` em $W_O$.", [("code", "iu"), ("text", " em "), ("math", "W_O"), ("text", ".")]),
        ("5 $", [("text", "5 $")]),
        ("<b>&", [("text", "<b>&")]),
    ],
)
def test_an_entry_is_text_code_and_formulas(entry, expected) -> None:
    assert [(piece.kind, piece.text) for piece in pieces(entry)] == expected
    assert all(isinstance(piece, Piece) for piece in pieces(entry))


def test_the_formulas_of_tables_are_found_in_headers_and_rows() -> None:
    results = Results(tables={"t": Table("t", ("$h$", "x"), (("1", "$d_k$"),)), "u": Failure("raised", "")})
    assert table_formulas(results) == (("t", "h"), ("t", "d_k"))
