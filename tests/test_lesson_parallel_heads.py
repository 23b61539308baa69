"""Lesson 2 against the course's brief: its maps, its output, what its cells print, in each language."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reference.multi_head import multi_head

LESSON = Path(__file__).parent.parent / "snippets" / "lessons" / "parallel_heads.py"
HEAD_1 = [[0.25, 0.24, 0.27, 0.24], [0.25, 0.25, 0.26, 0.24], [0.36, 0.30, 0.12, 0.21], [0.36, 0.33, 0.03, 0.29]]
HEAD_2 = [[0.34, 0.32, 0.17, 0.16], [0.36, 0.34, 0.15, 0.15], [0.18, 0.19, 0.29, 0.33], [0.06, 0.07, 0.46, 0.41]]
WIDE = [[0.31, 0.30, 0.21, 0.18], [0.33, 0.31, 0.19, 0.17], [0.28, 0.25, 0.18, 0.29], [0.17, 0.17, 0.12, 0.54]]
JOINED = [[-0.37, 0.59, 0.63, 0.73], [-0.35, 0.57, 0.59, 0.70], [-0.22, 0.46, 0.97, 1.03], [-0.09, 0.31, 1.25, 1.21]]


def run(language: str) -> dict[str, Any]:
    return runpy.run_path(str(LESSON), init_globals={"language": language})


@pytest.fixture(scope="module")
def lesson() -> dict[str, Any]:
    return run("pt")


def test_two_heads_and_one_wide_head_have_the_maps_of_the_brief(lesson) -> None:
    assert np.allclose(lesson["maps"], [HEAD_1, HEAD_2], atol=0.005)
    assert np.allclose(lesson["wide_maps"], [WIDE], atol=0.005)
    assert np.allclose(lesson["joined"], JOINED, atol=0.005)


def test_the_heads_disagree_as_the_brief_says(lesson) -> None:
    assert np.allclose(lesson["disagreement"], [0.17, 0.20, 0.29, 0.55], atol=0.005)
    assert lesson["near_gap"] == pytest.approx(0.019, abs=0.0005)


def test_the_last_rows_of_four_heads(lesson) -> None:
    assert np.allclose(lesson["narrow_maps"][0, 3], [0.36, 0.33, 0.01, 0.30], atol=0.005)
    assert np.allclose(lesson["narrow_maps"][3, 3], [0.11, 0.12, 0.48, 0.29], atol=0.005)


@pytest.mark.parametrize("h", [1, 2, 4])
def test_the_layer_without_a_loop_is_the_reference_before_its_last_projection(lesson, h) -> None:
    Wq, Wk, Wv, Wo = (lesson[name] for name in ("Wq", "Wk", "Wv", "Wo"))
    maps, joined = lesson["all_heads"](Wq, Wk, Wv, h)
    output, expected = multi_head(lesson["X"], Wq, Wk, Wv, Wo, h)
    assert np.allclose(maps, expected)
    assert np.allclose(joined @ Wo, output)


@pytest.mark.parametrize(("d", "h"), [(4, 1), (4, 2), (4, 4), (256, 8), (512, 8)])
def test_a_layer_has_four_squares_of_parameters(lesson, d, h) -> None:
    assert lesson["layer_parameters"](d, h) == 4 * d * d
    assert lesson["head_parameters"](d, 1) == 3 * d * d


@pytest.mark.parametrize(("language", "head"), [("pt", "cabeça"), ("es", "cabeza"), ("cs", "hlava")])
def test_the_cells_print_what_the_brief_asks_in_each_language(capsys, language, head) -> None:
    run(language)
    printed = capsys.readouterr().out.splitlines()
    first = printed.index(f"{head} 1")
    rows = ["[" + "  ".join(f"{weight:.2f}" for weight in row) + "]" for row in HEAD_1]
    assert printed[first + 1 : first + 5] == rows
    assert printed.count("(4, 4)") == 2
    assert "True True" in printed
    assert "0.0" in printed
    assert printed[-2:] == ["W_Q, W_K, W_V: 48", "W_Q, W_K, W_V, W_O: 64"]
