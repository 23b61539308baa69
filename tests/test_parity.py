"""Parity: what one language says by code, the others say too, section by section."""

from __future__ import annotations

import pytest

from aferir.languages import _MARKS as MARKS
from aferir.languages import Catalogue, Language
from aferir.parity import compare_languages
from aferir.scan import scan

PT = """---
title: Um 8{=h}
---
Antes 1{=a}.

## Primeira

Peso 0,5{=A[0,0]} e [as linhas]{!ok} e [␣muro]{=token[0]} de 2017{@vaswani2017attention}.

```cell heads
```

## Segunda

/// theorem | Título
Enunciado.
///

/// challenge | multi_head
Escreva.
///
"""
ES = PT.replace("Peso 0,5{=A[0,0]} e", "La fila").replace("de 2017", "pesa 0,5{=A[0, 0]} desde 2017")


def lessons(**texts: str):
    return {
        code: scan(text, f"{code}/x.md", Language(code, code, MARKS[code], Catalogue(code, {})), "x")[0]
        for code, text in texts.items()
    }


def said(**texts: str) -> list[str]:
    return [str(finding) for finding in compare_languages(lessons(**texts))]


def test_the_same_things_in_any_order_within_a_section_are_the_same_lesson():
    assert said(pt=PT, es=ES, cs=PT) == []


def test_a_literal_that_cannot_be_read_is_no_binding_that_is_missing():
    assert (
        said(pt=PT, es=ES, cs=PT.replace("0,5{", "0.5{").replace("[as linhas]{!ok}", "[x [as linhas]{!ok}](u)")) == []
    )


def test_one_language_alone_lacks_nothing():
    assert said(pt=PT) == []


@pytest.mark.parametrize(
    ("gone", "section", "named", "line"),
    [
        (" 8{=h}", "Um", "the number {=h}", (2, "2:11")),
        ("1{=a}", "Um 8", "the number {=a}", (2, "4:7")),
        ("0,5{=A[0,0]}", "Primeira", "the number {=A[0, 0]}", (6, "8:6")),
        ("[as linhas]{!ok}", "Primeira", "the claim {!ok}", (6, "8:21")),
        ("[␣muro]{=token[0]}", "Primeira", "the word {=token[0]}", (6, "8:40")),
        ("2017{@vaswani2017attention}", "Primeira", "the source {@vaswani2017attention}", (6, "8:62")),
        ("```cell heads\n```\n", "Primeira", "the fence ```cell heads", (6, "10:1")),
        ("/// theorem | Título\nEnunciado.\n///\n", "Segunda", "the block /// theorem", (13, "15:1")),
        (
            "/// challenge | multi_head\nEscreva.\n///\n",
            "Segunda",
            "the block /// challenge | multi_head",
            (13, "19:1"),
        ),
    ],
)
def test_what_is_missing_is_said_at_its_section_with_where_it_stands_elsewhere(gone, section, named, line):
    here, there = line
    column = 8 if here == 2 else 1
    found = said(pt=PT, cs=PT.replace(gone, "", 1))
    assert found == [
        f"cs/x.md:{here}:{column}: AF401 section “{section}” lacks {named}, which stands at pt/x.md:{there}"
    ]


def test_all_places_in_the_other_languages_are_named():
    found = said(pt=PT, es=PT, cs=PT.replace("1{=a}", ""))
    assert found == [
        "cs/x.md:2:8: AF401 section “Um 8” lacks the number {=a}, which stands at pt/x.md:4:7, es/x.md:4:7"
    ]


def test_each_missing_thing_is_one_finding_in_each_language_that_lacks_it():
    wrong = PT.replace("{=a}", "{=b}")
    lacks = "AF401 section “Um 8” lacks the number"
    assert said(pt=PT, es=PT, cs=wrong) == [
        f"cs/x.md:2:8: {lacks} {{=a}}, which stands at pt/x.md:4:7, es/x.md:4:7",
        f"es/x.md:2:8: {lacks} {{=b}}, which stands at cs/x.md:4:7",
        f"pt/x.md:2:8: {lacks} {{=b}}, which stands at cs/x.md:4:7",
    ]


def test_a_thing_that_stands_twice_elsewhere_must_stand_twice_here():
    twice = PT.replace("1{=a}", "1{=a} e 1{=a}")
    assert said(pt=twice, es=PT) == [
        "es/x.md:2:8: AF401 section “Um 8” lacks the number {=a}, which stands at pt/x.md:4:7, pt/x.md:4:15"
    ]


def test_another_number_of_sections_is_said_where_the_lessons_part():
    assert said(pt=PT, es=PT, cs=PT + "\n## Terceira\n") == [
        "cs/x.md:23:1: AF403 cs has 3 sections, pt has 2: the lessons part at “Terceira”"
    ]


def test_a_missing_section_is_said_at_the_last_one_and_what_comes_before_is_still_compared():
    short = PT.partition("## Segunda")[0].replace("1{=a}", "")
    assert said(pt=PT, es=PT, cs=short) == [
        "cs/x.md:2:8: AF401 section “Um 8” lacks the number {=a}, which stands at pt/x.md:4:7, es/x.md:4:7",
        "cs/x.md:6:1: AF403 cs has 1 sections, pt has 2: the lessons part at “Primeira”",
    ]


def test_another_level_is_another_structure():
    assert said(pt=PT, es=PT.replace("## Segunda", "### Segunda"), cs=PT) == [
        "es/x.md:13:1: AF403 es has 2 sections, pt has 2: the lessons part at “Segunda”"
    ]


def test_the_language_that_differs_from_the_others_is_named_even_when_it_is_the_first():
    assert said(pt=PT + "\n## Terceira\n", es=PT, cs=PT) == [
        "pt/x.md:23:1: AF403 pt has 3 sections, es has 2: the lessons part at “Terceira”"
    ]
