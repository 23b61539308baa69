"""Literals: what is read as a number, where it begins, and when it agrees with a value."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from functools import cache
from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aferir.languages import _MARKS as MARKS
from aferir.literals import (
    LiteralError,
    Range,
    Scalar,
    Vector,
    compare,
    is_numeric,
    literal_before,
    parse_literal,
    write,
)
from aferir.model import Value

NBSP, NARROW = "\u00a0", "\u202f"
LANGUAGES = tuple(MARKS)


def value(data) -> Value:
    """A value as the execution stage hands it over."""
    shape, inner = [], data
    while isinstance(inner, tuple):
        shape.append(len(inner))
        inner = inner[0]
    kind = "none" if inner is None else type(inner).__name__
    return Value(kind, tuple(shape), data)


def disagreement(written: str, data, code: str = "pt", *, tex: bool = False):
    """Code and details of what `compare` says, or None."""
    mismatch = compare(parse_literal(written, MARKS[code], math=tex), value(data), MARKS[code])
    return mismatch and (mismatch.code, *mismatch.details.values())


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("code", "written", "number"),
    [
        ("pt", "0,591", Fraction(591, 1000)),
        ("pt", "−0,577", Fraction(-577, 1000)),
        ("pt", "-0,577", Fraction(-577, 1000)),
        ("pt", "1.048.576", 1048576),
        ("es", f"1{NBSP}048{NBSP}576", 1048576),
        ("es", f"1{NARROW}048{NARROW}576", 1048576),
        ("cs", f"4{NBSP}096", 4096),
        ("cs", "4096", 4096),
        ("en", "1,048,576.5", Fraction(2097153, 2)),
        ("pt", "33%", Fraction(33, 100)),
        ("es", f"33{NBSP}%", Fraction(33, 100)),
        ("cs", f"0,5{NARROW}%", Fraction(5, 1000)),
        ("pt", "10⁶", 1000000),
        ("pt", "−10⁻³", Fraction(-1, 1000)),
        ("pt", "2,5 · 10⁻³", Fraction(25, 10000)),
        ("pt", "2,5×10¹²", 2500000000000),
        ("pt", "3ª", 3),
        ("es", "3.ª", 3),
        ("cs", "12.", 12),
        ("en", "21st", 21),
    ],
)
def test_numbers_are_read_as_each_language_writes_them(code, written, number):
    literal = parse_literal(written, MARKS[code])
    assert isinstance(literal, Scalar)
    assert literal.value == number
    assert str(literal) == written


@pytest.mark.parametrize(
    ("code", "written", "number"),
    [
        ("pt", "0{,}309", Fraction(309, 1000)),
        ("pt", "-0{,}577", Fraction(-577, 1000)),
        ("pt", "- 0{,}577", Fraction(-577, 1000)),
        ("pt", "1.048.576", 1048576),
        ("es", r"1\,048\,576", 1048576),
        ("es", r"33\,\%", Fraction(33, 100)),
        ("pt", r"33\%", Fraction(33, 100)),
        ("pt", r"2{,}5 \cdot 10^{-3}", Fraction(25, 10000)),
        ("pt", "10^6", 1000000),
        ("en", "1{,}048.5", Fraction(2097, 2)),
    ],
)
def test_numbers_are_read_as_tex_writes_them(code, written, number):
    literal = parse_literal(written, MARKS[code], math=True)
    assert isinstance(literal, Scalar)
    assert literal.value == number
    assert str(literal) == written


@pytest.mark.parametrize(
    ("written", "tex", "parts"),
    [
        ("[−0,37; 0,59]", False, 2),
        ("(2; 1)", False, 2),
        ("[0,930; 0,063; …]", False, 3),
        ("[…; 0,5]", False, 2),
        ("[[1; 2]; [3; 4]; [5; 6]]", False, 3),
        (r"\left(2;\, 1\right)", True, 2),
        (r"[0{,}930;\; 0{,}063;\; \ldots]", True, 3),
        (r"\begin{pmatrix}1 & 2 \\ 3 & 4 \\\end{pmatrix}", True, 2),
    ],
)
def test_brackets_of_numbers_are_vectors_and_keep_their_spacing(written, tex, parts):
    literal = parse_literal(written, MARKS["pt"], math=tex)
    assert isinstance(literal, Vector)
    assert len(literal.parts) == parts
    assert str(literal) == written


@pytest.mark.parametrize("written", ["0,3–0,5", "−3–−1", "30–40%", "1990–2000"])
def test_two_numbers_joined_by_a_dash_are_a_range(written):
    literal = parse_literal(written, MARKS["pt"])
    assert isinstance(literal, Range)
    assert str(literal) == written


@pytest.mark.parametrize(
    ("code", "tex", "written", "reason", "correct"),
    [
        ("pt", False, "0.591", "the decimal mark is “,”, write 0,591", "0,591"),
        ("en", False, "0,5", "the decimal mark is “.”, write 0.5", "0.5"),
        ("pt", True, "0,591", "the decimal mark is “{,}” in TeX, write 0{,}591", "0{,}591"),
        ("pt", False, "16384", "numbers of five digits or more are written in groups of three, write 16.384", "16.384"),
        (
            "es",
            True,
            "1048576",
            "numbers of five digits or more are written in groups of three, write 1\\,048\\,576",
            None,
        ),
        ("pt", False, "1.04.576", "groups hold exactly three digits, write 104.576", "104.576"),
        ("es", False, "1.048.576", f"groups are joined by a no-break space (U+00A0), write 1{NBSP}048{NBSP}576", None),
        ("pt", False, f"1{NBSP}048", "groups are joined by “.”, write 1048", "1048"),
        ("es", False, "1.234", "“.” is neither the decimal mark nor the group mark, write 1,234 or 1234", ""),
        ("pt", False, "007", "a number does not begin with 0 and another digit", ""),
        ("pt", False, ",5", "digits stand on both sides of a decimal mark, write 0,5", "0,5"),
        ("pt", False, "1,2,3", "its marks cannot be read as those of one number", ""),
        ("pt", False, "2⁸", "only powers of ten are read as one number", ""),
        ("pt", True, "2^{10}", "only powers of ten are read as one number", ""),
        ("cs", False, "0,5.", "“.” does not make an ordinal of it", ""),
        ("pt", False, f"33{NBSP}%", "the percent sign does not stand as this language has it, write 33%", "33%"),
        ("pt", False, "[1, 2]", "it is not one number; the parts of a vector are joined by “;”", ""),
        ("pt", False, "[1; ; 2]", "a number is missing beside “;”", ""),
        ("pt", False, "[1; …; 3; …]", "one “…” at most tells what is left out", ""),
        ("pt", False, "[…]", "it shows no number", ""),
        ("pt", False, "[1; 2)", "its brackets do not match", ""),
        ("pt", False, "[1–2; 3]", "ranges and ordinals cannot stand in a vector", ""),
        ("pt", False, "[[[[[1]]]]]", "vectors hold vectors at most 4 deep", ""),
        ("pt", False, "9" * 500, "it is longer than 400 characters", ""),
        ("pt", False, "", "it is not one number; the parts of a vector are joined by “;”", ""),
    ],
)
def test_what_is_no_literal_is_refused_with_its_reason(code, tex, written, reason, correct):
    with pytest.raises(LiteralError) as caught:
        parse_literal(written, MARKS[code], math=tex)
    assert caught.value.reason == reason
    assert caught.value.code == "AF104"
    if correct is not None:
        assert caught.value.correct == correct


@pytest.mark.parametrize(
    ("code", "tex", "written", "correct"),
    [
        ("es", False, "1 048 576", f"1{NBSP}048{NBSP}576"),
        ("es", False, f"1{NBSP}048 576", f"1{NBSP}048{NBSP}576"),
        ("pt", False, "1 048 576", "1.048.576"),
        ("pt", False, "−12 345,5", "−12.345,5"),
        ("cs", False, "33 %", f"33{NBSP}%"),
        ("pt", False, "33 %", "33%"),
        ("es", True, "1 048 576", r"1\,048\,576"),
    ],
)
def test_a_plain_space_in_a_number_is_refused_with_the_corrected_text(code, tex, written, correct):
    with pytest.raises(LiteralError) as caught:
        literal_before(f"vale {written}", 5 + len(written), MARKS[code], math=tex)
    assert (caught.value.code, caught.value.offset, caught.value.correct) == ("AF103", 5, correct)
    assert isinstance(parse_literal(correct, MARKS[code], math=tex), Scalar)


def test_numeric_brackets_hold_digits_and_no_words():
    assert is_numeric("−0,37; 0,59")
    assert is_numeric("1, 2")
    assert not is_numeric("␣2")
    assert not is_numeric("1 token")
    assert not is_numeric("…")


# ── Where a literal begins ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("code", "tex", "text", "written"),
    [
        ("pt", False, "pesa 0,591", "0,591"),
        ("pt", False, "de 1,5, 2", "2"),
        ("pt", False, "a −0,5", "−0,5"),
        ("pt", False, "(-0,5", "-0,5"),
        ("pt", False, "d-2", "2"),
        ("pt", False, "h−1", "1"),
        ("pt", False, "(a)−1", "1"),
        ("pt", False, "_0,5", "0,5"),
        ("pt", False, "64/8", "8"),
        ("pt", False, "3 · 512", "512"),
        ("pt", False, "2,5 · 10⁻³", "2,5 · 10⁻³"),
        ("pt", False, "q = (2; 1)", "(2; 1)"),
        ("pt", False, "0,5 123", "123"),
        ("pt", True, "= -0{,}577", "-0{,}577"),
        ("pt", True, "a-2", "2"),
        ("pt", True, r"\alpha - 2", "2"),
        ("pt", True, r"a \cdot -2", "-2"),
        ("pt", True, r"\begin{pmatrix}-2", "-2"),
        ("pt", True, r"1 & -2", "-2"),
        ("pt", True, r"\frac{1", "1"),
        ("pt", True, "x^2", "2"),
        ("pt", True, r"3 \cdot 512", "512"),
        ("pt", True, r"W = \begin{pmatrix}1 & 2\end{pmatrix}", r"\begin{pmatrix}1 & 2\end{pmatrix}"),
        ("pt", True, r"v = \left(2; 1\right)", r"\left(2; 1\right)"),
    ],
)
def test_a_literal_begins_where_its_number_begins(code, tex, text, written):
    start, literal = literal_before(text, len(text), MARKS[code], math=tex)
    assert text[start:] == written == str(literal)


def test_a_literal_never_begins_before_the_given_start():
    assert literal_before("12", 2, MARKS["pt"], start=1)[0] == 1


@pytest.mark.parametrize("text", ["", "o peso ", "peso", "5,", "8)", "x²"])
def test_text_without_a_number_at_its_end_has_no_literal(text):
    with pytest.raises(LiteralError) as caught:
        literal_before(text, len(text), MARKS["pt"])
    assert caught.value.code == "AF101"


@pytest.mark.parametrize(
    ("text", "offset", "written", "reason"),
    [
        ("em GPT2", 6, "2", "it is part of “GPT2”, put a space or a bracket between"),
        ("em x_5", 5, "5", "it is part of “x_5”, put a space or a bracket between"),
        ("vale –0,5", 5, "–0,5", "a dash is no minus sign (U+2212), write −0,5"),
        ("vale ,5", 5, ",5", "digits stand on both sides of a decimal mark, write 0,5"),
        ("(veja 8)", 0, "(veja 8)", "a bracket that is checked as a vector holds numbers joined by “;”"),
    ],
)
def test_what_stands_before_a_number_may_make_it_none(text, offset, written, reason):
    with pytest.raises(LiteralError) as caught:
        literal_before(text, len(text), MARKS["pt"])
    assert (caught.value.code, caught.value.offset, caught.value.written) == ("AF104", offset, written)
    assert caught.value.reason == reason


# ── Literals and values ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("written", "data"),
    [
        ("0,591", 0.59128394),
        ("0,308", 0.3085),
        ("0,309", 0.3085),
        ("0,308", 0.30850000000000005),
        ("0,309", 0.3084999999999999),
        ("20", 20),
        ("20", 20.000000000000004),
        ("8,0", 8),
        ("33%", 1 / 3),
        ("10⁶", 1000000),
        ("2,5 · 10⁻³", 0.00251),
        ("3º", 3),
        ("0,000", 0.0001),
        ("−0,000", 0.0001),
        ("[1; 2; …]", (1.0, 2.0, 3.0)),
        ("[1; …; 3]", (1.0, 2.0, 3.0)),
        ("[…; 3]", (1.0, 2.0, 3.0)),
        ("[[1; 2]; …]", ((1, 2), (3, 4))),
        ("0,3–0,5", (0.3, 0.5)),
        ("30–40%", (0.3, 0.4)),
        ("1.048.576", 4 * 512**2),
    ],
)
def test_a_literal_agrees_with_a_value_that_prints_as_it(written, data):
    assert disagreement(written, data) is None


@pytest.mark.parametrize(
    ("written", "data", "shown", "correct"),
    [
        ("0,592", 0.59128394, "0.59128…", "0,591"),
        ("0,310", 0.3085, "0.3085", "0,309"),
        ("0,307", 0.3085, "0.3085", "0,309"),
        ("21", 20, "20", "20"),
        ("−20", 20, "20", "20"),
        ("14", 13.938, "13.93…", "13,938"),
        ("0", 1e-17, "1e-17", "1,00 · 10⁻¹⁷"),
        ("34%", 1 / 3, "0.3333…", "33%"),
        ("9,99", 9.999, "9.999", "10,00"),
        ("999", 1048576, "1048576", "1.048.576"),
        ("1.048.576", 999, "999", "999"),
        ("10⁶", 1000001, "1000001", "1.000.001"),
        ("2,4 · 10⁻³", 0.00251, "0.00251", "2,5 · 10⁻³"),
        ("4º", 3, "3", "3º"),
        ("0,37", -0.3712, "-0.3712", "−0,37"),
        ("[−0,37; 0,58]", (-0.3712, 0.59004), "0.5900… at [1]", "[−0,37; 0,59]"),
        ("[1; …; 4]", (1, 2, 3), "3 at [2]", "[1; …; 3]"),
        ("[[1; 2]; [3; 5]]", ((1, 2), (3, 4)), "4 at [1][1]", "[[1; 2]; [3; 4]]"),
        ("0,3–0,5", (0.3, 0.6), "0.6 at [1]", "0,3–0,6"),
        ("20–30%", (0.333, 0.3), "0.333 at [0]", "33–30%"),
    ],
)
def test_a_wrong_number_is_named_with_its_value_and_its_correction(written, data, shown, correct):
    assert disagreement(written, data) == ("AF301", shown, correct)
    assert disagreement(correct, data) is None


@pytest.mark.parametrize(
    ("written", "data", "correct"),
    [
        ("0{,}592", 0.59128394, "0{,}591"),
        ("0{,}37", -0.3712, "-0{,}37"),
        (r"\begin{pmatrix}1 & 2\end{pmatrix}", (1, 3), r"\begin{pmatrix}1 & 3\end{pmatrix}"),
        (r"\begin{pmatrix}1 \\ 2\end{pmatrix}", ((1,), (3,)), r"\begin{pmatrix}1 \\ 3\end{pmatrix}"),
        (r"2{,}4 \cdot 10^{-3}", 0.00251, r"2{,}5 \cdot 10^{-3}"),
    ],
)
def test_tex_is_corrected_in_tex(written, data, correct):
    assert disagreement(written, data, tex=True)[2] == correct
    assert disagreement(correct, data, tex=True) is None


@pytest.mark.parametrize(
    ("written", "data", "wrote", "has"),
    [
        ("[1; 2]", (1.0, 2.0, 3.0), "2 numbers", "3 numbers"),
        ("[1]", (1.0, 2.0), "1 number", "2 numbers"),
        ("[1; 2; …]", (1.0, 2.0), "2 numbers and “…”", "2 numbers"),
        ("[1; 2]", 3.0, "2 numbers", "one number"),
        ("[1; 2]", ((1, 2), (3, 4)), "2 numbers", "2 × 2 numbers"),
        ("[[1; 2]; [3; 4]]", (1, 2), "2 × 2 numbers", "2 numbers"),
        ("0,3–0,5", (1, 2, 3), "2 numbers", "3 numbers"),
        ("0,3–0,5", 0.4, "2 numbers", "one number"),
    ],
)
def test_a_wrong_shape_is_said_in_numbers(written, data, wrote, has):
    assert disagreement(written, data) == ("AF304", wrote, has)


@pytest.mark.parametrize(
    ("written", "data", "shown"),
    [
        ("5", True, "the truth value True"),
        ("5", math.nan, "not a number (nan)"),
        ("5", -math.inf, "infinite (-inf)"),
        ("5", "cinco", "the text “cinco”"),
        ("5", None, "None"),
        ("5", 1 + 2j, "the complex number (1+2j)"),
        ("5", (1.0, 2.0), "an array of shape (2,)"),
        ("[1; 2]", (1.0, math.nan), "not a number (nan) at [1]"),
        ("[1; 2]", (1.0, True), "the truth value True at [1]"),
        ("[1; 2]", "abc", "the text “abc”"),
    ],
)
def test_what_is_no_finite_number_is_named(written, data, shown):
    assert disagreement(written, data) == ("AF305", shown)


def test_a_value_of_another_type_is_named_by_its_type():
    literal = parse_literal("5", MARKS["pt"])
    assert compare(literal, Value("other", (), "dict"), MARKS["pt"]).details == {"value": "of type dict"}


def test_nothing_is_written_for_a_value_of_another_shape():
    with pytest.raises(ValueError, match="cannot be written"):
        write(parse_literal("[1; 2]", MARKS["pt"]), value((1, 2, 3)), MARKS["pt"])


def test_integers_are_compared_exactly_however_large():
    number = 10**60 + 1
    written = write(parse_literal("5", MARKS["pt"]), value(number), MARKS["pt"])
    assert disagreement(written, number) is None
    assert disagreement(written, number + 1)[0] == "AF301"


# ── The grammar that is published ────────────────────────────────────────────────────────────────────────────────────

_LEXEMES = re.compile(r"\"[^\"]*\"|\?[^?]*\?|[a-z][a-z ]*[a-z]|[\[\]{}()|,=;]")


@cache
def _grammar(tex: bool) -> dict[str, list]:
    """The rules of `literals.ebnf`: name -> tree of ("or" | "and" | "many" | "maybe" | "text" | "mark" | "rule")."""
    source = resources.files("aferir").joinpath("literals", "literals.ebnf").read_text(encoding="utf-8")
    text, _, mathematics = source.partition("(* mathematics")
    rules = _rules(text)
    return rules | _rules("(* " + mathematics) if tex else rules


def _rules(source: str) -> dict[str, list]:
    lexemes = _LEXEMES.findall(re.sub(r"\(\*.*?\*\)", "", source, flags=re.DOTALL))
    rules = {}
    while lexemes:
        name, equals = lexemes.pop(0), lexemes.pop(0)
        assert equals == "=", name
        rules[name] = _alternatives(lexemes)
        assert lexemes.pop(0) == ";"
    return rules


def _alternatives(lexemes: list[str]) -> tuple:
    options = [_sequence(lexemes)]
    while lexemes[0] == "|":
        lexemes.pop(0)
        options.append(_sequence(lexemes))
    return ("or", options)


def _sequence(lexemes: list[str]) -> tuple:
    parts = [_term(lexemes)]
    while lexemes[0] == ",":
        lexemes.pop(0)
        parts.append(_term(lexemes))
    return ("and", parts)


def _term(lexemes: list[str]) -> tuple:
    lexeme = lexemes.pop(0)
    if lexeme in ("[", "{", "("):
        inside = _alternatives(lexemes)
        assert lexemes.pop(0) == {"[": "]", "{": "}", "(": ")"}[lexeme]
        return ({"[": "maybe", "{": "many", "(": "group"}[lexeme], inside)
    if lexeme[0] == '"':
        return ("text", lexeme[1:-1])
    return ("mark", lexeme.strip("? ")) if lexeme[0] == "?" else ("rule", lexeme)


def _marks(code: str, draw) -> dict[str, str]:
    """One choice of a language's marks, from the table at the head of the grammar."""
    spaces = st.sampled_from([NBSP, NARROW])
    is_spaced = code in ("es", "cs", "fr", "de")
    ordinals = {
        "pt": ["º", "ª"],
        "es": ["º", "ª", ".º", ".ª"],
        "cs": ["."],
        "en": ["st", "nd", "rd", "th"],
        "fr": ["er", "re", "e"],
        "de": ["."],
    }[code]
    return {
        "decimal mark": "." if code == "en" else ",",
        "group mark": draw(spaces) if is_spaced else {"pt": ".", "en": ","}[code],
        "percent gap": draw(spaces) if is_spaced else "",
        "ordinal mark": draw(st.sampled_from(ordinals)),
        "TeX decimal mark": "." if code == "en" else "{,}",
        "TeX group mark": draw(st.sampled_from({"pt": [".", "{.}"], "en": ["{,}"]}.get(code, [r"\,"]))),
        "TeX percent gap": draw(st.sampled_from([r"\,", "~"])) if is_spaced else "",
    }


@st.composite
def literal_texts(draw, code: str, tex: bool) -> str:
    rules, marks = _grammar(tex), _marks(code, draw)

    def text(node: tuple, depth: int) -> str:
        kind, inside = node
        if kind == "text":
            return inside
        if kind == "mark":
            return marks[inside]
        if kind == "rule":
            return text(rules[inside], depth + 1)
        if kind == "group":
            return text(inside, depth)
        if kind == "and":
            return "".join(text(part, depth) for part in inside)
        if kind == "or":
            options = inside[:1] if depth > 10 else inside
            return text(draw(st.sampled_from(options)), depth)
        times = draw(st.integers(0, 1 if kind == "maybe" else 3))
        return "".join(text(inside, depth) for _ in range(times))

    return text(("rule", "literal"), 0)


def _own_value(literal, factor: Fraction = Fraction(1)):
    """The value that a literal prints, as Python data; something is put where it shows “…”."""
    if isinstance(literal, Scalar):
        number = literal.value * factor
        return int(number) if literal.is_exact and number.denominator == 1 else float(number)
    if isinstance(literal, Range):
        return (_own_value(literal.full_low), _own_value(literal.high))
    shown = [_own_value(part) if isinstance(part, (Scalar, Vector)) else None for part in literal.parts]
    some = next(item for item in shown if item is not None)
    return tuple(some if item is None else item for item in shown)


def _is_plain(literal) -> bool:
    """Whether all vectors in it have the same shape, as those of an array have."""
    if not isinstance(literal, Vector):
        return True
    try:
        return len({str(value(item).shape) for item in _own_value(literal)}) == 1 and all(map(_is_plain, literal.parts))
    except StopIteration:
        return False


@pytest.mark.property
@pytest.mark.parametrize("tex", [False, True], ids=["text", "math"])
@pytest.mark.parametrize("code", LANGUAGES)
def test_whatever_the_published_grammar_generates_is_read_found_and_written_again(code, tex):
    @settings(max_examples=100, deadline=None)
    @given(literal_texts(code, tex))
    def holds(text: str):
        literal = parse_literal(text, MARKS[code], math=tex)
        assert str(literal) == text
        before = "= " if tex else "vale "
        start, found = literal_before(before + text, len(before + text), MARKS[code], math=tex)
        assert (start, found) == (len(before), literal)
        if _is_plain(literal):
            own = value(_own_value(literal))
            assert compare(literal, own, MARKS[code]) is None
            written = write(literal, own, MARKS[code])
            assert compare(parse_literal(written, MARKS[code], math=tex), own, MARKS[code]) is None
            if not re.search(r"[−-] ?0(?!.*[1-9])", text):
                assert written == text

    holds()


@pytest.mark.property
@pytest.mark.parametrize("code", LANGUAGES)
def test_any_number_written_in_any_style_agrees_and_its_neighbours_do_not(code):
    styles = ["0{d}0", "0{d}000", "1", "33{p}", "2{d}50 · 10⁻³"]
    decimal = MARKS[code].decimal
    texts = [style.format(d=decimal, p=MARKS[code].percent + "%") for style in styles]

    @settings(max_examples=200, deadline=None)
    @given(
        st.sampled_from(texts),
        st.one_of(st.integers(-(10**15), 10**15), st.floats(-1e9, 1e9, allow_subnormal=False)),
    )
    def holds(style: str, number: float):
        literal = parse_literal(style, MARKS[code])
        written = write(literal, value(number), MARKS[code])
        own = parse_literal(written, MARKS[code])
        assert compare(own, value(number), MARKS[code]) is None
        step = own.unit * 2 + abs(Fraction(number)) / 10**10
        assert compare(own, value(float(Fraction(number) + step)), MARKS[code]) is not None

    holds()


@pytest.mark.property
@settings(max_examples=400, deadline=None)
@given(
    st.text(alphabet="0123456789,.;[]()−-–%·⁰¹²⁻ \u00a0\u202f…ªº{}\\^&abx", max_size=40),
    st.sampled_from(LANGUAGES),
    st.booleans(),
)
def test_any_text_is_a_literal_or_a_literal_error(text, code, tex):
    for read in (
        lambda: parse_literal(text, MARKS[code], math=tex),
        lambda: literal_before(text, len(text), MARKS[code], math=tex),
    ):
        error = _error(read)
        assert error is None or (0 <= error.offset <= len(text) and error.reason)


def test_an_integer_that_no_float_holds_is_compared_and_its_digits_are_cut() -> None:
    code, shown, correct = disagreement("1", 10**400)
    assert (code, shown) == ("AF301", "an integer of about 401 digits")
    assert correct == "10.000.000.000.000.0…"
    assert disagreement("[1; 2]", (10**400, 2))[2] == "[10.000.000.000.000.0…; 2]"
    assert disagreement("10⁴⁰⁰", 10**400) is None


def _error(read) -> LiteralError | None:
    try:
        read()
    except LiteralError as error:
        return error
    return None
