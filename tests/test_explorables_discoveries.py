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
