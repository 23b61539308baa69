"""Explorables: what a states function returns, checked, written and stored once; links that set a state; the ledger."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from aferir import explorables as stage
from aferir.execute import Engine
from aferir.execute.states import MOST_STATES, explorable
from aferir.execute.writing import Writing
from aferir.explorables import (
    Piece,
    frame_of,
    label_pieces,
    lesson_states,
    settings_of,
    states_of,
    too_large,
    unknown_states,
    unused_states,
)
from aferir.languages import language
from aferir.ledger import produced
from aferir.model import Cell, Explorable, Failure, Results, Snippet, Work
from aferir.parity import compare_languages
from aferir.records import explorable_of, explorable_record
from aferir.scan import scan
from aferir.shades import shade, shade_sheet
from aferir.values import failure_findings

CS = Writing("cs", ",", "\u00a0")
HEAD = {"name": "head", "label": "hlava", "kind": "buttons", "options": {"1": "1", "2": "2"}, "initial": "2"}
MASK = {"name": "mask", "label": "maska", "kind": "slider", "options": {"no": "ne", "yes": "ano"}}
WORDS = {"kind": "words", "lines": ["ahoj", ("d_k", "je 2")]}
MATRIX = {
    "kind": "matrix",
    "rows": ["a", "b"],
    "columns": ["c", "d"],
    "values": np.array([[0.25, 0.75], [1.0, 0.0]]),
    "decimals": 2,
    "scale": "probability",
}


def made(state: Any, controls: Any = (HEAD, MASK)) -> Explorable:
    return explorable("x", lambda _text: {"controls": list(controls), "state": state}, CS)


def shown(panel: Mapping[str, object]) -> Mapping[str, Any]:
    """The frame of a panel that is the same in every state."""
    (own,) = made(lambda **_: {"p": panel}).panels
    assert own.frames[0] is not None
    return own.frames[0]


# ── States ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def by_mask(head: str, mask: str) -> dict[str, object]:
    off = mask == "yes"
    hidden = [[False, off], [False, False]]
    values = np.array([[1.0, 0.0], [0.5, 0.5]]) if off else np.array([[0.25, 0.75], [0.5, 0.5]])
    return {
        "map": MATRIX | {"values": values, "hidden": hidden, "moved": [off, False]},
        "said": {"kind": "words", "lines": [f"hlava {head}"]},
        "still": WORDS,
        "sometimes": WORDS if head == "1" else None,
    }


def test_each_panel_is_stored_once_per_frame_with_the_controls_it_depends_on() -> None:
    map_, said, still, sometimes = made(by_mask).panels
    assert [(own.on, len(own.frames), own.at) for own in (map_, said, still)] == [
        (("mask",), 2, (0, 1)),
        (("head",), 2, (0, 1)),
        ((), 1, (0,)),
    ]
    assert (sometimes.on, sometimes.frames[1], sometimes.kind) == (("head",), None, "words")


def test_the_frame_of_a_state_is_the_one_that_its_function_gave() -> None:
    own = made(by_mask)
    frame = frame_of(own.panels[0], own, {"mask": "yes"})
    assert frame is not None
    assert frame["cells"] == [["1,00", ""], ["0,50", "0,50"]]
    assert frame["shade"] == [[20, None], [10, 10]]
    assert frame["moved"] == [0]
    assert frame_of(own.panels[3], own, {}) is None
    assert frame_of(own.panels[1], own, {}) == frame_of(own.panels[1], own, {"head": "2"})


def test_an_explorable_survives_being_written_as_a_record() -> None:
    own = made(by_mask)
    assert explorable_of(json.loads(json.dumps(explorable_record(own)))) == own


def test_the_ledger_keeps_each_series_of_each_distinct_frame_and_the_numerals_of_words() -> None:
    places = made(by_mask).places
    assert places["map mask=no"] == "0.25 0.75 0.50 0.50"
    assert places["map mask=yes"] == "1.00 0.50 0.50"
    assert places["said words head=1"] == "1"
    assert places["still words"] == "2"
    assert places["controls"] == "1 2"


def test_a_long_series_is_kept_by_length_ends_extremes_and_mean() -> None:
    values = np.linspace(0, 1, 36).reshape(6, 6)
    names = list("abcdef")
    own = made(lambda **_: {"p": MATRIX | {"rows": names, "columns": names, "values": values}})
    assert own.places["p"] == "36 values first 0.00 last 1.00 least 0.00 most 1.00 mean 0.50"


def test_a_half_way_number_may_be_either_in_the_ledger() -> None:
    halves = {"0.2": "0.3", "0.3": "0.2", "0.7": "0.8", "0.8": "0.7"}
    assert made(lambda **_: {"p": MATRIX | {"decimals": 1}}).halves == halves


MANY = {str(number): str(number) for number in range(3000)}
STATEFUL = iter(range(100))

WRONG = [
    (lambda **_: [], "should give a dict of panels, not list"),
    (lambda **_: {"p": 3}, "panel “p” should be a dict, not int (in state(head='1', mask='no'))"),
    (lambda **_: {"p": {"kind": "pie"}}, "panel “p” has the kind “pie”; the kinds here: matrix, bars"),
    (lambda **_: {"p": WORDS | {"colour": "red"}}, "panel “p” has no entry “colour”"),
    (lambda **_: {"p": MATRIX | {"decimls": 2}}, "no entry “decimls” (did you mean “decimals”?)"),
    (lambda **_: {"p": MATRIX | {"values": [[1, 2]]}}, "“values” has shape (1, 2), not (2, 2)"),
    (lambda **_: {"p": MATRIX | {"values": [[0, 2], [0, 0]]}}, "2 lies outside its scale, 0 to 1"),
    (lambda **_: {"p": MATRIX | {"values": [[0, -np.inf], [0, 0]]}}, "“values” holds -inf: say with “hidden” where"),
    (lambda **_: {"p": MATRIX | {"scale": "rainbow"}}, "“scale” is 'rainbow'"),
    (lambda **_: {"p": MATRIX | {"scale": "diverging"}}, "“limit” should be a finite number, not None"),
    (lambda **_: {"p": MATRIX | {"moved": [2]}}, "“moved” is [2], but there are 2, counted from 0"),
    (
        lambda **_: {"p": MATRIX | {"rows": ["a", 2]}},
        "“rows” holds 2, which is no text: write numbers with text.number",
    ),
    (lambda **_: {"p": MATRIX | {"choose": "row"}}, "panel “p” sets the control “row”, which there is not"),
    (lambda **_: {"p": {"kind": "bars", "labels": ["a"], "values": [3.0]}}, "“range” is 0 to 1: it holds zero and"),
    (
        lambda **_: {"p": {"kind": "steps", "choose": "head", "items": [{"label": "a"}]}},
        "has 1 to choose from, “head” 2",
    ),
    (lambda **_: {"p": {"kind": "steps", "choose": "head", "items": [{}]}}, "step 1 needs “label” or “code”"),
    (lambda head, **_: {head: WORDS}, "the panels differ between states: 1 in 1; no, 2 in 2; no"),
    (lambda head, **_: {"p": WORDS if head == "1" else MATRIX}, "“p” is words in one state and matrix in another"),
    (lambda **_: {"p": None}, "panel “p” is None in every state"),
    (lambda **_: {"p": {"kind": "words", "lines": [str(next(STATEFUL))]}}, "gave two answers for one state"),
]


@pytest.mark.parametrize(("state", "message"), WRONG, ids=[message[:30] for _, message in WRONG])
def test_a_state_that_is_none_says_why(state, message) -> None:
    with pytest.raises((TypeError, ValueError)) as caught:
        made(state)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("controls", "message"),
    [
        ([], "“controls” is a list of at least one dict"),
        ([HEAD, HEAD], "two controls are called “head”"),
        ([HEAD | {"kind": "knob"}], "“kind” is 'knob', not one of slider, buttons, choose"),
        ([HEAD | {"name": "Head"}], "names are small letters"),
        ([HEAD | {"options": {"1": "1"}}], "“options” is a dict of at least two"),
        ([HEAD | {"options": {1: "1", 2: "2"}}], "1 is no key: it stands in addresses"),
        ([HEAD | {"options": {"a b": "1", "2": "2"}}], "'a b' is no key"),
        ([HEAD | {"options": {"1": 1, "2": "2"}}], "which is no text"),
        ([HEAD | {"initial": "3"}], "“initial” is '3', not one of its keys: 1, 2"),
        ([HEAD | {"options": MANY}], f"3000 = 3000 combinations, more than {MOST_STATES}"),
    ],
)  # fmt: skip
def test_controls_that_are_none_say_why(controls, message) -> None:
    with pytest.raises((TypeError, ValueError)) as caught:
        made(lambda **_: {"p": WORDS}, controls)
    assert message in str(caught.value)


def test_a_states_function_returns_controls_and_a_function() -> None:
    with pytest.raises(TypeError, match="returns its controls and its state function; for example"):
        explorable("x", lambda _text: {"controls": [HEAD]}, CS)


# ── Kinds of panels ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_scores_have_a_scale_that_goes_both_ways_with_its_range_stated() -> None:
    frame = shown(MATRIX | {"values": [[-2.5, 0.5], [0, 2.5]], "scale": "diverging", "limit": 2.5, "decimals": 1})
    assert frame["shade"] == [[-20, 4], [0, 20]]
    assert frame["ends"] == ["−2,5", "0,0", "2,5"]
    assert frame["cells"][0][0] == "−2,5"


def test_what_a_mask_hides_has_no_number_but_may_have_a_sign() -> None:
    values = np.array([[1.0, -np.inf], [0.0, 1.0]])
    frame = shown(MATRIX | {"values": values, "hidden": np.isinf(values), "hidden_as": "−∞"})
    assert frame["cells"][0] == ["1,00", "−∞"]
    assert frame["shade"][0] == [20, None]


def test_bars_begin_at_zero_in_one_range_for_all_states() -> None:
    bars = {
        "kind": "bars",
        "labels": ["a", "b"],
        "values": [-1.0, 3.0],
        "range": (-1, 3),
        "marked": [1],
        "heads": [0, 1],
    }
    frame = shown(bars)
    assert frame["zero"] == 250
    assert frame["bars"] == [
        {"label": "a", "text": "−1,000", "from": 0, "length": 250, "marked": False, "head": 1},
        {"label": "b", "text": "3,000", "from": 250, "length": 750, "marked": True, "head": 2},
    ]


CURVES = {
    "kind": "lines",
    "x": {"label": "krok", "ticks": [0, 10, 100], "scale": "even"},
    "y": {"label": "ztráta", "ticks": [0, 2], "decimals": 1},
    "curves": [
        {"name": "a", "label": "A", "x": [0, 10], "y": [2.0, 1.0]},
        {"name": "b", "label": "B", "x": [0, 100], "y": [1, 0]},
    ],
    "references": [{"label": "ln 10", "y": 1.5}],
    "at": 10,
}  # fmt: skip


def test_curves_are_places_in_thousandths_and_the_same_numbers_as_a_table() -> None:
    frame = shown(CURVES)
    assert [curve["points"] for curve in frame["curves"]] == ["0,0 500,500", "0,500 1000,1000"]
    assert frame["x"]["ticks"] == [[0, "0"], [500, "10"], [1000, "100"]]
    assert frame["references"] == [{"label": "ln 10", "at": 750}]
    assert frame["marks"] == [{"curve": 0, "x": 500, "y": 500, "beside": 500, "text": "1,0"}]
    assert frame["rows"] == [["0", "2,0", "1,0"], ["10", "1,0", "—"], ["100", "—", "0,0"]]


@pytest.mark.parametrize(
    ("values", "heights"),
    [
        ([1.0, 0.5, 2.0], [500, 250, 1000]),  # far enough from each other
        ([1.0, 1.05], [475, 550]),  # 500 and 525
        ([1.05, 1.0], [550, 475]),
        ([0.0, 0.0, 1.0], [0, 75, 500]),  # never below the axis
    ],
)
def test_what_curves_say_at_one_place_does_not_cover_itself(values: list[float], heights: list[int]) -> None:
    curves = [{"name": f"c{i}", "label": f"C{i}", "x": [0, 10], "y": [1, value]} for i, value in enumerate(values)]
    marks = shown(CURVES | {"curves": curves})["marks"]
    assert [mark["beside"] for mark in marks] == heights
    assert [mark["y"] for mark in marks] == [round(500 * value) for value in values]


def test_a_logarithmic_axis_has_equal_steps_for_equal_factors() -> None:
    frame = shown(CURVES | {"x": {"label": "n", "ticks": [1, 10, 100], "scale": "log"}, "at": None, "curves": [
        {"name": "a", "label": "A", "x": [1, 10, 100], "y": [0, 1, 2]}]})  # fmt: skip
    assert frame["curves"][0]["points"] == "0,1000 500,500 1000,0"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"at": 7}, None),
        ({"at": 700}, "700 lies outside its range, 0 to 100"),
        ({"x": {"label": "x", "ticks": [0, 1], "scale": "log"}}, "a “log” scale begins above 0"),
        ({"x": {"label": "x", "ticks": [0]}}, "at least two “ticks”"),
        ({"curves": [{"name": "a", "label": "A", "x": [10, 0], "y": [1, 1]}]}, "“x” rises"),
    ],
)
def test_curves_that_cannot_be_drawn_say_why(change, message) -> None:
    if message is None:
        assert shown(CURVES | change).get("marks") is None  # no curve has a point there
        return
    with pytest.raises(ValueError, match=message):
        shown(CURVES | change)


def test_a_step_holds_panels_of_its_own() -> None:
    items = [{"code": "A = softmax(S)", "parts": [MATRIX]}, {"label": "konec", "summary": "2"}]
    own = made(lambda **_: {"p": {"kind": "steps", "choose": "head", "items": items}})
    frame = own.panels[0].frames[0]
    assert frame is not None
    assert frame["items"][0]["parts"][0]["cells"][1] == ["1,00", "0,00"]  # type: ignore[index]
    assert own.places["p step 1 part 1"] == "0.25 0.75 1.00 0.00"
    with pytest.raises(ValueError, match="has the kind “lines”; the kinds here: matrix, bars, table, words"):
        made(lambda **_: {"p": {"kind": "steps", "choose": "head", "items": [{"code": "a", "parts": [CURVES]}] * 2}})


# ── The page's side ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_labels_may_hold_code_emphasis_and_an_index() -> None:
    assert label_pieces("`a_b` *rato* W_O d_{model} snake_case x_12") == (
        Piece("code", "a_b"),
        Piece("text", " "),
        Piece("em", "rato"),
        Piece("text", " W"),
        Piece("sub", "O"),
        Piece("text", " d"),
        Piece("sub", "model"),
        Piece("text", " snake_case x_12"),
    )


def test_what_occurs_twice_is_stored_once() -> None:
    data = json.loads(lesson_states([made(by_mask)]))
    assert len(data["pool"]) >= 1
    panels = data["explorables"]["x"]["panels"]
    assert json.dumps(panels).count('"$"') >= 2
    assert data["explorables"]["x"]["controls"][0]["initial"] == 1
    assert whole(panels[0]["frames"], data["pool"]) == list(made(by_mask).panels[0].frames)


def whole(value: Any, pool: list[Any]) -> Any:
    if isinstance(value, dict):
        return (
            whole(pool[value["$"]], pool) if "$" in value else {key: whole(part, pool) for key, part in value.items()}
        )
    return [whole(part, pool) for part in value] if isinstance(value, list) else value


PAGE = """---
title: Uma
snippet: one
---
[Ligue](#x:mask=yes) e {}.

```explorable x
alt: Um mapa.
```
"""


def page(link: str = "", code: str = "pt"):
    lesson, found = scan(PAGE.format(link), f"lessons/{code}/one.md", language(code), "one")
    assert found == ()
    return lesson


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("[a](#x:mask=yes;head=1)", ""),
        ("[a](#x:)", ""),
        ("[a](#outro)", ""),
        ("`[a](#y:z)`", ""),
        ("[a](#y:mask=yes)", "5:24: AF234 #y:mask=yes sets nothing: this page has no explorable “y”; it has: x"),
        ("[a](#x:maks=yes)", "“x” has no control “maks” (did you mean “mask”?); its controls: head, mask"),
        ("[a](#x:mask=yea)", "“mask” has no option “yea” (did you mean “yes”?); its options: no, yes"),
        ("[a](#x:mask)", "“mask” has no option “”; its options: no, yes"),
        ("[a](#x:mask=no;mask=yes)", "“mask” is set twice"),
    ],
)
def test_a_link_to_a_state_that_is_not_there_is_a_finding(link, message) -> None:
    found = list(unknown_states(page(link), Results(states={"x": made(by_mask)})))
    assert (message in str(found[0])) if message else not found
    assert len(found) == bool(message)


def test_nothing_is_said_of_links_to_an_explorable_that_failed() -> None:
    assert not list(unknown_states(page("[a](#x:b=c)"), Results(states={"x": Failure("raised", "")})))


def test_links_to_states_are_the_same_in_every_language() -> None:
    assert settings_of(page().state_links[0]) == [("mask", "yes")]
    (found,) = compare_languages({"pt": page("[a](#x:head=1)"), "es": page("", "es")})
    assert "the link (#x:head=1)" in str(found)


def test_data_past_the_limit_are_a_finding_with_their_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    results = Results(states={"x": made(by_mask)})
    states = states_of(page(), results)
    assert not list(too_large(page(), results, states))
    monkeypatch.setattr(stage, "MOST_BYTES", 50)
    (found,) = too_large(page(), results, states)
    assert f"(x {len(gzip.compress(lesson_states([made(by_mask)])))}" in str(found)
    assert str(found).startswith("lessons/pt/one.md:7:1: AF233")


def test_a_states_function_that_no_page_shows_is_a_finding() -> None:
    cell = Cell("one", "x = 1\ndef states_y(text):\n    pass", 4)
    snippet = Snippet("one", "snippets/lessons/one.py", (cell,), states=("x", "y"))
    (found,) = unused_states({"one": snippet}, [page()])
    assert str(found).startswith("snippets/lessons/one.py:5:1: AF235 states_y is shown nowhere: a lesson shows it with")


SOURCE = """\
n = 3
def states_x(text):
    def state(head):
        return {"p": {"kind": "words", "lines": [text.number(n / int(head), 2)]}}
    head = {"name": "head", "label": "h", "kind": "buttons", "options": {"1": "a", "2": "b"}}
    return {"controls": [head], "state": state}
"""


def run(source: str) -> tuple[Work, Results]:
    work = Work("one", "snippets/lessons/one.py", (Cell("one", source, 3),), "pt", states=("x",), thousands_mark=".")
    with Engine() as engine:
        return work, engine.run(work)


@pytest.mark.slow
def test_states_are_made_in_the_lesson_s_process_and_counted_as_produced() -> None:
    _, results = run(SOURCE)
    (thing,) = produced(page(), results, language("pt"))
    assert thing.thing == "explorable x"
    assert thing.places == {"p words head=1": "3.00", "p words head=2": "1.50"}


@pytest.mark.slow
def test_an_explorable_that_fails_is_a_finding_at_its_line() -> None:
    work, results = run(SOURCE.replace("int(head)", "0"))
    assert [str(item) for item in failure_findings(work, results)] == [
        "snippets/lessons/one.py:6:9: AF232 states_x raises ZeroDivisionError: division by zero"
    ]


def test_the_style_sheet_has_the_colours_of_the_palette() -> None:
    from aferir.execute.palette import DARK, LIGHT, contrast, legible_on

    sheet = shade_sheet().decode()
    assert f"--af-head-2: {LIGHT.heads[1]}" in sheet
    for theme in (LIGHT, DARK):
        assert (shade(theme, 0), shade(theme, 20), shade(theme, -20)) == (theme.paper, theme.shares[-1], theme.heads[1])
        for step in range(-20, 21):
            assert contrast(legible_on(theme, shade(theme, step)), shade(theme, step)) >= 4.5
