"""The conductor: a sound course has no findings, and each way of breaking it is found at its place."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from aferir.build import build_site, check_course
from aferir.errors import AferirError
from aferir.settings import Settings

from .tiny import write_course

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_process")]
PT, ES, CODE = "lessons/pt/one.md", "lessons/es/one.md", "snippets/lessons/tiny.py"

IF_RIGHT = "if that is right, run “aferir accept”"


BREAKS = [
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
    (
        PT,
        "## Em código",
        "```diagram a\nalt: Duas caixas.\n\ndigraph {\n  a -> [\n}\n```\n\n## Em código",
        f"{PT}:13:1: AF603 syntax error near '['",
    ),
    (PT, "Veja", "<b>Veja</b>", "AF115"),
    (PT, "Veja", "São 37 casos. Veja", f"{PT}:7:78: AF310"),
]
"""One replacement in one file, and what is said of it."""


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


def test_what_is_fetched_while_a_course_is_checked_is_said_before(tmp_path, monkeypatch) -> None:
    root = write_course(tmp_path / "inside")
    lesson = root / "lessons" / "pt" / "one.md"
    lesson.write_text(lesson.read_text(encoding="utf-8") + "\nAssim $x^2$.\n", encoding="utf-8")
    monkeypatch.setattr("aferir.assets._fetch", lambda *_: ("no network",))
    said: list[str] = []
    with pytest.raises(AferirError, match="no network"):
        check_course(Settings(root=root, cache=str(tmp_path / "cache")), said.append)
    (line,) = said
    assert re.fullmatch(r"fetching \d+ third-party files, once", line)


def test_a_sound_course_has_no_findings(course) -> None:
    assert findings(course) == []


@pytest.mark.parametrize(("path", "old", "new", "expected"), BREAKS)
def test_each_break_is_found_at_its_place(course, path, old, new, expected) -> None:
    assert any(expected in line for line in broken(course, path, old, new)), expected


def test_a_binding_that_only_one_language_has_is_found_in_the_others(course) -> None:
    found = broken(course, PT, "Veja", "Ou 0,125{=w[0]}. Veja")
    assert len(found) == 1
    assert found[0].startswith(f"{ES}:")
    assert "AF401" in found[0]
    assert "lessons/pt/one.md:7" in found[0]


def test_of_a_front_matter_that_is_broken_only_the_front_matter_is_said(course) -> None:
    pt = replace(course, languages=("pt",))
    assert [line.split()[:2] for line in broken(pt, PT, "snippet: tiny", "snipet: tiny")] == [[f"{PT}:4:1:", "AF107"]]


def test_expressions_without_a_snippet_are_said_once_and_not_evaluated(course) -> None:
    text = "---\ntitle: A\n---\n2{=1 + 1}, 3{=1 + 1}.\n\n0,5{=w.max()}, 1{=n}\n"
    (course.root / PT).write_text(text, encoding="utf-8")
    assert findings(replace(course, languages=("pt",))) == [
        f"{PT}:6:1: AF213 0,5{{=w.max()}} needs a snippet: name it in the front matter"
    ]
    (course.root / PT).write_text(text.replace("\n0,5{=w.max()}, 1{=n}\n", ""), encoding="utf-8")
    assert findings(replace(course, languages=("pt",))) == [
        f"{PT}:4:12: AF301 3 is written, 1 + 1 is 2, write 2",
    ]


def test_a_produced_number_that_changes_is_named_with_its_place_the_old_and_the_new(course) -> None:
    (found,) = broken(course, CODE, "print(w, n)", "print(w, n + 1)")
    said = f"the ledger has 1048576 as its number 4, the build gives 1048577; {IF_RIGHT}"
    assert found == f"{PT}:11:1: AF703 cell data, line 1: {said}"


def test_a_language_built_alone_says_nothing_of_what_others_show(course) -> None:
    pt = replace(course, languages=("pt",))
    assert broken(pt, PT, "```cell data\n```\n\n", "") == []


def test_a_title_is_marked_with_its_numbers_and_plain_where_only_text_can_stand(course) -> None:
    for path in (PT, ES):
        file = course.root / path
        file.write_text(re.sub("title: (.*)", r"title: <\1> & 3{=len(w)}", file.read_text("utf-8")), "utf-8")
    checked = check_course(course, lambda _: None)
    assert checked.findings == ()
    page = build_site(checked, course, lambda _: None).editions[0].pages["one.md"]
    assert page.title == "<Uma lição> & 3"
    assert page.title_html == '&lt;Uma lição&gt; &amp; <span class="number" data-source="0">3</span>'


def test_a_page_shows_a_cell_a_figure_and_a_challenge_once(course) -> None:
    twice = "```cell data\n```\n\n```figure bars\nalt: Barras.\n```\n\n"
    found = broken(replace(course, languages=("pt",)), PT, "```cell data", twice + "```cell data")
    assert found == [
        f"{PT}:18:1: AF110 cell “data” is shown twice: a page shows it once, as line 11 does",
        f"{PT}:21:1: AF110 figure “bars” is shown twice: a page shows it once, as line 14 does",
    ]


def test_a_challenge_that_cannot_be_read_is_not_called_unknown(course) -> None:
    (course.root / "snippets" / "challenges" / "one").mkdir(parents=True)
    block = "/// challenge | one\n///\n\n"
    found = broken(replace(course, languages=("pt",)), PT, "## Em código", f"{block}{block}## Em código")
    assert {line.split()[1] for line in found} == {"AF501", "AF113"}
    assert f"{PT}:12:1: AF113 challenge “one” is shown twice: a page shows it once, as line 9 does" in found


def test_an_unknown_source_is_found_on_a_page_without_code(course) -> None:
    (course.root / "docs/pt/index.md").write_text("---\ntitle: A\n---\n2017{@vaswani}\n", encoding="utf-8")
    found = findings(replace(course, languages=("pt",)))
    assert [line.split()[:2] for line in found] == [["docs/pt/index.md:4:1:", "AF309"]]


def test_a_snippet_nested_beyond_python_is_a_finding(course) -> None:
    found = broken(replace(course, languages=("pt",)), CODE, "n = 1048576", f"n = {'-' * 100_000}1048576")
    assert found == [f"{CODE}:1:1: AF210 this file nests an expression too deeply for Python to read it"]


def test_files_left_out_and_pages_that_clash_are_found(course) -> None:
    for name in ("docs/pt/one.md", "docs/pt/sub/x.md", "lessons/pt/two.md"):
        (course.root / name).parent.mkdir(exist_ok=True)
        (course.root / name).write_text("---\ntitle: A\n---\n", encoding="utf-8")
    (course.root / "docs/es/index.md").unlink()
    assert [line.split()[:2] for line in findings(course)] == [
        ["docs/es/index.md:1:1:", "AF402"],
        ["docs/pt/one.md:1:1:", "AF404"],
        ["docs/pt/sub/x.md:1:1:", "AF405"],
        ["lessons/pt/two.md:1:1:", "AF405"],
    ]


def test_a_lesson_that_is_not_utf_8_is_one_finding_among_others(course) -> None:
    broken(course, ES, "0,500{", "0,502{")
    (course.root / PT).write_bytes((course.root / PT).read_bytes() + b"\n\xff")
    assert [line.split()[:2] for line in findings(course)] == [[f"{ES}:6:18:", "AF301"], [f"{PT}:18:1:", "AF108"]]


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


QUIZ = """
//// quiz | weights
/// question | single largest
?

* [x]{!w[2] == w.max()} 3

    Sim.

* [ ]{!w[0] == w.max()} 1

    1.
///

/// question | numeric sum
?

* [x] 0,500{=w.max()}

    Sim.

* [ ] 0,375{=w[1]}

    1.
///
////
"""


@pytest.fixture
def course_with_quiz(course) -> Settings:
    for path in (PT, ES):
        file = course.root / path
        file.write_text(file.read_text(encoding="utf-8") + QUIZ, encoding="utf-8")
    return course


def test_a_sound_quiz_has_no_findings(course_with_quiz) -> None:
    assert findings(course_with_quiz) == []


@pytest.mark.parametrize(
    ("old", "new", "codes"),
    [
        ("[x]{!w[2] == w.max()}", "[x]{!w[2] < w.max()}", {"AF911", "AF401"}),
        ("[x]{!w[2] == w.max()}", "[x]{!w[2]}", {"AF912", "AF401"}),
        ("[x]{!w[2] == w.max()}", "[x]{!w[9] == 1}", {"AF302", "AF401"}),
        ("[x]{!w[2] == w.max()}", "[x]{!v[2] == 1}", {"AF303", "AF401"}),
        ("[ ]{!w[0] == w.max()}", "[x]{!w[0] == w.max()}", {"AF904", "AF401"}),
        ("[ ] 0,375{=w[1]}", "[ ] 0,500{=w[2]}", {"AF913", "AF401"}),
        ("[x] 0,500{=w.max()}", "[x] 0,501{=w.max()}", {"AF301"}),
        ("[x] 0,500{=w.max()}", "[x] 0,3{=w.max() / 1.5}", {"AF914", "AF401"}),
    ],
)
def test_each_way_of_breaking_a_quiz_is_found(course_with_quiz, old: str, new: str, codes: set[str]) -> None:
    found = broken(course_with_quiz, PT, old, new)
    assert {item.split(": ")[1].split(" ")[0] for item in found} == codes, found
