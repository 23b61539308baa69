"""What a reader should discover in each explorable, asserted on the data that its state function gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from .explored import states

LANGUAGES = ("pt", "es", "cs")
WORDS = ("the", "mouse", "small", "that", "chase", "those", "cats", "sleeps")


def by_choice(snippet: str, name: str, language: str) -> dict[tuple[str, ...], Any]:
    """The state of each combination of keys."""
    return {tuple(chosen.values()): state for chosen, state in states(snippet, name, language)[1]}


def rules(language: str) -> dict[str, dict[tuple[str, str], float]]:
    """Map -> weight by asker and answerer, whatever the order of the words in the language."""
    controls, every = states("split_then_sum", "rules", language)
    words = list(controls[1]["options"])
    found: dict[str, dict[tuple[str, str], float]] = {}
    for chosen, state in every:
        for panel in (state["map"], state["second"]):
            if panel and chosen["word"] == "the":
                name = chosen["head"] if chosen["head"] != "pairs" else "12" if panel is state["map"] else "34"
                cells = np.asarray(panel["values"])
                found[name] = {(a, b): float(cells[i, j]) for i, a in enumerate(words) for j, b in enumerate(words)}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_head_finds_the_subject_and_the_sum_does_at_the_price_of_the_pursued(language: str) -> None:
    maps = rules(language)
    assert set(maps) == {"1", "2", "3", "4", "sum", "12", "34"}
    sleeps = {name: {word: table["sleeps", word] for word in WORDS} for name, table in maps.items()}
    assert [round(sleeps["1"][word], 3) for word in ("mouse", "cats")] == [0.499, 0.499]
    assert [round(sleeps["2"][word], 3) for word in ("the", "small", "sleeps", "mouse")] == [0.328, 0.328, 0.328, 0.016]
    assert {round(weight, 6) for name in ("3", "4", "34") for weight in sleeps[name].values()} == {0.125}
    assert round(sleeps["sum"]["mouse"], 3) == 0.769
    assert round(sleeps["12"]["mouse"], 3) == 0.907
    chase = {name: table["chase", "mouse"] for name, table in maps.items()}
    assert [round(chase[name], 3) for name in ("1", "sum", "12")] == [0.499, 0.041, 0.013]
    assert round(maps["sum"]["chase", "cats"], 3) == 0.821


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_panel_of_the_rules_in_the_brief_holds_for_every_row(language: str) -> None:
    maps = rules(language)
    wanted = {
        "the": (0.474, 0.328, 0.125, 0.125, 0.345),
        "mouse": (0.125, 0.328, 0.474, 0.474, 0.451),
        "small": (0.474, 0.328, 0.125, 0.125, 0.345),
        "that": (0.474, 0.125, 0.125, 0.125, 0.356),
        "chase": (0.499, 0.487, 0.125, 0.125, 0.821),
        "those": (0.474, 0.487, 0.125, 0.125, 0.435),
        "cats": (0.125, 0.487, 0.474, 0.474, 0.818),
        "sleeps": (0.499, 0.328, 0.125, 0.125, 0.769),
    }
    for word, most in wanted.items():
        found = [max(maps[name][word, other] for other in WORDS) for name in ("1", "2", "3", "4", "sum")]
        assert [round(weight, 3) for weight in found] == list(most), word


# ── Lesson 1; its data do not depend on the language ─────────────────────────────────────────────────────────────────

LOOKUP = "soft_lookup"


@pytest.mark.slow  # the snippet trains its models anew
def test_a_longer_query_hardens_the_soft_dictionary_and_a_silent_one_is_the_mean() -> None:
    found = by_choice(LOOKUP, "dictionary", "pt")
    results = {c: round(state["result"]["values"][0], 2) for (c,), state in found.items()}
    assert {c: results[c] for c in ("0", "1", "2", "4", "8")} == {
        "0": 20,
        "1": 13.94,
        "2": 12.01,
        "4": 10.56,
        "8": 10.03,
    }
    assert np.allclose(found["0",]["weights"]["values"], 1 / 3)


@pytest.mark.slow  # the snippet trains its models anew
def test_attention_falls_through_the_floor_of_its_rivals_within_thirty_steps() -> None:
    curves = {own["name"]: dict(zip(own["x"], own["y"], strict=True)) for own in _curves("race", "30")}
    at_thirty = {name: round(curve[30], 3) for name, curve in curves.items()}
    assert at_thirty == {"attention": 0.011, "averaging": 1.802, "connected": 1.879}
    assert max(curves["attention"][step] for step in curves["attention"] if step >= 30) < 0.02
    assert min(min(curves[name].values()) for name in ("averaging", "connected")) > 1.4


def _curves(name: str, key: str) -> list[dict[str, Any]]:
    curves: list[dict[str, Any]] = by_choice(LOOKUP, name, "pt")[key,]["curves"]["curves"]
    return curves


@pytest.mark.slow  # the snippet trains its models anew
def test_the_model_found_the_same_letter_on_its_own_and_then_the_right_digit() -> None:
    scores = next(iter(by_choice(LOOKUP, "letters", "pt").values()))["scores"]["values"]
    assert (scores.argmax(axis=1) == np.arange(8)).all()
    assert round(np.diag(scores).mean(), 2) == 4.78
    asked = by_choice(LOOKUP, "example", "pt")
    assert np.allclose(asked["e",]["weights"]["values"], [0.005, 0.005, 0.946, 0.039, 0.001, 0.003], atol=5e-4)
    right = {"g": 1, "d": 7, "e": 1, "a": 4, "c": 8, "h": 3}
    assert {letter: int(np.argmax(state["digits"]["values"])) for (letter,), state in asked.items()} == right


@pytest.mark.slow  # the snippet trains its models anew
def test_a_few_units_of_lead_make_the_right_score_sure() -> None:
    found = by_choice(LOOKUP, "advantage", "pt")
    sure = [round(float(found[str(lead),]["weights"]["values"][0]), 3) for lead in range(7)]
    assert sure == [0.167, 0.352, 0.596, 0.801, 0.916, 0.967, 0.988]


@pytest.mark.slow  # the snippet trains its models anew
def test_raw_scores_push_one_weight_to_1_and_scaled_ones_do_not_care_about_the_width() -> None:
    found = by_choice(LOOKUP, "spreading", "pt")
    largest = {scores: found[scores, "4"]["largest"]["values"] for scores in ("raw", "scaled")}
    assert [round(weight, 3) for weight in largest["raw"]] == [0.574, 0.780, 0.889, 0.944]
    assert [round(weight, 3) for weight in largest["scaled"]] == [0.399, 0.419, 0.418, 0.424]


@pytest.mark.slow  # the snippet trains its models anew
def test_parameters_do_not_depend_on_the_length_and_operations_grow_with_its_square() -> None:
    found = by_choice(LOOKUP, "length", "pt")
    at = {n: found[n,]["multiplications"]["values"] for n in ("1000", "2000")}
    assert at["1000"] == [98_304_000, 64_000_000, 64_000_000]
    assert at["2000"] == [2 * 98_304_000, 256_000_000, 256_000_000]
    assert len({state["sizes"]["lines"][1] for state in found.values()}) == 1


# ── Lessons 2 and 5 ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_wide_head_is_neither_of_two_nor_their_mean(language: str) -> None:
    found = by_choice("parallel_heads", "heads", language)
    shown = {which: [found[which, "blue"][f"map_{i}"] for i in range(1, 5)] for which in ("1", "mean", "2", "4")}
    assert {which: sum(panel is not None for panel in panels) for which, panels in shown.items()} == {
        "1": 1, "mean": 1, "2": 2, "4": 4,
    }  # fmt: skip
    wide, mean = (np.asarray(shown[which][0]["values"]) for which in ("1", "mean"))
    assert np.allclose(wide[3], [0.17, 0.17, 0.12, 0.54], atol=5e-3)
    assert min(np.abs(wide - np.asarray(panel["values"])).max() for panel in shown["2"][:2]) > 0.1
    assert np.abs(wide - mean).max() > 0.1


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_mask_moves_nothing_at_the_end_of_the_path_heads_do_and_temperature_only_how_much(language: str) -> None:
    roof = {"pt": "␣telhado", "es": "␣tejado", "cs": "␣střechu"}[language]
    cat = {"pt": "␣gato", "es": "␣gato", "cs": "␣kocour"}[language]
    chances = {
        chosen[:4]: dict(zip(state["next"]["labels"], state["next"]["values"], strict=True))
        for chosen, state in by_choice("whole_path", "path", language).items()
    }
    for (sentence, h, mask, temperature), shares in chances.items():
        if mask == "none":
            other = chances[sentence, h, "causal", temperature]
            assert all(abs(share - other[token]) < 1e-12 for token, share in shares.items())
    here = "the_cat_climbed_on"
    by_heads = {h: chances[here, h, "causal", "1"] for h in ("1", "2", "4")}
    assert [max(shares, key=shares.__getitem__) for shares in by_heads.values()] == [cat, roof, cat]
    assert [round(float(by_heads[h][roof]), 3) for h in ("1", "2", "4")] == [0.174, 0.395, 0.246]
    warm = [round(float(chances[here, "2", "causal", T][roof]), 3) for T in ("0.5", "1", "2")]
    assert warm == [0.761, 0.395, 0.208]
    assert round(float(chances["the_dog_climbed_on", "2", "causal", "1"][roof]), 3) == 0.374


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_toy_writes_its_sentence_to_the_end_never_sure(language: str) -> None:
    found = by_choice("whole_path", "writing", language)
    largest = [round(float(np.max(found[str(count),]["next"]["values"])), 3) for count in range(7)]
    assert largest == [0.500, 0.444, 0.274, 0.311, 0.395, 0.418, 0.383]


# ── Lesson 3: two heads that pull in opposite directions ─────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_opposite_heads_cancel_in_the_mean_as_if_both_had_been_silent_and_stay_side_by_side(language: str) -> None:
    found = by_choice("split_then_sum", "averaging", language)
    results = {chosen: np.asarray(state["result"]["values"]).tolist() for chosen, state in found.items()}
    assert results["opposite", "average"] == results["silent", "average"] == [[0, 0]]
    assert results["opposite", "concatenation"] == [[1, 0, -1, 0]]
    assert results["silent", "concatenation"] == [[0, 0, 0, 0]]
    assert np.asarray(found["opposite", "average"]["heads"]["values"]).tolist() == [[1, 0], [-1, 0]]
    kept = [tuple(row) for (pair, join), (row,) in results.items() if join == "concatenation"]
    assert len(set(kept)) == 4  # side by side, each pair stays apart from the others
    assert len({tuple(row) for (_, join), (row,) in results.items() if join == "average"}) == 3


# ── Lesson 4 ─────────────────────────────────────────────────────────────────────────────────────────────────────────

ALLOWED = {"none": 25, "causal": 15, "window": 9, "prefix": 16, "documents": 13, "padding": 10, "padding_causal": 9}
MASKED = {
    "1": [[1, 0, 0, 0, 0], [0.309, 0.691, 0, 0, 0], [0.930, 0.063, 0.007, 0, 0], [0.729, 0.080, 0.049, 0.142, 0],
          [0.011, 0.035, 0.622, 0.319, 0.014]],
    "2": [[1, 0, 0, 0, 0], [0.977, 0.023, 0, 0, 0], [0.279, 0.094, 0.627, 0, 0], [0.033, 0.302, 0.495, 0.170, 0],
          [0.016, 0.882, 0.067, 0.015, 0.020]],
}  # fmt: skip


def masked(language: str) -> dict[tuple[str, str], dict[str, Any]]:
    """The map of each head under each mask."""
    found = by_choice("masks_and_two_heads", "masks", language)
    return {(head, mask): state["map"] for (head, mask, row), state in found.items() if row == "cat"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mask_leaves_rows_that_share_out_1_and_the_causal_one_leaves_the_last_still(language: str) -> None:
    maps = masked(language)
    assert {mask for _, mask in maps} == set(ALLOWED)
    for (head, mask), panel in maps.items():
        values, hidden = np.asarray(panel["values"]), np.asarray(panel["hidden"], dtype=bool)
        assert int((~hidden).sum()) == ALLOWED[mask]
        assert np.allclose(values.sum(axis=1), 1)
        assert (values[hidden] == 0).all()
        last = np.abs(values[4] - np.asarray(maps[head, "none"]["values"])[4]).max()
        if mask == "causal":
            assert hidden.tolist() == np.triu(np.ones((5, 5), bool), 1).tolist()
            assert np.round(values[0], 3).tolist() == [1, 0, 0, 0, 0]
            assert last < 1e-12
            assert np.asarray(panel["moved"]).tolist() == [True, True, True, True, False]
        if mask in ("window", "padding"):
            assert last > 0.1
    for head, wanted in MASKED.items():
        assert np.allclose(maps[head, "causal"]["values"], wanted, atol=6e-4)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wide_head_says_nothing_where_two_say_the_opposite(language: str) -> None:
    maps = masked(language)
    assert np.allclose(np.asarray(maps["wide", "causal"]["values"])[3], [0.25, 0.25, 0.25, 0.25, 0])
    assert np.round(np.asarray(maps["wide", "causal"]["values"])[4], 3).tolist() == [0.010, 0.391, 0.482, 0.103, 0.014]
    assert [np.asarray(maps[head, "causal"]["values"])[3].argmax() for head in ("1", "2")] == [0, 2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_row_is_worked_out_from_its_scores(language: str) -> None:
    state = by_choice("masks_and_two_heads", "masks", language)["1", "causal", "cat"]["row"]
    columns = list(zip(*state["rows"], strict=True))
    assert columns[1][:5] == ("−0,333", "0,471", "−0,218", "−0,577", "−0,471")
    assert columns[2][:5] == ("−0,333", "0,471", "−∞", "−∞", "−∞")
    assert columns[3] == ("0,717", "1,602", "0,000", "0,000", "0,000", "2,319")
    assert columns[4] == ("0,309", "0,691", "0,000", "0,000", "0,000", "1,000")
    assert state["marked"] == [0, 1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_the_laboratory_the_mask_moves_all_rows_but_the_last_and_one_head_moves_them_all(language: str) -> None:
    found = by_choice("masks_and_two_heads", "laboratory", language)

    def output(mask: str, h: str, projection: str) -> tuple[list[list[float]], list[bool]]:
        panel = found[mask, h, projection, "project"]["output"]
        return np.round(panel["values"], 3).tolist(), np.asarray(panel["moved"]).tolist()

    start = [[0.778, 0.222, 1.000, 1.000], [0.277, 0.723, 1.876, 0.124], [0.853, 0.147, 0.124, 1.876]]
    assert output("open", "2", "I") == (start, [False, False, False])
    values, moved = output("causal", "2", "I")
    assert values == [[1, 0, 2, 0], [0.871, 0.129, 1.888, 0.112], start[2]]
    assert moved == [True, True, False]
    values, moved = output("open", "1", "I")
    assert values[2] == [0.850, 0.150, 1.646, 0.354]
    assert moved == [True, True, True]
    mixing = [[1, 0, 0, 0], [0, 1, 0, 0], [1, 0, 1, 0], [0, -1, 0, 1]]
    mixed = np.asarray(found["open", "2", "mix", "project"]["output"]["values"])
    assert np.allclose(mixed, np.asarray(found["open", "2", "I", "project"]["output"]["values"]) @ mixing)
    assert {len(state["code"]["items"]) for state in found.values()} == {7}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_line_of_the_laboratory_shows_what_it_makes(language: str) -> None:
    state = by_choice("masks_and_two_heads", "laboratory", language)["open", "2", "I", "softmax"]
    (scores, maps, mixed) = (state["code"]["items"][i]["parts"] for i in (1, 3, 4))
    assert np.round(scores[0]["values"], 3)[2].tolist() == [1.768, -3.536, 0]
    wanted = (
        [[0.734, 0.088, 0.178], [0.236, 0.082, 0.682], [0.851, 0.004, 0.145]],
        [[0.486, 0.486, 0.029], [0.932, 0.055, 0.013], [0.055, 0.932, 0.013]],
    )
    assert [np.round(panel["values"], 3).tolist() for panel in maps] == list(wanted)
    assert np.round(mixed[0]["values"], 2)[2].tolist() == [0.85, 0.15]
