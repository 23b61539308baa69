"""The ledger: what the build writes, by its place, against what is committed."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aferir.languages import language
from aferir.ledger import (
    Kept,
    Produced,
    joined,
    ledger_findings,
    ledger_of,
    numeral_count,
    produced,
    read_ledger,
    stale_findings,
    written,
)
from aferir.model import Drawing, Failure, Fence, Finding, Held, Lesson, Output, Position, Results, Table
from aferir.printed import halves_of, numerals_of, plain_numerals

PATH = "lessons/ledger.json"
IF_RIGHT = "; if that is right, run “aferir accept”"


def thing(code="pt", places=None, halves=None, name="cell maps", lesson="masks"):
    shown = {"line 1": "0.309 0.691"} if places is None else places
    return Produced(lesson, code, name, f"lessons/{code}/{lesson}.md", Position(7, 1), shown, halves or {})


def lesson_with(*fences, code="pt", slug="masks"):
    made = tuple(Fence(f"t{number}", Position(7 + number, 1), *fence) for number, fence in enumerate(fences))
    return Lesson(f"lessons/{code}/{slug}.md", slug, code, "", "", "x", "", fences=made)


PAGES = (lesson_with(("cell", "maps")), lesson_with(("cell", "maps"), code="es"))


def kept(data) -> Kept:
    found = read_ledger((data if isinstance(data, str) else json.dumps(data)).encode(), PATH)
    assert isinstance(found, Kept), found
    return found


def said(things, data, pages=PAGES):
    ledger = kept(data)
    found = (*ledger_findings(things, ledger, PATH), *stale_findings(things, ledger, pages))
    return [str(item) for item in found]


# ── What a build produces ────────────────────────────────────────────────────────────────────────────────────────────


def test_what_a_page_shows_is_told_by_kind_name_and_coordinate() -> None:
    printed = "d_k 64\n\n[0.5 -1.25]\nno number"
    results = Results(
        outputs={"maps": Output("maps", printed, "", numerals_of(printed)), "hidden": Output("hidden", "7")},
        figures={"bars": Drawing("bars", Held(""), Held(""), 1, 1, {"axes 1 bars height": "1 2"})},
        tables={
            "weights": Table("weights", ("parte", "h = 2"), (("E", "1\u00a0048\u00a0576"), ("−P", "−0,50"), ("Q", "—")))
        },
    )
    page = lesson_with(("cell", "maps"), ("figure", "bars"), ("table", "weights"), ("lessons", ""), code="cs")
    assert [(item.thing, dict(item.places)) for item in produced(page, results, language("cs"))] == [
        ("cell maps", {"line 1": "64", "line 3": "0.5 -1.25"}),
        ("figure bars", {"axes 1 bars height": "1 2"}),
        ("table weights", {"columns": "| 2", "row 1": "| 1048576", "row 2": "| -0.50"}),
    ]


def test_every_numeral_kept_is_counted() -> None:
    things = [thing(places={"line 1": "0.5 -1", "line 2": "101 values first 0.1 last 2 mean 1"}), thing(places={})]
    assert numeral_count(things) == 6


def test_what_failed_produces_nothing() -> None:
    results = Results(outputs={"maps": Failure("raised", "ValueError")})
    assert produced(lesson_with(("cell", "maps"), ("figure", "gone")), results, language("pt")) == ()


def test_one_entry_serves_all_languages_and_holds_each_where_they_differ() -> None:
    things = [
        thing("pt", {"line 1": "1 2", "line 2": "3", "line 3": "4"}),
        thing("es", {"line 1": "1 2", "line 2": "4"}),
    ]
    assert ledger_of(things) == {
        "masks": {"cell maps": {"line 1": "1 2", "line 2": {"pt": "3", "es": "4"}, "line 3": {"pt": "4"}}}
    }


# ── Its file ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_file_has_one_place_a_line_in_the_order_a_person_expects() -> None:
    ledger = {"b": {"cell x": {"line 10": "1", "line 2": {"pt": "3", "cs": "4"}}}, "a": {"table t": {"row 1": "| 5"}}}
    assert (
        written(ledger)
        == """\
{
 "a": {
  "table t": {
   "row 1": "| 5"
  }
 },
 "b": {
  "cell x": {
   "line 2": {"cs": "4", "pt": "3"},
   "line 10": "1"
  }
 }
}
"""
    )
    assert kept(written(ledger)).ledger == ledger


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
ENTRIES = TEXTS | st.dictionaries(TEXTS, TEXTS, min_size=1, max_size=2)


@pytest.mark.property
@given(
    st.lists(st.tuples(TEXTS, TEXTS, TEXTS, ENTRIES), min_size=1, max_size=5).map(
        lambda rows: {
            a: {b: {c: entry for x, y, c, entry in rows if (x, y) == (a, b)} for w, b, *_ in rows if w == a}
            for a, *_ in rows
        }
    )
)
def test_what_is_written_is_read_again(ledger) -> None:
    assert kept(written(ledger)).ledger == ledger


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"{", "1:2: AF702 it is not JSON: Expecting property name enclosed in double quotes"),
        (b"\xff", "1:1: AF702 it is not UTF-8 text"),
        (b"[]", "1:1: AF702 it should be lesson -> kind and name -> place -> numerals"),
        (b'{"a":\n 1}', "1:2: AF702 “a” should be lesson"),
        (b'{"a": {\n "cell x": "1"}}', "2:2: AF702 “cell x” should be lesson"),
        (b'{"a": {"cell x": {\n  "line 1": 0.5}}}', "2:3: AF702 “line 1” should be lesson"),
        (b'{"a": {"cell x": {"line 1": {"pt": 1}}}}', "1:19: AF702 “line 1” should be lesson"),
        (b"[" * 100_000, "1:1: AF702 it is nested too deeply to be read"),
    ],
)
def test_a_ledger_that_cannot_be_read_is_a_finding_at_its_place(data, expected) -> None:
    found = read_ledger(data, PATH)
    assert isinstance(found, Finding)
    assert f"{found}".startswith(f"{PATH}:{expected}")


# ── Comparing ────────────────────────────────────────────────────────────────────────────────────────────────────────

LEDGER = {"masks": {"cell maps": {"line 1": "0.309 0.691"}}}


def test_the_same_numerals_say_nothing() -> None:
    assert said([thing("pt"), thing("es")], LEDGER) == []


def test_a_changed_number_is_named_once_for_all_languages_with_old_and_new() -> None:
    things = [thing(code, {"line 1": "0.309 0.692"}) for code in ("pt", "es")]
    assert said(things, LEDGER) == [
        "lessons/pt/masks.md:7:1: AF703 cell maps, line 1: the ledger has 0.691 as its number 2, the build gives 0.692"
        + IF_RIGHT
    ]


def test_a_number_that_changed_in_one_language_is_named_there() -> None:
    things = [thing("pt"), thing("es", {"line 1": "0.309 0.692"})]
    assert [text[:28] for text in said(things, LEDGER)] == ["lessons/es/masks.md:7:1: AF7"]


def test_more_numbers_and_fewer_are_changes() -> None:
    assert "has 0.309 0.691, the build gives 0.309;" in said([thing(places={"line 1": "0.309"})], LEDGER)[0]
    assert "the build gives 0.309 0.691 1;" in said([thing(places={"line 1": "0.309 0.691 1"})], LEDGER)[0]
    assert "has 0.309 0.691, the build gives nothing;" in said([thing(places={"line 2": "1"})], LEDGER)[0]


def test_a_new_place_and_a_new_thing_are_named() -> None:
    assert said([thing(places={"line 1": "0.309 0.691", "line 2": "5"})], LEDGER) == [
        "lessons/pt/masks.md:7:1: AF704 cell maps, line 2: not in the ledger yet (5)" + IF_RIGHT
    ]
    pages = (*PAGES, lesson_with(("table", "t")))
    assert said([thing(), thing(name="table t", places={"row 1": "5", "row 2": "6"})], LEDGER, pages) == [
        "lessons/pt/masks.md:7:1: AF704 2 places of table t: not in the ledger yet (row 1: 5)" + IF_RIGHT
    ]
    assert said([thing(), thing(name="table t", places={"row 1": "5"})], LEDGER, pages) == [
        "lessons/pt/masks.md:7:1: AF704 1 place of table t: not in the ledger yet (row 1: 5)" + IF_RIGHT
    ]


def test_what_no_page_shows_is_stale_at_its_line_of_the_ledger() -> None:
    text = written({"masks": {"cell maps": {"line 1": "0.309 0.691"}, "cell old": {"line 1": "1"}}})
    assert said([thing()], text) == [f"{PATH}:6:3: AF705 no page shows cell old of masks any more" + IF_RIGHT]


def test_a_language_that_is_not_built_says_nothing_of_its_entries() -> None:
    data = {"masks": {"cell maps": {"line 1": {"pt": "1", "cs": "2"}}}}
    assert said([thing("pt", {"line 1": "1"})], data) == []


def test_what_failed_says_nothing_of_its_entries() -> None:
    assert said([], LEDGER) == []


def test_a_half_way_numeral_may_be_either_neighbour_but_no_other() -> None:
    halves = halves_of(0.0625, ".3f")
    assert halves == {"0.062": "0.063", "0.063": "0.062"}
    data = {"masks": {"cell maps": {"line 1": "0.062"}}}
    assert said([thing(places={"line 1": "0.063"}, halves=halves)], data) == []
    assert len(said([thing(places={"line 1": "0.063"})], data)) == 1
    assert len(said([thing(places={"line 1": "0.064"}, halves=halves)], data)) == 1


def test_the_sign_of_a_printed_zero_says_nothing() -> None:
    data = {"masks": {"cell maps": {"line 1": "-0.000"}}}
    assert said([thing(places={"line 1": "0.000"})], data) == []


def test_accepting_keeps_a_half_way_numeral_as_it_stands() -> None:
    halves = halves_of(0.0625, ".3f")
    old = kept({"masks": {"cell maps": {"line 1": "0.062 1", "line 2": "3"}}})
    things = [thing(places={"line 1": "0.063 1", "line 2": "4"}, halves=halves)]
    assert joined(ledger_of(things), old, things) == {"masks": {"cell maps": {"line 1": "0.062 1", "line 2": "4"}}}


# ── Numerals ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("code", "text", "numerals"),
    [
        ("pt", "peso −1.048,50 e 0,5", ["-1048.50", "0.5"]),
        ("es", "1\u00a0048\u00a0576 pesos, 33\u00a0%", ["1048576", "33"]),
        ("en", "1,048,576 and 0.5", ["1048576", "0.5"]),
        ("cs", r"$0{,}5$ a $1\,048$", ["0.5", "1048"]),
        ("pt", "−0,000 d_k2", ["0.000"]),
        ("pt", "nada", []),
    ],
)
def test_numerals_lose_the_writing_of_their_language(code, text, numerals) -> None:
    marks = language(code).marks
    assert list(plain_numerals(text, marks.decimal, marks.thousands[0])) == numerals


@pytest.mark.parametrize(
    ("value", "spec", "expected"),
    [
        (0.0625, ".3f", {"0.062", "0.063"}),
        (0.06250000000001, ".3f", {"0.062", "0.063"}),
        (0.0626, ".3f", set()),
        (2.5, ".0f", {"2", "3"}),
        (0.125, ".2f", {"0.12", "0.13"}),
        (-0.125, ".2f", {"-0.12", "-0.13"}),
        (0.0, ".3f", set()),
        (float("nan"), ".3f", set()),
        (float("inf"), ".3f", set()),
        (0.5, ".0%", set()),
    ],
)
def test_a_value_half_way_between_two_numerals_knows_both(value, spec, expected) -> None:
    assert set(halves_of(value, spec)) == expected
