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
