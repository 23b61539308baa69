"""The texts of a challenge: bindings with their places in the TOML file, and the texts as a learner reads them."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aferir.coverage import coverage_findings
from aferir.languages import language
from aferir.scan.strings import Scanned, scan_strings

RAW = '''\
title = "Peso 0,5{=x} y 4096"
hints = ["Columna {head} de `A[12]`", "$\\\\frac{1}{2}$ x[0], [␣tejado]{=word}"]

[checks.values]
why = "[Suma 1]{!allclose(p.sum(), 1)}; ␣tejado, 0,395{=p.max()}, en 2017{@key}"
fail = 'Fila {row}: $0{,}25{=q}$, no 10'

[[walk]]
lines = "d_k = 12"
text = """
dos
líneas: −3,5{=y}
"""
'''


def scanned(raw: str = RAW) -> Scanned:
    return scan_strings(raw, tomllib.loads(raw), "texts.es.toml", language("es"), "multi_head")


def test_a_learner_reads_the_texts_without_their_bindings() -> None:
    assert scanned().texts == {
        "title": "Peso 0,5 y 4096",
        "hints": ["Columna {head} de `A[12]`", "$\\frac{1}{2}$ x[0], ␣tejado"],
        "checks": {
            "values": {
                "why": "Suma 1; ␣tejado, 0,395, en 2017",
                "fail": "Fila {row}: $0{,}25$, no 10",
            }
        },
        "walk": [{"lines": "d_k = 12", "text": "dos\nlíneas: −3,5\n"}],
    }


def place_of(written: str) -> tuple[int, int]:
    """Line and column at which this stands in RAW."""
    before = RAW[: RAW.index(written)]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def test_each_binding_has_its_place_in_the_file() -> None:
    places = {item.written: (item.position.line, item.position.column) for item in scanned().lesson.bindings}
    assert places == {
        "0,5": place_of("0,5{=x}"),
        "␣tejado": place_of("[␣tejado]"),
        "Suma 1": place_of("[Suma 1]"),
        "0,395": place_of("0,395{"),
        "2017": place_of("2017{"),
        "0{,}25": place_of("0{,}25"),
        "−3,5": place_of("−3,5"),
    }


def test_a_naked_number_is_found_where_it_stands_and_code_is_left_alone() -> None:
    found = {(item.line, item.column) for item in coverage_findings(scanned().lesson)}
    assert found == {place_of("4096"), place_of("10'")}


def test_each_text_is_a_section_that_languages_share() -> None:
    assert [(section.title, [item for item, _ in section.contents]) for section in scanned().lesson.sections] == [
        ("title", ["number x"]),
        ("hints.0", []),
        ("hints.1", ["word word"]),
        ("checks.values.why", ["claim allclose(p.sum(), 1)", "number p.max()", "given key"]),
        ("checks.values.fail", ["number q"]),
        ("walk.0.text", ["number y"]),
    ]


def test_a_binding_that_cannot_be_read_is_a_finding_at_its_place() -> None:
    found = scanned('title = "Peso {=x}"\n').findings
    assert [str(item).partition(" follows")[0] for item in found] == ["texts.es.toml:1:15: AF101 {=x}"]


def test_a_string_that_only_toml_can_undo_is_a_finding() -> None:
    (found,) = scanned('hint = "a"\ntitle = "Peso\\u00a00,5{=x}"\n').findings
    assert str(found).startswith("texts.es.toml:1:10: AF501 “title” is written with escapes that only TOML understands")


@pytest.mark.property
@given(st.dictionaries(st.sampled_from("abc"), st.text(max_size=30), max_size=3))
def test_no_text_makes_the_scanner_raise(texts) -> None:
    raw = "\n".join(f"{key} = '{text}'" for key, text in texts.items())
    made = scan_strings(raw, texts, "t.toml", language("pt"), "x")
    assert made.texts.keys() == texts.keys()
