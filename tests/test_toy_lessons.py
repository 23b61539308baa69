"""The code of the two lessons on the toy: what its cells print, and what its tables hold, in every language."""

from __future__ import annotations

import re
import runpy
from collections.abc import Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from .conftest import ROOT

LANGUAGES = ("pt", "es", "cs")

MASKS_PRINTS = """
0.717 1.602 2.319 0.309 0.691
-0.816 -0.816 0.000 1.633
0.945 -0.651 -0.013 1.582
-0.653 -0.784 -0.054 -0.268
-0.684 -0.361 -0.175 -0.649
-0.739 1.411 -0.521 -0.520
0.00 0.00 0.00 0.00 3.25
0.09 0.54 0.80 1.95 3.25
0.829 0.732
2 5 4 2 2 5 2 2 5 4
1 1 1 1 2 2 2 2 4 4 4 4
0.391 0.482
0.25 0.25 0.25 0.25
0.693 0.811 1.295 1.169 0.928 0.979
"""
PATH_PRINTS = """
0 2 4 5 1
-0.5 -0.5 0.0 1.0 1.5 -0.5 -0.5 -0.5 -0.5 1.5 0.0 -1.0 -0.5 0.5 0.0 0.0 -0.5 -0.5 -0.5 1.5
-0.816 -0.816 0.000 1.633
1.732 -0.577 -0.577 -0.577
-0.535 1.604 0.000 -1.069
-1.414 1.414 0.000 0.000
-0.577 -0.577 -0.577 1.732
0.011 0.035 0.622 0.319 0.014
0.016 0.882 0.067 0.015 0.020
-0.739 1.411 -0.521 -0.520 -0.739 1.411 -0.521 -0.520
-0.149 0.802 -0.166 0.874 0.952 -0.162 0.726 -0.156
0.803 0.640 0.560 0.718
-0.436 1.551 -0.461 1.698
-0.987 0.928 -1.011 1.069
2.491 0.395 1.463 0.141 0.999 0.089 0.970 0.086 0.634 0.062 0.564 0.058
0.418 0.050 0.410 0.049 0.000 0.033 -0.518 0.020 -0.945 0.013 -2.056 0.004
-0.001 0.000 0.001 0.000
-0.011 0.011 0.027 -0.028
0.000 0.000 0.026 -0.026
0.000 0.000 0.000 0.000
-0.001 0.000 0.001 0.000
0.002 0.002 0.000 -0.004
0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000
0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000
0.395 0.396 0.928 0.927
1 0.426 2 0.395 4 0.306 0.5 0.761 1 0.395 2 0.208 0.455
48 38597376 32 786432 48 21233664 16 7077888 64 56623104 48 0 256 124318464
0.500 0.444 0.274 0.311 0.395 0.418 0.383
"""


@cache
def lesson(name: str, language: str) -> tuple[Mapping[str, Any], str]:
    """The names a lesson's code defines, and what it prints."""
    printed: list[str] = []

    def keep(*values: object) -> None:
        printed.append(" ".join(map(str, values)))

    path = ROOT / "snippets" / "lessons" / f"{name}.py"
    return runpy.run_path(str(path), {"language": language, "print": keep}), "\n".join(printed)


def numerals(text: str) -> list[str]:
    """Numerals that belong to no name: neither W_1 nor cabeça_2."""
    return re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?(?!\w)", text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "expected"), [("masks_and_two_heads", MASKS_PRINTS), ("whole_path", PATH_PRINTS)], ids=["masks", "path"]
)
def test_cells_print_the_numbers_of_the_brief(name: str, expected: str, language: str) -> None:
    assert numerals(lesson(name, language)[1]) == expected.split()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_check_that_a_cell_prints_is_true(language: str) -> None:
    printed = lesson("masks_and_two_heads", language)[1]
    assert printed.count("True") == 5
    assert "False" not in printed


@pytest.mark.parametrize(
    ("language", "names"), [("pt", "juros do"), ("es", "intereses del"), ("cs", "klíč od")], ids=LANGUAGES
)
def test_the_laboratory_names_the_rows_that_the_mask_moves(language: str, names: str) -> None:
    lines = [line for line in lesson("masks_and_two_heads", language)[1].splitlines() if line.startswith("h = 2")]
    assert lines[0].endswith(" -")
    assert lines[2].endswith(f": {names}")
    assert lines[2].count(names) == 1


def table(name: str, language: str = "pt") -> tuple[list[str], list[list[str]]]:
    """A table of the lesson on the whole path, its numbers written plainly."""
    text = SimpleNamespace(
        language=language,
        number=lambda value, decimals: f"{value:.{decimals}f}".replace("-0.000", "0.000"),
        integer=lambda value: f"{value:,d}",
    )
    columns, body = lesson("whole_path", language)[0][f"table_{name}"](text)
    assert all(len(line) == len(columns) for line in body)
    assert all(isinstance(entry, str) for line in [columns, *body] for entry in line)
    return columns, body


def test_table_of_weights() -> None:
    _, body = table("weights")
    assert [line[2] for line in body] == ["12 × 4 = 48", "8 × 4 = 32", "48", "16", "64", "48", "256"]
    assert [line[3] for line in body if line[3][0].isdigit()] == [
        "38,597,376",
        "786,432",
        "21,233,664",
        "7,077,888",
        "56,623,104",
        "124,318,464",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "line", "expected"),
    [
        ("vocabulary", 6, "6 [0; -0.5; 1; -0.5] [-0.5; 1; 0; 1]"),
        ("positions", 4, "5 [0; -0.5; 0; 0.5]"),
        ("inputs", 4, "1 [-0.5; 0; -0.5; 1] [0; -0.5; 0; 0.5] [-0.5; -0.5; -0.5; 1.5]"),
        ("normalised", 4, "[-0.5; -0.5; -0.5; 1.5] 0.000 0.866 [-0.577; -0.577; -0.577; 1.732]"),
        (
            "projections",
            2,
            "[-1.069; 1.604; -1.069; -0.535] [1.604; -1.069; -0.535; -1.069] [-0.535; 1.604; 0.000; -1.069]",
        ),
        ("first_head", 2, "[1.604; -1.069] 3.395 2.400 11.027 0.622"),
        ("second_head", 1, "[1.732; -0.577] 3.333 2.357 10.559 0.882"),
        ("logits", 0, "2.491 12.069 0.395"),
        ("logits", 11, "-2.056 0.128 0.004"),
        ("gradient", 4, "[-0.011; 0.011; 0.027; -0.028] [-0.499; -0.001; -0.503; 1.003]"),
    ],
)
def test_a_line_of_each_table(name: str, line: int, expected: str, language: str) -> None:
    assert " ".join(entry for entry in table(name, language)[1][line] if "`" not in entry) == expected


def test_tokens_stand_in_tables_as_their_language_writes_them() -> None:
    first = {language: table("logits", language)[1][0][0] for language in LANGUAGES}
    assert first == {"pt": "`␣telhado`", "es": "`␣tejado`", "cs": "`␣střechu`"}
