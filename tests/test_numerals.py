"""What a reader may type and what an author may print are one language: the browser's reading against the grammar."""

from __future__ import annotations

import json
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aferir.languages import MINUS, known_languages, language
from aferir.literals import LiteralError, Scalar, parse_literal
from aferir.literals.grammar import grammar
from aferir.literals.tree import grouped

ROOT = Path(__file__).parent.parent
TABLE = json.loads((ROOT / "tests/goldens/numerals.json").read_text(encoding="utf-8"))
SCRIPT = """
import { understood, asText } from %s;
const { texts, marks } = JSON.parse(await new Response(process.stdin).text());
const said = (one) => one.status === "number" ? [asText(one.value)] : (one.readings ?? []).map((r) => asText(r.value));
console.log(JSON.stringify(texts.map((text) => said(understood(text, marks)))));
"""


def marks_of(code: str) -> dict[str, object]:
    """The marks as the build hands them to the page."""
    own = language(code).marks
    return {
        "decimal": own.decimal,
        "thousands": list(own.thousands),
        "percent": grammar(own, math=False).percent_sign,
        "minus": MINUS,
        "grouped_from": own.grouped_from,
    }


def readings(texts: list[str], code: str) -> list[list[Fraction]]:
    """The numbers that the browser's module reads in each text: none, one, or two when it is unclear."""
    module = json.dumps((ROOT / "scripts/aferir/browser/numerals.js").as_uri())
    asked = json.dumps({"texts": texts, "marks": marks_of(code)})
    command = ["node", "--input-type=module", "--eval", SCRIPT % module]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=True, encoding="utf-8")
    return [[Fraction(value) for value in values] for values in json.loads(done.stdout)]


def test_the_marks_that_the_browser_is_tested_with_are_those_of_the_languages() -> None:
    text = (ROOT / "tests/browser/marks.js").read_text(encoding="utf-8")
    for code in known_languages():
        own = marks_of(code)
        row = ", ".join(f"{key}: {json.dumps(value).replace(chr(92) + 'u2212', MINUS)}" for key, value in own.items())
        assert f"{code}: {{ {row} }}" in text


@pytest.mark.parametrize("code", known_languages())
def test_what_the_grammar_accepts_is_worth_the_same_in_the_table(code: str) -> None:
    rows = [*TABLE["same"], *TABLE["own"][code]]
    own = {text for text, _ in TABLE["own"][code]}
    seen = 0
    for text, expected in rows:
        if text in own and [text, expected] not in TABLE["own"][code]:
            continue
        try:
            literal = parse_literal(text, language(code).marks)
        except LiteralError:
            continue
        if isinstance(literal, Scalar) and (literal.is_percent or not literal.tail):  # no ordinals
            values = expected if isinstance(expected, list) else [expected]
            assert literal.value in [Fraction(value) for value in values], text
            seen += 1
    assert seen > 12


@pytest.mark.node
@pytest.mark.property
@pytest.mark.parametrize("code", known_languages())
@settings(max_examples=8, deadline=None)
@given(
    numbers=st.lists(
        st.tuples(st.booleans(), st.integers(0, 10**9), st.text("0123456789", max_size=6), st.booleans()),
        min_size=1,
        max_size=200,
    )
)
def test_every_number_that_an_author_may_print_is_read_by_the_browser(code: str, numbers) -> None:
    """Worth the same; where it could be another number as well, that is one of the readings."""
    own = language(code).marks
    texts = [
        (MINUS if negative else "")
        + (grouped(str(whole), own.thousands[0]) if whole >= 10**4 else str(whole))
        + (own.decimal + decimals if decimals else "")
        + (grammar(own, math=False).percent_sign if percent else "")
        for negative, whole, decimals, percent in numbers
    ]
    for text, found in zip(texts, readings(texts, code), strict=True):
        literal = parse_literal(text, own)
        assert isinstance(literal, Scalar)
        assert literal.value in found, text
