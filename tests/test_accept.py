"""``aferir accept``: literals follow the code in every language, and nothing else moves."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from aferir.__main__ import main
from aferir.accept import Correction, corrected
from aferir.model import Position

from .tiny import write_course

PT, ES, CODE = "lessons/pt/one.md", "lessons/es/one.md", "snippets/lessons/tiny.py"
LEDGER = "lessons/ledger.json"


@pytest.fixture
def course(tmp_path, shared_cache, monkeypatch) -> Path:
    monkeypatch.setenv("AFERIR_CACHE", str(shared_cache))
    monkeypatch.setenv("AFERIR_QUIET", "1")
    return write_course(tmp_path)


def aferir(root: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["--config", str(root / "mkdocs.yml"), *arguments])


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def change(path: Path, old: str, new: str) -> None:
    text = read(path)
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_literals_are_replaced_in_place_and_line_ends_stay() -> None:
    text = "a 0,5{=x} b 0,5{=x}\r\nc 1.000{=n}\r\n"
    changes = [
        Correction(Position(1, 3), "0,5", "0,25"),
        Correction(Position(1, 13), "0,5", "0,25"),
        Correction(Position(2, 3), "1.000", "20"),
    ]
    assert corrected(text, changes) == "a 0,25{=x} b 0,25{=x}\r\nc 20{=n}\r\n"


def test_a_literal_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match=r"0,5 does not stand at 1:1"):
        corrected("0,6{=x}", [Correction(Position(1, 1), "0,5", "0,7")])


@pytest.mark.slow
def test_accept_rewrites_every_language_in_its_own_marks(course) -> None:
    change(course / CODE, "w = np.array([0.125, 0.375, 0.5])", "w = np.array([0.0624, 0.375, 0.5626])")
    change(course / CODE, "n = 1048576", "n = 2097152")
    before = {path: read(course / path) for path in (PT, ES)}
    done = aferir(course, "accept")
    assert done.exit_code == 0, done.output
    assert "O maior peso é 0,563{=w.max()}, ou 56%{=w.max()}, e são 2.097.152{=n} casos: [0,062; …]{=w}." in read(
        course / PT
    )
    assert "0,563{=w.max()}, o 56\u00a0%{=w.max()}, y hay 2\u00a0097\u00a0152{=n} casos: [0,062; …]{=w}." in read(
        course / ES
    )
    for path, old in before.items():
        moved = [
            row
            for row, (a, b) in enumerate(zip(old.split("\n"), read(course / path).split("\n"), strict=True))
            if a != b
        ]
        assert [row + 1 for row in moved] == [6, 15], path
    assert aferir(course, "check").exit_code == 0


@pytest.mark.slow
def test_accept_follows_in_the_ledger_and_moves_no_other_line_of_it(course) -> None:
    change(course / CODE, "n = 1048576", "n = 2097152")
    before = read(course / LEDGER).split("\n")
    done = aferir(course, "accept")
    assert done.exit_code == 0, done.output
    after = read(course / LEDGER).split("\n")
    assert [(old, new) for old, new in zip(before, after, strict=True) if old != new] == [
        ('   "line 1": "0.125 0.375 0.5 1048576"', '   "line 1": "0.125 0.375 0.5 2097152"')
    ]
    assert '-   "line 1": "0.125 0.375 0.5 1048576"' in done.stdout


def test_accept_writes_the_ledger_of_a_course_that_has_none(course) -> None:
    kept = read(course / LEDGER)
    (course / LEDGER).unlink()
    checked = aferir(course, "check")
    assert checked.exit_code == 1
    assert (
        "lessons/ledger.json:1:1: AF701 this course writes numbers at 7 places and has no ledger yet" in checked.output
    )
    assert aferir(course, "accept", "--dry-run").exit_code == 0
    assert not (course / LEDGER).exists()
    assert aferir(course, "accept").exit_code == 0
    assert read(course / LEDGER) == kept


def test_accept_refuses_a_ledger_that_cannot_be_read(course) -> None:
    change(course / LEDGER, '"line 1": "0.125 0.375 0.5 1048576"', '"line 1": 0.125')
    done = aferir(course, "accept")
    assert done.exit_code == 1
    assert "lessons/ledger.json:4:4: AF702 “line 1” should be lesson -> kind and name" in done.stdout
    assert '"line 1": 0.125' in read(course / LEDGER)


def test_accept_drops_what_no_page_shows_any_more(course) -> None:
    for path in (PT, ES):
        change(course / path, "```cell data\n```\n", "")
    checked = aferir(course, "check")
    assert "lessons/ledger.json:3:3: AF705 no page shows cell data of one any more" in checked.output
    assert aferir(course, "accept").exit_code == 0
    assert "cell data" not in read(course / LEDGER)
    assert "figure bars" in read(course / LEDGER)
    assert aferir(course, "check").exit_code == 0


def test_a_dry_run_shows_the_differences_and_writes_nothing(course) -> None:
    change(course / CODE, "n = 1048576", "n = 2097152")
    before = read(course / PT)
    done = aferir(course, "accept", "--dry-run")
    assert done.exit_code == 0
    assert "-O maior peso é 0,500{=w.max()}, ou 50%{=w.max()}, e são 1.048.576{=n}" in done.stdout
    assert "+O maior peso é 0,500{=w.max()}, ou 50%{=w.max()}, e são 2.097.152{=n}" in done.stdout
    assert read(course / PT) == before


@pytest.mark.slow
def test_accept_refuses_while_anything_else_is_wrong(course) -> None:
    change(course / CODE, "n = 1048576", "n = 2097152")
    change(course / PT, "allclose(w.sum(), 1)", "allclose(w.sum(), 2)")
    before = read(course / ES)
    done = aferir(course, "accept")
    assert done.exit_code == 1
    assert "AF306" in done.stdout
    assert "mend these first" in done.stderr
    assert read(course / ES) == before


def test_accept_says_when_there_is_nothing_to_accept(course) -> None:
    done = aferir(course, "accept")
    assert (done.exit_code, done.stdout) == (0, "")
    assert "Every number agrees with the code." in done.stderr
