"""Formulas are rendered by KaTeX at build time; a broken one is told where."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aferir.assets import katex_package, nodejs
from aferir.assets.nodejs import Node
from aferir.errors import AferirError
from aferir.tex import TexError, katex_version, kept_formulas, render_formulas

pytestmark = pytest.mark.node
NO_NODE = Node(Path("/no/such/node"), ())


@pytest.fixture(scope="module")
def katex(shared_cache: Path) -> Path:
    return katex_package(shared_cache)


def render(katex: Path, cache: Path, *formulas: str, display: bool = False) -> tuple[str | TexError, ...]:
    return render_formulas([(formula, display) for formula in formulas], katex, cache)


def test_a_decimal_comma_in_braces_stays_one_number(katex: Path, tmp_path: Path) -> None:
    (html,) = render(katex, tmp_path, "0{,}591")
    assert isinstance(html, str)
    assert "<mn>0,591</mn>" in html
    assert '<annotation encoding="application/x-tex">0{,}591</annotation>' in html


@pytest.mark.parametrize(
    ("formula", "mark"),
    [
        (r"\frac{QK^\top}{\sqrt{d_k}}", "<mfrac>"),
        (r"\begin{aligned} a &= b + c \\ &= d \end{aligned}", "<mtable"),
        (r"\textcolor{#b45309}{A^{(1)}}", 'mathcolor="#b45309"'),
        (r"1\,048\,576", "<mn>1</mn>"),
        (r"\lVert x \rVert_2 \in \mathbb{R}^{n \times d}", '<mi mathvariant="double-struck">R</mi>'),
        (r"\text{saída da cabeça}", "saída da cabeça"),
    ],
)
def test_formulas_of_the_course_become_html_and_mathml(katex: Path, tmp_path: Path, formula: str, mark: str) -> None:
    (html,) = render(katex, tmp_path, formula, display=True)
    assert isinstance(html, str)
    assert mark in html
    assert 'class="katex-display"' in html
    assert 'class="katex-html" aria-hidden="true"' in html


def test_a_formula_on_its_own_line_differs_from_one_in_the_text(katex: Path, tmp_path: Path) -> None:
    text, display = render_formulas([("x", False), ("x", True)], katex, tmp_path)
    assert isinstance(text, str)
    assert "katex-display" not in text
    assert text != display


@pytest.mark.parametrize(
    ("formula", "message", "offset"),
    [
        (r"a + \foo b", r"Undefined control sequence: \foo", 4),
        (r"𝛼 + \foo", r"Undefined control sequence: \foo", 4),
        (r"\frac{a}{b", "Unexpected end of input in a macro argument, expected '}'", 10),
        ("a^", "Expected group after '^'", 1),
    ],
)
def test_a_broken_formula_says_what_is_wrong_and_at_which_character(
    katex: Path, tmp_path: Path, formula: str, message: str, offset: int
) -> None:
    assert render(katex, tmp_path, formula) == (TexError(message, offset),)


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        (r"\href{https://example.org}{x}", r"\href is not allowed in a lesson"),
        (r"\url{https://example.org}", r"\url is not allowed in a lesson"),
        (r"\includegraphics{a.png}", r"\includegraphics is not allowed in a lesson"),
        (r"\htmlClass{a}{x}", r"\htmlClass is not allowed in a lesson"),
        (r"\mark{a b}{x}", r"\htmlClass is not allowed in a lesson"),
        (r"\htmlClass{mark-x md-header}{x}", r"\htmlClass is not allowed in a lesson"),
        (r"\htmlId{a}{x}", r"\htmlId is not allowed in a lesson"),
        (r"\href{1:x}{y}", "a link is not allowed in a lesson"),
    ],
)
def test_a_formula_cannot_reach_out_of_itself(katex: Path, tmp_path: Path, formula: str, message: str) -> None:
    assert render(katex, tmp_path, formula) == (TexError(message, -1),)


def test_a_quantity_can_be_marked_and_nothing_else(katex: Path, tmp_path: Path) -> None:
    (html,) = render(katex, tmp_path, r"\mark{weight}{a_i} v_i")
    assert isinstance(html, str)
    assert html.count('class="enclosing mark-weight"') == 1
    assert "annotation" in html


def test_a_cache_that_cannot_be_written_costs_nothing_but_time(katex: Path, tmp_path: Path) -> None:
    (tmp_path / "tex").write_text("", encoding="utf-8")
    assert render(katex, tmp_path, "x") == render(katex, tmp_path / "other", "x")


def test_a_macro_of_one_formula_does_not_reach_the_next(katex: Path, tmp_path: Path) -> None:
    first, second = render(katex, tmp_path, r"\gdef\foo{x}\foo", r"\foo")
    assert isinstance(first, str)
    assert second == TexError(r"Undefined control sequence: \foo", 0)


def test_results_come_in_order_and_good_ones_beside_bad_ones(katex: Path, tmp_path: Path) -> None:
    results = render(katex, tmp_path, "b", r"\foo", "a", "b")
    assert [isinstance(result, str) for result in results] == [True, False, True, True]
    assert results[0] == results[3] != results[2]


def test_what_was_rendered_once_starts_no_node_again(katex: Path, tmp_path: Path) -> None:
    formulas = [("x^2", False), (r"\foo", True)]
    first = render_formulas(formulas, katex, tmp_path)
    assert render_formulas(formulas, katex, tmp_path, NO_NODE) == first
    with pytest.raises(AferirError, match="cannot be started"):
        render_formulas([*formulas, ("x^3", False)], katex, tmp_path, NO_NODE)


def test_no_formula_starts_no_node(katex: Path, tmp_path: Path) -> None:
    assert render_formulas([], katex, tmp_path, NO_NODE) == ()


def test_a_damaged_answer_in_the_cache_is_rendered_again(katex: Path, tmp_path: Path) -> None:
    first = render(katex, tmp_path, "x")
    (kept,) = (tmp_path / "tex").rglob("*.json")
    for spoilt in ("{", "[]", json.dumps({"other": 1})):
        kept.write_text(spoilt, encoding="utf-8")
        assert render(katex, tmp_path, "x") == first


def test_another_katex_answers_anew(katex: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "katex.mjs").write_bytes((katex / "katex.mjs").read_bytes() + b"\n")
    render(katex, tmp_path, "x")
    render(other, tmp_path, "x")
    assert len(list((tmp_path / "tex").rglob("*.json"))) == 2


def test_line_separators_inside_a_formula_do_not_cut_the_conversation(katex: Path, tmp_path: Path) -> None:
    results = render(katex, tmp_path, "\\text{a\u2028b}", "x")
    assert len(results) == 2
    assert isinstance(results[1], str)


def test_a_katex_that_answers_too_little_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "katex.mjs").write_text("", encoding="utf-8")
    monkeypatch.setattr(nodejs, "run_node", lambda *_, **__: '{"html": "x"}\n')
    with pytest.raises(AferirError, match="KaTeX answered 1 of 2 questions"):
        render_formulas([("a", False), ("b", False)], tmp_path, tmp_path)


def test_answers_are_kept_for_the_katex_that_gave_them(katex: Path, tmp_path: Path) -> None:
    asked = [("x^2", False), ("\\frac{1}{2", True)]
    version = katex_version(katex)
    assert kept_formulas(asked, version, tmp_path) is None
    answers = render_formulas(asked, katex, tmp_path)
    assert isinstance(answers[1], TexError)
    assert kept_formulas(asked, version, tmp_path) == answers
    assert kept_formulas([*asked, ("y", False)], version, tmp_path) is None
    assert kept_formulas(asked, "another", tmp_path) is None
