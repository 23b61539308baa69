"""plain, printed, records: values, numerals and results as plain data, and back."""

import decimal
import enum
import fractions
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aferir.model import Cell, Drawing, Failure, Held, Numeral, Output, Results, Value, Work
from aferir.plain import LARGEST, plain_value
from aferir.printed import numerals_of
from aferir.records import (
    decoded,
    encoded,
    failure_of,
    failure_record,
    outputs_of,
    outputs_record,
    read_record,
    value_of,
    value_record,
    work_of,
    work_record,
)


class Colour(enum.IntEnum):
    RED = 3


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (True, Value("bool", (), True)),
        (np.True_, Value("bool", (), True)),
        (3, Value("int", (), 3)),
        (np.int32(3), Value("int", (), 3)),
        (np.uint8(255), Value("int", (), 255)),
        (Colour.RED, Value("int", (), 3)),
        (0.1, Value("float", (), 0.1)),
        (np.float64(0.1), Value("float", (), 0.1)),
        (np.float32(0.1), Value("float", (), 0.10000000149011612)),
        (np.longdouble(0.5), Value("float", (), 0.5)),
        (fractions.Fraction(1, 4), Value("float", (), 0.25)),
        (decimal.Decimal("0.5"), Value("float", (), 0.5)),
        (1 + 2j, Value("complex", (), 1 + 2j)),
        (np.complex64(1j), Value("complex", (), 1j)),
        ("text", Value("str", (), "text")),
        (np.str_("text"), Value("str", (), "text")),
        (None, Value("none", (), None)),
        (np.array(2.5), Value("float", (), 2.5)),
        (np.arange(3, dtype=np.int16), Value("int", (3,), (0, 1, 2))),
        (np.eye(2), Value("float", (2, 2), ((1.0, 0.0), (0.0, 1.0)))),
        (np.array([True, False]), Value("bool", (2,), (True, False))),
        (np.array(["a", "bc"]), Value("str", (2,), ("a", "bc"))),
        ((1, 2.5), Value("float", (2,), (1, 2.5))),
        ([np.int64(1), 2], Value("int", (2,), (1, 2))),
        (range(3), Value("int", (3,), (0, 1, 2))),
        ([np.ones(2), (3, 4)], Value("float", (2, 2), ((1.0, 1.0), (3, 4)))),
        (["a", "b"], Value("str", (2,), ("a", "b"))),
        (np.zeros((0, 3)), Value("float", (0,), ())),
        ([], Value("float", (0,), ())),
        ({"a": 1}, Value("other", (), "dict")),
        ({1, 2}, Value("other", (), "set")),
        (max, Value("other", (), "builtin_function_or_method")),
        ([[1, 2], [3]], Value("other", (), "list")),
        ([1, [2]], Value("other", (), "list")),
        ([1, "a"], Value("other", (), "list")),
        ((True, 2), Value("other", (), "tuple")),
        ([{}], Value("other", (), "list")),
        (np.array([None, 1]), Value("other", (), "ndarray")),
        (np.datetime64("2020-01-01"), Value("other", (), "datetime64")),
        (np.ma.masked_array([1, 2], [True, False]), Value("other", (), "MaskedArray")),
        (b"bytes", Value("other", (), "bytes")),
        (np.zeros(LARGEST + 1), Value("other", (), "ndarray")),
        (range(10**12), Value("other", (), "range")),
    ],
)
def test_a_value_is_taken_apart_into_python_scalars(value, expected):
    found = plain_value(value)
    assert found == expected
    assert type(found.data) is type(expected.data)


def test_an_integer_too_long_to_write_is_other():
    assert plain_value(1 << 20_000) == Value("other", (), "int")


def test_entries_of_arrays_are_python_scalars():
    assert type(plain_value(np.arange(2)).data[0]) is int
    assert type(plain_value(np.ones(2, dtype=np.float32)).data[0]) is float


SCALARS = st.one_of(
    st.booleans(), st.integers(-(2**70), 2**70), st.floats(), st.text(), st.complex_numbers(), st.none()
)


@pytest.mark.property
@given(st.one_of(SCALARS, st.lists(st.floats(), max_size=4), st.lists(st.lists(st.integers(), min_size=2, max_size=2))))
def test_a_value_comes_through_json_with_every_digit(data):
    value = plain_value(data)
    back = value_of(decoded(encoded(value_record(value))))
    assert repr(back) == repr(value)


@pytest.mark.property
@given(st.recursive(SCALARS, st.lists))
def test_any_nesting_of_scalars_is_plain_or_other_but_never_an_error(data):
    assert plain_value(data).kind in {"bool", "int", "float", "complex", "str", "none", "other"}


def test_nan_and_infinity_come_through_json():
    data = decoded(encoded(value_record(plain_value([math.nan, -math.inf]))))["data"]
    assert math.isnan(data[0])
    assert data[1] == -math.inf


def test_works_and_failures_come_through_json():
    work = Work("x", "x.py", (Cell("a", "é\ud800", 1),), "pt", ("A",), ("f",), "folder", 1.5, 10, ("font",), ".")
    assert work_of(decoded(encoded(work_record(work)))) == work
    failure = Failure("died", "signal", 3, "detail")
    assert failure_of(decoded(encoded(failure_record(failure)))) == failure


def test_outputs_and_drawings_come_through_json():
    outputs = {"a": Output("a", "1\n", "warning", (Numeral("1", 1, 1),))}
    results = Results(outputs, {}, {"f": Drawing("f", Held("<svg/>"), Held("<svg />"), 1.5, 2.0)})
    assert outputs_of(decoded(encoded(outputs_record(results)))) == results


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b"\xff", b'{"kind": 1}', b'{"shape": 3, "kind": "a", "data": 1}'])
def test_what_is_no_record_is_none(data):
    assert read_record(data, value_of) is None


@pytest.mark.parametrize(
    ("text", "numerals"),
    [
        ("", []),
        ("no numerals, d_k2 x1 float64 é2", []),
        ("1 2.5 -3 −4 +5", ["1", "2.5", "-3", "−4", "5"]),
        ("(6, 2) [0.591  0.271]", ["6", "2", "0.591", "0.271"]),
        ("1e-3 2E+10 3.0e5", ["1e-3", "2E+10", "3.0e5"]),
        ("0,591 1,048,576 1.", ["0,591", "1,048,576", "1"]),
        ("3-2 a-1 (-1) x=-1 10%", ["3", "2", "1", "-1", "-1", "10"]),
        ("4th 2024-01-05", ["4", "2024", "01", "05"]),
    ],
)
def test_the_numerals_of_a_text(text, numerals):
    assert [numeral.text for numeral in numerals_of(text)] == numerals


@pytest.mark.property
@given(st.text(alphabet="0123456789.,-−e x\n(", max_size=40))
def test_a_numeral_stands_where_it_says(text):
    lines = text.split("\n")
    for numeral in numerals_of(text):
        start = numeral.column - 1
        assert lines[numeral.line - 1][start : start + len(numeral.text)] == numeral.text
