"""Findings and verdicts as people and programs read them."""

import json

from aferir.errors import finding
from aferir.model import Position
from aferir.reports import as_annotations, as_json, as_text, verdict_text

WRONG = finding(
    "AF301",
    "lessons/es/split-then-sum.md",
    Position(42, 17),
    written="0,592",
    expression="A[0,0,0]",
    value="0.59128…",
    correct="0,591",
)
LINE = "lessons/es/split-then-sum.md:42:17: AF301 0,592 is written, A[0,0,0] is 0.59128…, write 0,591"


def test_text_has_one_line_per_finding_and_a_correct_example() -> None:
    assert as_text([WRONG]) == f"{LINE}\n  example: 0,591{{=A[0,0,0]}}"


def test_json_has_every_part() -> None:
    (item,) = json.loads(as_json([WRONG]))
    assert item["path"] == "lessons/es/split-then-sum.md"
    assert (item["line"], item["column"], item["code"]) == (42, 17, "AF301")


def test_annotations_escape_what_workflow_commands_reserve() -> None:
    odd = finding("AF108", "a,b:c.md", Position(1, 2), reason="100 %\nnot good")
    assert as_annotations([odd]) == "::error file=a%2Cb%3Ac.md,line=1,col=2,title=AF108::100 %25%0Anot good"


def test_a_verdict_shows_signs_and_the_first_failure() -> None:
    check = {"name": "", "message": "", "call": "", "got": "", "expected": "", "why": ""}
    verdict = {
        "status": "failed",
        "summary": "Um teste não passou.",
        "checks": [
            {**check, "title": "define", "status": "passed"},
            {**check, "title": "par", "status": "failed", "message": "É um array.", "call": "f(1)"},
            {**check, "title": "formas", "status": "skipped"},
        ],
        "misconception": {"name": "only_output", "message": "Devolva o par."},
        "printed": "oi\n",
    }
    assert verdict_text(verdict).splitlines() == [
        "Um teste não passou.",
        "",
        "✓ define",
        "✗ par",
        "· formas",
        "",
        "par",
        "É um array.",
        "f(1)",
        "",
        "Devolva o par.",
        "",
        "oi",
    ]
