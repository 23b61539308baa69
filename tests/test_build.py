"""The conductor: a sound course has no findings, and each way of breaking it is found at its place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from aferir.build import check_course
from aferir.settings import Settings

from .tiny import write_course

pytestmark = pytest.mark.slow
PT, ES, CODE = "lessons/pt/one.md", "lessons/es/one.md", "snippets/lessons/tiny.py"


@pytest.fixture
def course(tmp_path: Path, shared_cache: Path) -> Settings:
    # Third-party files come from the shared cache; outputs are not reused, so that every break is really executed.
    return Settings(root=write_course(tmp_path), cache=str(shared_cache), use_cache=False, cell_seconds=2.0)


def findings(settings: Settings) -> list[str]:
    return [str(item) for item in check_course(settings, lambda _: None).findings]


def broken(settings: Settings, path: str, old: str, new: str) -> list[str]:
    """The findings after one replacement in one file."""
    file = settings.root / path
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return findings(settings)


def test_a_sound_course_has_no_findings(course) -> None:
    assert findings(course) == []


@pytest.mark.parametrize(
    ("path", "old", "new", "expected"),
    [
        (PT, "0,500{", "0,501{", f"{PT}:6:16: AF301 0,501 is written, w.max() is 0.5, write 0,500"),
        (
            ES,
            "1\u00a0048\u00a0576",
            "1\u00a0048\u00a0577",
            f"{ES}:6:59: AF301 1\u00a0048\u00a0577 is written, n is 1048576",
        ),
        (ES, "1\u00a0048\u00a0576", "1 048 576", f"{ES}:6:59: AF103 1 048 576 holds a plain space"),
        (PT, "0,125;", "0,126;", f"{PT}:6:78: AF301 [0,126; …] is written, w is 0.125 at [0], write [0,125; …]"),
        (PT, "allclose(w.sum(), 1)", "allclose(w.sum(), 2)", f"{PT}:7:1: AF306 “Os pesos somam 1” is claimed"),
        (PT, "allclose(w.sum(), 1)", "w.sum()", f"{PT}:7:1: AF307"),
        (PT, "[telhado]", "[muro]", f"{PT}:7:56: AF308 “muro” is written, name is “telhado”"),
        (PT, "{@vaswani2017attention}", "{@vaswani}", "AF309 there is no source “vaswani”"),
        (PT, "{=w[2]}", "{=w[9]}", "AF302 w[9] raises IndexError"),
        (PT, "{=w[2]}", "{=v[2]}", "AF303 v[2] uses v, which"),
        (PT, "snippet: tiny", "snippet: tinny", f"{PT}:4:10: AF201 there is no snippet “tinny” (did you mean “tiny”?)"),
        (PT, "snippet: tiny\n", "", "AF213"),
        (PT, "snippet: tiny", "snipet: tiny", f"{PT}:4:1: AF107 unknown key “snipet”"),
        (PT, "```cell data", "```cell dat", f"{PT}:11:1: AF202 snippet tiny has no cell “dat” (did you mean “data”?)"),
        (PT, "```figure bars", "```figure bar", f"{PT}:14:1: AF203 snippet tiny has no function figure_bar (did you"),
        (PT, "```cell data", "```cll data", f"{PT}:11:1: AF109 unknown fence “cll” (did you mean “cell”?)"),
        (PT, "alt: ", "alr: ", "AF110"),
        (PT, "alt: Três barras; a maior vale 0,5{=w[2]}.\n", "", "AF110"),
        (
            PT,
            "## Em código",
            "/// challenge | one\n///\n\n## Em código",
            f"{PT}:9:1: AF204 there is no challenge “one”",
        ),
        (PT, "## Em código", "/// theorem\nTexto.\n\n## Em código", f"{PT}:9:1: AF114"),
        (PT, "0,500{", " {", "AF101"),
        (
            CODE,
            "print(w.sum())",
            "print(w.sum() / 0, 1 // 0)",
            f"{CODE}:16:1: AF205 cell more raises ZeroDivisionError",
        ),
        (CODE, "print(w.sum())", "while True:\n    pass", f"{CODE}:16:1: AF206 cell more ran longer than 2 s"),
        (CODE, "print(w.sum())", "import os; os._exit(3)", "AF207 cell more ended its process"),
        (CODE, "# es: tres pesos\n", "", f"{CODE}:8:1: AF208 this comment is written in pt but not in es"),
        (CODE, "# %% more", "# %% More", f"{CODE}:15:6: AF209 “More” cannot name a cell"),
        (CODE, "print(w, n)", "print(w, n", "AF210"),
        (CODE, "axes.bar(range(3)", "axes.bar(range(4)", "AF211 figure bars raises ValueError"),
        (PT, "Veja", "Veja $\\frac{1}{2$", "AF601"),
        (PT, "Veja", "Veja $1/2 = 0{,}6$", "AF602 1/2 = 0{,}6 is false: 1/2 is exactly 0.5, 0{,}6 is [0.55, 0.65]"),
        (PT, "Veja", "<b>Veja</b>", "AF115"),
    ],
)
def test_each_break_is_found_at_its_place(course, path, old, new, expected) -> None:
    assert any(expected in line for line in broken(course, path, old, new)), expected


def test_a_binding_that_only_one_language_has_is_found_in_the_others(course) -> None:
    found = broken(course, PT, "Veja", "Ou 0,125{=w[0]}. Veja")
    assert len(found) == 1
    assert found[0].startswith(f"{ES}:")
    assert "AF401" in found[0]
    assert "lessons/pt/one.md:7" in found[0]


def test_a_missing_translation_is_found(course) -> None:
    (course.root / ES).unlink()
    assert any(line.startswith(f"{ES}:1:1: AF402") for line in findings(course))


def test_all_findings_come_at_once(course) -> None:
    broken(course, PT, "0,500{", "0,501{")
    found = broken(course, ES, "0,500{", "0,502{")
    assert [line.split(":")[0] for line in found] == [ES, PT]


def test_an_editors_unsaved_text_takes_the_place_of_the_file(course) -> None:
    text = (course.root / PT).read_text(encoding="utf-8").replace("0,500{", "0,501{")
    checked = check_course(course, lambda _: None, {PT: text})
    assert [item.code for item in checked.findings] == ["AF301"]


def test_one_language_can_be_checked_alone(course) -> None:
    broken(course, ES, "0,500{", "0,501{")
    assert findings(replace(course, languages=("pt",))) == []
