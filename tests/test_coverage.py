"""Coverage: every numeral that a reader sees is bound, given, produced, structural by a stated rule, or a finding."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from aferir.__main__ import main
from aferir.coverage import Coverage, coverage_counts, coverage_findings
from aferir.languages import _MARKS as MARKS
from aferir.languages import Catalogue, Language
from aferir.model import Finding, Lesson
from aferir.reports import CoverageRow, coverage_json, coverage_text
from aferir.scan import scan

from .tiny import write_course

NBSP, NARROW = "\u00a0", "\u202f"


def scanned(text: str, code: str = "pt") -> tuple[Lesson, tuple[Finding, ...]]:
    return scan(text, "x.md", Language(code, code, MARKS[code], Catalogue(code, {})), "x")


def body(text: str, code: str = "pt") -> Lesson:
    """A lesson whose body begins on line 4."""
    return scanned(f"---\ntitle: T\n---\n{text}", code)[0]


def naked(text: str, code: str = "pt") -> list[str]:
    """What is naked in a body: ``line:column written``, the first line being 1."""
    return where(body(text, code), first=3)


def where(lesson: Lesson, first: int = 0) -> list[str]:
    found = coverage_findings(lesson)
    assert {item.code for item in found} <= {"AF310"}
    return [f"{f.line - first}:{f.column} {f.problem.partition(' is bound')[0]}" for f in found]


def counts(text: str, code: str = "pt") -> Coverage:
    return coverage_counts(body(text, code))


# ── The finding ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_number_without_a_source_is_a_finding_that_shows_what_to_write():
    (found,) = coverage_findings(body("O peso é\n0,591 aqui."))
    assert str(found) == (
        "x.md:5:1: AF310 0,591 is bound to nothing: write 0,591{=expression}, or 0,591{@key} with its source"
    )
    assert found.example == "o peso 0,591{=A[0,0,0]} cabe à primeira"


@pytest.mark.parametrize(
    ("code", "text", "found"),
    [
        ("pt", "São 1.048.576 e 33% e −0,5.", ["1:5 1.048.576", "1:17 33%", "1:23 −0,5"]),
        (
            "es",
            f"Son 1{NARROW}048{NARROW}576 y 33{NBSP}% y −0,5.",
            [f"1:5 1{NARROW}048{NARROW}576", f"1:17 33{NBSP}%", "1:24 −0,5"],
        ),
        (
            "cs",
            f"Je jich 1{NBSP}048{NBSP}576 a 33{NBSP}% a −0,5.",
            [f"1:9 1{NBSP}048{NBSP}576", f"1:21 33{NBSP}%", "1:28 −0,5"],
        ),
    ],
)
def test_each_language_has_its_marks_and_a_number_is_one_numeral(code, text, found):
    assert naked(text, code) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a 12 b", ["1:3 12"]),
        ("a 0.5 b", ["1:3 0.5"]),  # marks of another convention are a number all the same
        ("a 1 048 576 b", ["1:3 1 048 576"]),
        ("a 5% b", ["1:3 5%"]),  # 0.05: a decimal in disguise
        ("a 10⁻³ b", ["1:3 10⁻³"]),
        ("a 3 · 10⁶ b", ["1:3 3 · 10⁶"]),
        ("a 12–15 b", ["1:3 12–15"]),
        ("custa $12.", ["1:8 12"]),
        ("a [0,5; 0,25] b", ["1:4 0,5", "1:9 0,25"]),
        ("é de 12.", ["1:6 12"]),
        ("**12** e _34_", ["1:3 12", "1:11 34"]),
    ],
)
def test_decimals_percentages_powers_and_integers_of_two_digits_need_a_source(text, found):
    assert naked(text) == found


def test_what_is_bound_or_given_needs_nothing_more():
    text = "Pesa 0,591{=a}, [0,5; 0,25]{=b}, em 2017{@vaswani2017attention}, [cabeça 12]{=c}."
    assert naked(text) == []
    assert counts(text) == Coverage(bound=4, given=1)


def test_the_text_of_a_claim_is_text_and_its_own_bindings_count():
    text = "[As 12 linhas somam 0,5{=a}, não 34]{!ok}"
    assert naked(text) == ["1:5 12", "1:34 34"]
    assert counts(text) == Coverage(bound=1, naked=2)


# ── Where numerals stand ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("## As 12 cabeças", ["1:7 12"]),
        ("As 12 cabeças\n===", ["1:4 12"]),
        ("> citado\n> 12 vezes", ["2:3 12"]),
        ("* um\n* 12\n    * 34", ["2:3 12", "3:7 34"]),
        ("| a | 12 |\n|---|---|\n| 3{=x} | 45 |\n| [as 67]{!ok} | 8 |", ["1:7 12", "3:11 45", "4:7 67"]),
        ("Nota[^1].\n\n[^1]: São 12.", ["3:11 12"]),
        ("!!! note\n    São 12.", ["2:9 12"]),
        ("/// theorem | Os 12\nSão 34.\n///", ["1:18 12", "2:5 34"]),
        ("![os 12](a.png)", ["1:6 12"]),
        ("[os 12](a.html)", ["1:5 12"]),
        (
            "```figure maps\nalt: Os 12 mapas, 0,5{=a}.\ncaption: Os 34, $d = 56$.\n```",
            ["2:9 12", "3:13 34", "3:22 56"],
        ),
        ("São $d = 64$ e 12", ["1:10 64", "1:16 12"]),
        ("$$\na = 12 \\\\\nb = 34\n$$", ["2:5 12", "3:5 34"]),
        ("ação 🎉 é 12", ["1:10 12"]),
    ],
)
def test_every_place_that_a_reader_sees_is_read_with_exact_positions(text, found):
    assert naked(text) == found


def test_title_and_description_are_read_however_yaml_writes_them():
    assert where(scanned("---\ntitle: As 12 cabeças\ndescription: São 34.\n---\n")[0]) == ["2:11 12", "3:18 34"]
    assert where(scanned("---\ntitle: 'As ''12'''\n---\n")[0]) == ["2:14 12"]
    assert where(scanned("---\ntitle: T\ndescription: >\n  São\n  12 ou 34.\n---\n")[0]) == ["5:3 12", "5:9 34"]
    assert where(scanned("---\ntitle: T\nsnippet: lesson_12\n---\n")[0]) == []


def test_windows_line_ends_do_not_move_positions():
    assert where(scanned("---\r\ntitle: T\r\n---\r\nUm\r\nsão 12\r\n")[0]) == ["5:5 12"]


@pytest.mark.parametrize(
    "text",
    [
        "`x = 12`",
        "``a ` 12``",
        "```python\nx = 0.5\n```",
        "```cell heads\n```",
        "[texto](pagina12.html#s34 'de 56')",
        "[texto][12]\n\n[12]: https://example.org/34",
        "<https://example.org/12>",
        "<!-- 12 -->",
        "um <!-- 12\n\n34 --> fim",
        "## Um {#parte-12}",
        "um&#8211;dois",
    ],
)
def test_code_addresses_and_comments_hold_no_numerals(text):
    assert counts(text) == Coverage()


def test_what_stands_behind_code_addresses_and_comments_is_read_again():
    assert naked("`1 ` 12") == ["1:6 12"]
    assert naked("[a](b12.html) 34") == ["1:15 34"]
    assert naked("um <!-- 12\n\n34 --> 56") == ["3:8 56"]
    assert naked("`aberto 12") == ["1:9 12"]


# ── The rules of text, each from both sides ──────────────────────────────────────────────────────────────────────────

TEXT_RULES = {
    "one digit": (
        ["as 8 cabeças", "−3", "de 2–4", "2³", "[1; 0]", "3D"],
        ["as 18 cabeças", "−0,3", "2–14", "2¹⁶", "64rozměrný"],
    ),
    "list marker": (["12. doze\n13. treze"], ["12) doze", "são\n12 doze"]),
    "name": (
        ["W_12", "GPT-12", "d12", "v1.25", "softmax2_34", "vrstva v10"],
        ["W 12", "GPT 12", "de -12", "a_ 12", "12W"],
    ),
    "numbering of a heading": (
        ["## 12. Doze", "## 3.12 Doze", "# 10.2.1. Álgebra"],
        ["## 12 Doze", "## 3.12 doze", "## 3,12 Doze", "12.\u200bDoze", "## 1.048 Doze"],
    ),
    "section": (["§12", "§ 3.12", "na seção 3.2.12", "NumPy 2.4.13"], ["seção 12", "3.12", "1.048.576", "12.3.2024"]),
    "footnote": (["um[^12]"], ["um[12]"]),
    "licence": (
        [
            "CC BY 4.0.",
            "CC BY-SA 4.0",
            f"CC{NBSP}BY{NBSP}4.0",
            "Creative Commons Uveďte původ 4.0 Mezinárodní",
            "GPL 3.0",
        ],
        ["BLEU 4.0", "by 4.0", "CC BY 4.05", "CC BY 28.4", "CC BY vale 4.0"],
    ),
    "year of a citation": (
        [
            "(Clark et al., 2019)",
            "(Clark et al., 2019; Voita, 2019a)",
            "Clark (2019)",
            "Clark et al. (2019)",
            "“Um título”. ACL, 2019.",
        ],
        [
            "em 2019",
            "(em 2019)",
            "ACL, 2019.",
            "(Clark, 3019)",
            "“Um título”, páginas 2019–2031",
            "são (2019)",
            "(são, 2019)",
        ],
    ),
}


@pytest.mark.parametrize("text", [text for right, _ in TEXT_RULES.values() for text in right])
def test_what_a_rule_calls_structural_is_counted_and_needs_no_source(text):
    assert naked(text) == []
    if not text[0].isdigit() or ". " not in text:  # the marks of a list are Markdown's own
        assert counts(text).structural


@pytest.mark.parametrize("text", [text for _, wrong in TEXT_RULES.values() for text in wrong])
def test_what_only_looks_like_it_is_naked(text):
    assert naked(text) != []


# ── The rules of formulas ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("tex", "structural"),
    [
        ("1/8", 2),
        (r"2\,d_k^2", 2),
        (r"\frac12 + \frac{1}{2}", 3),
        ("A_{12} + x_{10,11}", 2),
        (r"a = b \tag{12}", 1),
        (r"\text{GPT-12} + \mathrm{v12}", 2),
        (r"a \hspace{12pt} b \\[10pt] \kern1.5em c", 0),
        (r"\textcolor{#aa1122}{x}", 0),
        (r"\{1,2,3\}", 3),
        (r"0{,}5{=a} \cdot 98\,304{=b}", 0),
    ],
)
def test_in_a_formula_single_digits_names_and_layout_need_no_source(tex, structural):
    lesson = body(f"${tex}$", "es")
    assert where(lesson) == []
    assert coverage_counts(lesson).structural == structural


@pytest.mark.parametrize(
    ("tex", "found"),
    [
        ("1/16", ["1:4 16"]),
        (r"d_k = 64", ["1:8 64"]),
        (r"\cdot64", ["1:7 64"]),
        (r"-0{,}577", ["1:2 -0{,}577"]),
        (r"0{,}5 + 1\,048\,576", ["1:2 0{,}5", "1:10 1\\,048\\,576"]),
        (r"3 \cdot 10^{-4}", [r"1:2 3 \cdot 10^{-4}"]),
        ("2^{16}", ["1:5 16"]),
        (r"33\,\%", [r"1:2 33\,\%"]),
        (r"\frac{12}{345}", ["1:8 12", "1:12 345"]),
        (r"\text{512 tokens}", ["1:8 512"]),
        (r"x_{t-12}", ["1:7 12"]),
        (r"\begin{bmatrix} 0{,}5 & 12 \end{bmatrix}", ["1:18 0{,}5", "1:26 12"]),
        (r"0{,}5{=a} = 0{,}25", ["1:14 0{,}25"]),
    ],
)
def test_in_a_formula_decimals_and_longer_integers_need_a_source(tex, found):
    assert naked(f"${tex}$", "es") == found


# ── Beside other findings ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "text", ["0.591{=a}", "0,591{=A[0,0}", "1 048 576{=n}", "[0.5; 12]{=a}", "<td colspan='12'>", "$0.591{=a}$"]
)
def test_a_number_whose_binding_is_wrong_is_reported_once(text):
    lesson, found = scanned(f"---\ntitle: T\n---\n{text}", "es")
    assert found
    assert coverage_findings(lesson, besides=found) == ()


def test_another_finding_on_the_line_hides_no_other_number():
    lesson, found = scanned("---\ntitle: T\n---\n0.591{=a} e 12")
    assert [item.column for item in coverage_findings(lesson, besides=found)] == [13]
    elsewhere = [Finding("other.md", 4, 13, "AF104", "")]
    assert [item.column for item in coverage_findings(body("0,5{=a} é 12"), besides=elsewhere)] == [11]


@given(st.text(alphabet="12 0,.%–-−[](){}=!@$`_*<>|\\^\n#a", max_size=80))
def test_any_text_is_read_and_each_finding_shows_what_stands_at_its_place(text):
    lesson = body(text)
    lines = f"---\ntitle: T\n---\n{text}".split("\n")
    for item in coverage_findings(lesson):
        written = item.problem.partition(" is bound")[0]
        assert "\n".join(lines[item.line - 1 :])[item.column - 1 :].startswith(written)


@pytest.mark.slow
def test_long_lines_take_linear_time():
    def seconds(text: str) -> float:
        start = time.perf_counter()
        coverage_findings(body(text))
        return time.perf_counter() - start

    for part in ("0,5{=a} e 12 ", "$a = 12$ ", "1,", "a_1 ", "(A, 2019 ", "[^1"):
        assert seconds(part * 20_000) < 12 * seconds(part * 4_000) + 0.5


# ── Counts, and the command ──────────────────────────────────────────────────────────────────────────────────────────


def test_each_numeral_of_a_vector_or_matrix_counts():
    assert counts("[1; 0; 0,5]{=a} $\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}{=b}$") == Coverage(bound=7)
    assert counts("páginas 5998–6008{@vaswani2017attention}") == Coverage(given=1)


def test_what_the_build_writes_counts_as_produced():
    assert coverage_counts(body("sem números"), produced=2) == Coverage(produced=2)


def test_the_report_is_a_table_with_totals_or_json():
    rows = [CoverageRow("one", "pt", Coverage(10, 1, 2, 3, 0)), CoverageRow("one", "es", Coverage(9, 1, 2, 4, 1))]
    assert coverage_text(rows).splitlines() == [
        "lesson  language  bound  given  produced  structural  naked",
        "one     pt           10      1         2           3      0",
        "one     es            9      1         2           4      1",
        "all                  19      2         4           7      1",
    ]
    assert json.loads(coverage_json(rows))[1] == {
        "lesson": "one",
        "language": "es",
        "bound": 9,
        "given": 1,
        "produced": 2,
        "structural": 4,
        "naked": 1,
    }


@pytest.fixture
def course(tmp_path, shared_cache, monkeypatch) -> Path:
    monkeypatch.setenv("AFERIR_CACHE", str(shared_cache))
    monkeypatch.setenv("AFERIR_QUIET", "1")
    return write_course(tmp_path)


def aferir(course: Path, *arguments: str):
    return CliRunner().invoke(main, ["--config", str(course / "mkdocs.yml"), *arguments])


def test_the_command_counts_each_page_and_language_and_check_fails_on_a_naked_number(course):
    path = course / "lessons/pt/one.md"
    path.write_text(path.read_text(encoding="utf-8").replace("## Em código", "## Em 12 códigos"), encoding="utf-8")
    done = aferir(course, "coverage", "--format", "json", "--lang", "pt")
    assert done.exit_code == 0
    (row,) = [row for row in json.loads(done.stdout) if row["lesson"] == "one"]
    assert row == {
        "lesson": "one",
        "language": "pt",
        "bound": 5,
        "given": 1,
        "produced": 29,  # four printed, twelve of the bars, thirteen at their ticks
        "structural": 1,
        "naked": 1,
    }
    checked = aferir(course, "check")
    assert checked.exit_code == 1
    assert checked.stdout.startswith("lessons/pt/one.md:9:7: AF310 12 is bound to nothing")


@pytest.mark.slow
def test_the_course_itself_has_no_naked_number_and_its_languages_bind_alike(root):
    own = {}
    for code in ("pt", "es", "cs"):
        for path in [*(root / "lessons" / code).glob("*.md"), *(root / "docs" / code).glob("*.md")]:
            lesson = scanned(path.read_text(encoding="utf-8"), code)[0]
            assert where(lesson) == [], path
            seen = coverage_counts(lesson)
            own.setdefault(path.name, set()).add((seen.bound, seen.given))
    assert {name: len(pairs) for name, pairs in own.items()} == dict.fromkeys(own, 1)
