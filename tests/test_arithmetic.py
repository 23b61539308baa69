"""Printed equalities: true ones pass in every language's numbers, false ones are named with both values."""

from __future__ import annotations

import math
import time
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from aferir.arithmetic import Equalities, equalities, equality_findings
from aferir.arithmetic.interval import Interval, NotNumericError, exactly, exponential, logarithm, power, root
from aferir.languages import language
from aferir.literals.grammar import grammar
from aferir.model import Finding, Formula, Lesson, Position
from aferir.scan import scan


def read(tex: str, code: str = "es") -> Equalities:
    formula = Formula("\ue0000\ue001", Position(3, 5), tex, display=True)
    lesson = Lesson("a.md", "a", code, "A", "", "", "", formulas=(formula,))
    return equalities(lesson, language(code))


def verdicts(tex: str, code: str = "es") -> tuple[int, int, int]:
    """How many relations were checked, left alone, and found false."""
    found = read(tex, code)
    return found.checked, found.left_alone, len(found.findings)


TRUE = [
    r"0{,}717/2{,}319 = 0{,}309",
    r"3 \cdot 512 \cdot 64 = 98\,304",
    r"3\cdot512\cdot64=98304",
    r"4 \cdot 512^2 = 1\,048\,576",
    r"-\ln 0{,}395 = 0{,}928",
    r"-\ln 0{,}395 = 0{,}929",
    r"e^{2{,}400} = 11{,}027",
    r"e^{2{,}491} = 12{,}069",
    r"\exp(-0{,}5) = 0{,}607",
    r"\exp\left(-\frac{1}{2}\right) = 0{,}607",
    r"\mathrm{e}^{-1} = 0{,}368",
    r"\sqrt{2} = 1{,}414",
    r"\sqrt2 = 1{,}414",
    r"\sqrt 4 = 2",
    r"\sqrt[3]{27} = 3",
    r"\frac{1}{\sqrt{64}} = \frac18 = 0{,}125",
    r"\dfrac{1 + \frac{1}{2}}{\frac{3}{4} - \tfrac14} = 3",
    r"-0{,}5 + 0{,}1 \cdot 0{,}011 = -0{,}499",
    r"1 + 0{,}1 \cdot 0{,}028 = 1{,}003",
    r"0{,}987 \cdot 0{,}5 + 0{,}928 + 0 + 1{,}069 = 2{,}491",
    r"-2^2 = -4",
    r"(-2)^2 = 4",
    r"2^{-3} = 1/8",
    r"2^{0{,}5} = 1{,}41",
    r"\left| -3 \right| + \lvert 2 - 4 \rvert + |1| = 6",
    r"\bigl[ (1 + 2) \cdot 3 \bigr] = 9",
    r"3 \cdot -2 = -6",
    r"3(2 + 1) = 9",
    r"2\sqrt{4} = 4",
    r"2e^{0} = 2",
    r"\log_2 8 = 3",
    r"\log_{10} 1000 = 3",
    r"\log 100 = 2",
    r"-\log 0{,}395 = 0{,}928",
    r"\ln(2) \cdot 3 = 2{,}079",
    r"1/3 = 33\,\%",
    r"50\,\% \cdot 8 = 4",
    r"2{,}5 \cdot 10^{-3} = 0{,}0025",
    r"3 \cdot 10^2 = 300",
    r"3 \times 4 = 12",
    r"12 \div 4 = 3",
    r"7/3 \approx 2",
    r"98\,304 \approx 98\,000",
    r"98\,304 \approx 10^5",
    r"2 < 3 \le 3",
    r"3 > 2 \geq 2",
    r"0{,}5 \lt 0{,}6 \leqslant 1",
    r"\ln 1 = 0",
    r"\frac{\frac{\frac{8}{2}}{2}}{2} = 1",
    "3 \u00b7 4 = 12",
    "3 \u2212 4 = \u22121",
    r"2 + 2 = 4.",
    r"0{,}0625 = 0{,}06",
    r"2 + 2 = \boxed{4} \tag{1}",
    r"2 + \textcolor{#b45309}{2} = \mathbf{4}",
    r"\mark{weight}{0{,}5} \cdot \mark{value}{10} = 5",
    r"\sqrt{10} \approx \boxed{3}",
]


@pytest.mark.parametrize("tex", TRUE)
def test_what_is_true_to_its_printed_digits_passes(tex: str) -> None:
    checked, left_alone, false = verdicts(tex)
    assert checked
    assert (left_alone, false) == (0, 0)


FALSE = [
    r"0{,}717/2{,}319 = 0{,}319",
    r"3 \cdot 512 \cdot 64 = 98\,305",
    r"4 \cdot 512^2 = 1\,048\,577",
    r"-\ln 0{,}395 = 0{,}926",
    r"e^{2{,}400} = 11{,}030",
    r"\exp(-0{,}500) = 0{,}609",
    r"\sqrt{2} = 1{,}416",
    r"\sqrt[3]{27} = 4",
    r"\frac{1}{\sqrt{64}} = 0{,}127",
    r"\dfrac{1 + \frac{1}{2}}{\frac{3}{4} - \tfrac14} = 2",
    r"1 + 0{,}1 \cdot 0{,}028 = 1{,}005",
    r"-2^2 = 4",
    r"2^{-3} = 8",
    r"|-3| = -3",
    r"3(2 + 1) = 8",
    r"\log_2 8 = 4",
    r"\log 100 = 3",
    r"1/3 = 35\,\%",
    r"1/3 = 0{,}333 \cdot 2",
    r"0{,}0004 = 0",
    r"7/3 = 2",
    r"7/3 \approx 3",
    r"98\,304 \approx 99\,000",
    r"3 < 2",
    r"2 < 2",
    r"3 \le 2",
    r"0{,}61 \ge 0{,}63",
    r"2^{10} = 10^3",
    r"2 + \textcolor{#b45309}{2} = \boxed{5}. \tag{1}",
    r"\mark{weight}{0{,}5} \cdot \mark{value}{10} = 6",
]


@pytest.mark.parametrize("tex", FALSE)
def test_what_is_false_is_refused(tex: str) -> None:
    assert verdicts(tex) == (1, 0, 1)


@pytest.mark.parametrize(
    ("code", "true", "false"),
    [
        ("pt", r"4 \cdot 512^2 = 1.048.576", r"4 \cdot 512^2 = 1.048.577"),
        ("pt", r"4 \cdot 512^2 = 1{.}048{.}576", r"4 \cdot 512^2 = 1{.}048{.}577"),
        ("pt", r"1/3 = 33\%", r"1/3 = 35\%"),
        ("pt", r"0{,}717/2{,}319 = 0{,}309", r"0{,}717/2{,}319 = 0{,}311"),
        ("es", r"4 \cdot 512^2 = 1\,048\,576", r"4 \cdot 512^2 = 1\,048\,577"),
        ("es", r"1/3 = 33~\%", r"1/3 = 35~\%"),
        ("cs", r"4 \cdot 512^2 = 1\,048\,576", r"4 \cdot 512^2 = 1\,048\,577"),
        ("cs", r"64^2 = 4\,096 = 4096", r"64^2 = 4096 = 4\,097"),
        ("en", r"4 \cdot 512^2 = 1{,}048{,}576", r"4 \cdot 512^2 = 1{,}048{,}577"),
        ("en", r"4 \cdot 512^2 = 1,048,576", r"4 \cdot 512^2 = 1,048,577"),
        ("en", r"0.717/2.319 = 0.309", r"0.717/2.319 = 0.311"),
        ("en", r"1/3 = 33\%", r"1/3 = 35\%"),
    ],
)
def test_numbers_are_read_as_the_language_writes_them(code: str, true: str, false: str) -> None:
    assert verdicts(true, code)[1:] == (0, 0)
    assert verdicts(false, code)[2] == 1


@pytest.mark.parametrize(("code", "tex"), [("pt", "0.5 = 2"), ("en", "1{,}5 = 2"), ("es", "1.048.576 = 2")])
def test_numbers_of_another_language_are_left_alone(code: str, tex: str) -> None:
    assert verdicts(tex, code) == (0, 1, 0)


@pytest.mark.parametrize(
    "tex",
    [
        r"x = 3",
        r"d_k = 512/8",
        r"h = d_{\mathrm{model}}/64",
        r"2 + x = 5",
        r"8 = 3 \text{ filas} + 5",
        r"17 = 3 \pmod 7",
        r"3! = 6",
        r"1 + 2 + \dots + 10 = 56",
        r"0{,}333\ldots = 1/4",
        r"\pi = 3",
        r"e = 3",
        r"3\frac{1}{2} = 1{,}5",
        r"1/2\sqrt{4} = 7",
        r"\ln 2 \cdot 3 = 7",
        r"\ln 2\sqrt{3} = 7",
        r"\ln(2)^2 = 7",
        r"\ln 1/2 = 7",
        r"2^10 = 7",
        r"0{,}5^{(1)} = 7",
        r"0{,}5(1) = 7",
        r"2 3 = 7",
        r"\underbrace{3 \cdot 4}_{12} = 13",
        r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix} = 5",
        r"\begin{cases} 1 = 2 \\ 3 = 4 \end{cases} = 5",
        r"\left. 3 \right| = 4",
        r"f(2) = 3",
        r"\{1, 2\} = \{2, 3\}",
        r"\langle 1, 2 \rangle = 3",
        r"P(X = 1) = 2",
        r"\sqrt 2 \approx 7/5",
        "= 3",
        "3 =",
    ],
)
def test_what_is_not_wholly_numeric_or_can_be_read_in_two_ways_is_left_alone(tex: str) -> None:
    assert verdicts(tex) == (0, 1, 0)


@pytest.mark.parametrize(
    "tex",
    [
        r"\ln 0{,}000 = 5",
        r"\ln(1 - 1) = 5",
        r"1/0 = 5",
        r"1/0{,}0 = 5",
        r"1/(2 - 2) = 5",
        r"\sqrt{-4} = 2",
        r"(-8)^{1/3} = 2",
        r"0^0 = 5",
        r"9^{9^{9}} = 5",
        r"e^{10^9} = 5",
        r"10^{400} \cdot 10^{400} \cdot 9^{9999} = 5",
        r"\sqrt[0]{2} = 5",
        r"\sqrt[0{,}5]{2} = 5",
    ],
)
def test_outside_a_domain_or_too_large_to_compute_is_left_alone(tex: str) -> None:
    assert verdicts(tex) == (0, 1, 0)


def test_a_formula_without_a_relation_counts_for_nothing() -> None:
    assert verdicts(r"6 \times 2") == (0, 0, 0)
    assert verdicts("") == (0, 0, 0)


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (r"0{,}25 = 0{,}3", (1, 0, 0)),
        (r"1/4 = 0{,}3", (1, 0, 0)),
        (r"1/4 = 0{,}2", (1, 0, 0)),
        (r"0{,}125 = 1/8 = 0{,}12 = 0{,}13", (3, 0, 0)),
        (r"2501/10000 = 0{,}2", (1, 0, 1)),
        (r"5/2 \approx 2", (1, 0, 0)),
        (r"5/2 \approx 3", (1, 0, 0)),
        (r"2501/1000 \approx 2", (1, 0, 1)),
    ],
)
def test_a_half_way_value_may_be_printed_either_way(tex: str, expected: tuple[int, int, int]) -> None:
    assert verdicts(tex) == expected


def test_integers_are_exact_unless_an_approximation_sign_stands_between() -> None:
    assert verdicts(r"\sqrt{10} = 3") == (1, 0, 1)
    assert verdicts(r"\sqrt{10} \approx 3") == (1, 0, 0)
    assert verdicts(r"999 + 1 = 1001") == (1, 0, 1)


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (r"1/8 = 0{,}125 \approx 0{,}13", (2, 0, 0)),
        (r"1/8 = 0{,}125 \approx 0{,}14", (2, 0, 1)),
        (r"d_k = 512/8 = 64", (1, 1, 0)),
        (r"d_k = 512/8 = 65", (1, 1, 1)),
        (r"512/8 = d_k = 65", (1, 1, 1)),
        (r"1 < x < 0", (1, 1, 1)),
        (r"1 < x > 0", (0, 2, 0)),
        (r"1 \le x = 1", (1, 1, 0)),
        (r"1 < x = 1", (1, 1, 1)),
        (r"2 + 2 = 4, \quad 3 + 3 = 7", (2, 0, 1)),
        (r"2 + 2 = 4 \qquad 3 + 3 = 7", (2, 0, 1)),
        (r"2 + 2 = 4 \;\Rightarrow\; 3 + 3 = 7", (2, 0, 1)),
        (r"2 + 2 = 4; 3 + 3 = 7", (2, 0, 1)),
        (r"4096/64 = 65, \text{ con } h = 8", (1, 1, 1)),
        (r"1, 2, 3 = 1, 2, 4", (0, 1, 0)),
        (r"h = 1, 2, 4", (0, 1, 0)),
        (r"0{,}395 \to 0{,}396", (0, 0, 0)),
        (r"8 = 3 \quad - 5 = -5", (0, 2, 0)),
        (r"8 = 8 \text{ e } 3 = 3", (0, 2, 0)),
        (r"8 = 8 \;\; 3 = 3", (0, 2, 0)),
        (r"8 = x \land y = 3", (0, 2, 0)),
        (r"512 = h d_k = h \cdot d_{\mathrm{model}} = 513", (1, 2, 1)),
    ],
)
def test_each_relation_of_a_chain_counts_once(tex: str, expected: tuple[int, int, int]) -> None:
    assert verdicts(tex) == expected


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (r"4 \cdot 512^2 &= 4 \cdot 262\,144 \\ &= 1\,048\,576", (2, 0, 0)),
        (r"4 \cdot 512^2 &= 4 \cdot 262\,144 \\[2pt] &= 1\,048\,577", (2, 0, 1)),
        (r"10 &= 3 \\ &\quad + 7", (1, 0, 0)),
        (r"10 &= 13 \\ & - 3", (1, 0, 0)),
        (r"10 &= 3 + {} \\ & 7", (0, 1, 0)),
        (r"10 &= 3 + \\ & 7", (1, 0, 0)),
        (r"10 &= 13 \\ - 3 &= 7", (0, 2, 0)),
        (r"2 + 2 &= 4 \\ 3 + 3 &= 7", (2, 0, 1)),
        (r"2 + 2 &= 4, & 3 + 3 &= 7 \\ 1 + 1 &= 2 & 2 &= 3", (4, 0, 2)),
        (r"d_k &= 512/8 \\ &= 64", (1, 1, 0)),
        (r"8 &= 3 & + 5 &", (1, 0, 0)),
    ],
)
def test_rows_go_on_where_a_reader_goes_on(rows: str, expected: tuple[int, int, int]) -> None:
    for name in ("aligned", "align*", "split"):
        assert verdicts(rf"\begin{{{name}}} {rows} \end{{{name}}}.") == expected


# ── Findings ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def findings(text: str) -> tuple[Finding, ...]:
    lesson, faults = scan(f"---\ntitle: A\nsnippet: a\n---\n{text}\n", "a.md", language("es"), "a")
    assert not faults
    return equality_findings(lesson, language("es"))


def test_a_false_equality_names_both_intervals() -> None:
    (found,) = findings(r"Sale $0{,}717/2{,}319 = 0{,}319$.")
    assert str(found) == (
        r"a.md:5:7: AF602 0{,}717/2{,}319 = 0{,}319 is false: "
        r"0{,}717/2{,}319 is [0.308902780771, 0.309467328014], 0{,}319 is [0.3185, 0.3195]"
    )
    (found,) = findings("$2^{10} = 1025$")
    assert found.problem == "2^{10} = 1025 is false: 2^{10} is exactly 1024, 1025 is exactly 1025"


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("$1 = 1 = 2$", 5, 6),
        ("$1{=a} + 1 = 3$", 5, 2),
        ("$x = 1{=a} + 1 = 3{=b}$", 5, 6),
        ("$1 = 1{=a} = 4 = 4{=b}$", 5, 6),
        ("$$\n1 + 1 = 3{=b}\n$$", 6, 1),
        ("$$\n1 + 1 = 3\n$$", 5, 1),
        ("* uno\n* $$\n  x &= 1 + 1 = 3{=b}\n  $$", 7, 8),
        ("$1 = 1$ y $2 = 3$", 5, 12),
    ],
)
def test_a_finding_stands_where_its_equality_begins_when_that_can_be_told(text: str, line: int, column: int) -> None:
    (found,) = findings(text)
    assert (found.line, found.column) == (line, column)


# ── Intervals ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_even_power_of_what_may_be_negative_begins_at_zero() -> None:
    assert power(Interval(Fraction(-2), Fraction(1)), exactly(2)) == Interval(Fraction(0), Fraction(4))
    assert power(Interval(Fraction(-2), Fraction(1)), exactly(3)) == Interval(Fraction(-8), Fraction(1))
    with pytest.raises(NotNumericError):
        power(Interval(Fraction(-2), Fraction(1)), exactly(-1))


@given(st.fractions(min_value=Fraction(1, 1000), max_value=50), st.integers(2, 9))
@settings(max_examples=50, deadline=None)
@pytest.mark.property
def test_rounded_functions_enclose_the_true_value(number: Fraction, degree: int) -> None:
    there = root(exactly(number), exactly(degree))
    assert there.low**degree <= number <= there.high**degree
    back = exponential(logarithm(exactly(number)))
    assert back.low <= number <= back.high
    assert back.high - back.low < number / 10**30


# ── Whatever is written ──────────────────────────────────────────────────────────────────────────────────────────────

PIECES = (
    *("0{,}5", "3", "12", r"1\,048", "=", "<", r"\approx", r"\le", "+", "-", r"\cdot", "/", "^", "_", "{", "}", "("),
    *(")", "[", "]", "|", r"\frac", r"\sqrt", r"\ln", r"\log", r"\exp", "e", r"\left", r"\right", r"\left.", r"\\"),
    *("&", ",", r"\quad", r"\begin{aligned}", r"\end{aligned}", r"\text{a}", r"\%", " ", ";", ".", "\\", "x", "\n"),
    *("\ue000", "٣"),
)


@given(st.one_of(st.lists(st.sampled_from(PIECES), max_size=40).map("".join), st.text(max_size=60)))
@example(r"\frac")
@example("{" * 5000 + "1" + "}" * 5000 + "=1")
@example("-" * 20000 + "1=1")
@example(r"\ln" * 5000 + "2=1")
@example("9" * 5000 + "=1")
@example("^=_")
@settings(max_examples=200, deadline=None)
@pytest.mark.property
def test_no_tex_raises(tex: str) -> None:
    for code in ("pt", "en"):
        found = read(tex, code)
        assert len(found.findings) <= found.checked


@pytest.mark.slow
@pytest.mark.parametrize("length", [20_000, 1_000_000])
@pytest.mark.parametrize(
    "piece",
    ["1=", r"\\", "&", "1&", "(", "1+", r"9\cdot ", r"\ln", r"1\\-", "0{,}5/", "1{,}", "{", "1=2,", "x", "x_", r"\mu "],
)
def test_a_long_formula_is_read_in_seconds(piece: str, length: int) -> None:
    start = time.perf_counter()
    read((piece * length)[: length - 5] + "=1=1")
    assert time.perf_counter() - start < 10


# ── Correctly rounded never refused, two units off always ────────────────────────────────────────────────────────────

CODES = st.sampled_from(("pt", "es", "cs", "en"))


def written(number: Fraction, places: int, code: str) -> str:
    """A number correctly rounded as the language writes it in TeX."""
    return from_steps(round(number * 10**places), places, code)


def from_steps(steps: int, places: int, code: str) -> str:
    digits = str(abs(steps)).zfill(places + 1)
    integer, decimals = (digits[:-places], digits[-places:]) if places else (digits, "")
    return ("-" if steps < 0 else "") + grammar(language(code).marks, math=True).written(integer, decimals)


@st.composite
def terms(draw: st.DrawFn, code: str, places: st.SearchStrategy[int], depth: int = 3) -> tuple[str, Fraction]:
    """TeX of a random expression, in parentheses where needed, and its value by the printed numbers."""
    if depth == 0 or draw(st.booleans()):
        count = draw(places)
        steps = draw(st.integers(1, 10**6))
        return from_steps(steps, count, code), Fraction(steps, 10**count)
    (one, a), (two, b) = draw(terms(code, places, depth - 1)), draw(terms(code, places, depth - 1))
    made = {
        "sum": (rf"\left({one} + {two}\right)", a + b),
        "difference": (f"({one} - {two})", a - b),
        "product": (rf"{{{one} \cdot {two}}}", a * b),
        "fraction": (rf"\frac{{{one}}}{{{two}}}", a / b if b else a),
        "square": (f"({one})^2", a**2),
        "size": (rf"\left|{one}\right|", abs(a)),
    }
    names = sorted(made) if b else sorted(set(made) - {"fraction"})
    return made[draw(st.sampled_from(names))]


@given(st.data(), CODES, st.integers(0, 6))
@settings(max_examples=150, deadline=None)
@pytest.mark.property
def test_a_correctly_rounded_result_is_never_refused(data: st.DataObject, code: str, places: int) -> None:
    tex, value = data.draw(terms(code, st.integers(0, 3)))
    sign = "=" if places else r"\approx"
    assert not read(f"{tex} {sign} {written(value, places, code)}", code).findings


@given(st.data(), CODES, st.integers(1, 6), st.sampled_from([-9, -3, -2, 2, 3, 9]))
@settings(max_examples=150, deadline=None)
@pytest.mark.property
def test_integers_and_a_last_digit_two_units_off_are_always_refused(
    data: st.DataObject, code: str, places: int, off: int
) -> None:
    tex, value = data.draw(terms(code, st.just(0)))
    right = round(value * 10**places)
    assert verdicts(f"{tex} = {from_steps(right, places, code)}", code) == (1, 0, 0)
    assert verdicts(f"{tex} = {from_steps(right + off, places, code)}", code) == (1, 0, 1)
    if value.denominator == 1:
        assert verdicts(f"{tex} = {from_steps(int(value) + off // 2, 0, code)}", code) == (1, 0, 1)


FUNCTIONS = {
    r"-\ln {}": lambda x: -math.log(x),
    r"\exp({})": math.exp,
    r"e^{{-{}}}": lambda x: math.exp(-x),
    r"\sqrt{{{}}}": math.sqrt,
    r"\sqrt[3]{{{}}}": lambda x: x ** (1 / 3),
    r"\frac{{1}}{{{}}}": lambda x: 1 / x,
    r"{}^2": lambda x: x * x,
    r"\log_{{10}} {}": math.log10,
    r"2^{{{}}}": lambda x: 2.0**x,
}


@given(
    st.sampled_from(sorted(FUNCTIONS)), st.integers(200, 5000), CODES, st.integers(1, 5), st.sampled_from([-2, 2, 5])
)
@settings(max_examples=200, deadline=None)
@pytest.mark.property
def test_functions_of_a_decimal_agree_with_the_processor_and_refuse_two_units_where_they_can(
    name: str, steps: int, code: str, places: int, off: int
) -> None:
    function = FUNCTIONS[name]
    tex = name.format(from_steps(steps, 3, code))
    right = round(function(steps / 1000) * 10**places)
    assert verdicts(f"{tex} = {from_steps(right, places, code)}", code) == (1, 0, 0)
    ends = [function((2 * steps + side) / 2000) for side in (-1, 1)]
    is_narrow = abs(ends[1] - ends[0]) * 10**places < 1
    if is_narrow:
        assert verdicts(f"{tex} = {from_steps(right + off, places, code)}", code) == (1, 0, 1)
