"""Half-way values that a cell prints: noted where an f-string formats them, and nothing else changes."""

from __future__ import annotations

import pytest

from aferir.model import Cell, Output, Work

HALF = {"0.062": "0.063", "0.063": "0.062"}


def output(engine, *sources: str) -> Output:
    cells = tuple(Cell(f"c{number}", source, 1) for number, source in enumerate(sources))
    made = engine.run(Work("x", "x.py", cells, "pt")).outputs[cells[-1].name]
    assert isinstance(made, Output), made
    return made


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "printed", "halves"),
    [
        ("print(f'{0.0625:.3f}')", "0.062\n", HALF),
        ("print(f'{0.0626:.3f}')", "0.063\n", {}),
        ("import numpy as np\nprint(f'{np.float64(0.0625):>8.3f}')", "   0.062\n", HALF),
        ("import numpy as np\nprint(f'{np.float32(0.0625):.3f}')", "0.062\n", HALF),
        ("print(f'{1:.3f} {True:d} {\"a\":>3} {0.5!r:>5}')", "1.000 1   a   0.5\n", {}),
        ("width = 7\nprint(f'{0.0625:{width}.3f}')", "  0.062\n", {}),
        ("def show(x):\n    return f'{x:.3f}'\nprint(*map(show, [0.0625, 0.5]))", "0.062 0.500\n", HALF),
        ("x = 0.0625\nprint(f'{x=:.3f}')", "x=0.062\n", HALF),
    ],
)
def test_what_an_f_string_formats_is_printed_as_ever_and_noted(engine, source, printed, halves) -> None:
    made = output(engine, source)
    assert (made.text, dict(made.halves)) == (printed, halves)


def test_a_function_of_an_earlier_cell_notes_for_the_cell_that_prints(engine) -> None:
    made = output(engine, "def show(x):\n    print(f'{x:.3f}')", "show(0.0625)")
    assert dict(made.halves) == HALF


def test_no_name_of_ours_is_in_the_lesson(engine) -> None:
    assert output(engine, "print(f'{0.0625:.3f}')", "print([n for n in globals() if 'aferir' in n])").text == "[]\n"


def test_an_error_in_a_format_is_the_author_s_own(engine) -> None:
    work = Work("x", "x.py", (Cell("one", "x = 1.5\nprint(f'{x:d}')", 4),), "pt")
    failure = engine.run(work).outputs["one"]
    assert failure.message == "ValueError: Unknown format code 'd' for object of type 'float'"
    assert failure.line == 5
