"""Steps, statements and the explained solution: what each must be, and the finding for each thing it is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from aferir.assets import katex_package
from aferir.build import check_course, course_data, editions
from aferir.challenges import load_challenges, read_challenge
from aferir.guidance import places_of, solution_data, steps_of
from aferir.settings import Settings
from aferir.statements import render_statements

from .tiny import write_course
from .tiny_challenge import write_challenges

pytestmark = pytest.mark.usefixtures("one_process")
ROOT = Path(__file__).parent.parent
LANGUAGES = ("pt", "es")
SHARES, SUMS = "snippets/challenges/shares", "snippets/challenges/sums"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_challenges(tmp_path / "snippets")


def edited(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def findings(folder: Path) -> list[str]:
    read = load_challenges(folder, "snippets/challenges", LANGUAGES)
    return [str(item) for _, found in read.values() for item in found]


def test_steps_are_a_literal_list_of_names() -> None:
    assert steps_of("x = 1\n") == ()
    assert steps_of('STEPS = ["a", "b"]\n') == ("a", "b")
    for source in ("STEPS = list(x)\n", 'STEPS = "a"\n', "STEPS = [1]\n", "STEPS = {}\n"):
        assert steps_of(source) is None


def test_a_challenge_with_steps_a_statement_and_a_walk_has_no_findings(folder: Path) -> None:
    assert findings(folder) == []
    (shares, _) = load_challenges(folder, "snippets/challenges", LANGUAGES)["shares"]
    assert shares is not None
    assert shares.steps == ("sums",)


@pytest.mark.parametrize(
    ("steps", "problem"),
    [
        ('["sum"]', "AF505 the step “sum” of shares is no other challenge (did you mean “sums”?); known: sums"),
        ('["shares"]', "AF505 the step “shares” of shares is no other challenge; known: sums"),
        ('["sums", "sums"]', "AF505 the step “sums” of shares is named twice"),
        ("list(x)", 'AF501 STEPS is written out as a list: STEPS = ["split_heads"]'),
    ],
)
def test_a_step_that_is_none_is_a_finding_at_its_line(folder: Path, steps: str, problem: str) -> None:
    edited(folder / "shares" / "checks.py", '["sums"]', steps)
    found = findings(folder)
    assert len(found) == 1
    assert found[0].startswith(f"{SHARES}/checks.py:6:1: {problem}")


def test_a_step_without_a_statement_lacks_a_text_in_each_language_that_has_none(folder: Path) -> None:
    edited(folder / "sums" / "texts.es.toml", "statement", "#")
    assert findings(folder) == [f"{SUMS}/texts.es.toml:1:1: AF502 challenge sums has no text “statement” in es"]
    edited(folder / "sums" / "texts.pt.toml", "statement", "#")
    assert findings(folder) == [
        f"{SUMS}/texts.{code}.toml:1:1: AF502 challenge sums has no text “statement” in {code}" for code in LANGUAGES
    ]
    edited(folder / "shares" / "checks.py", 'STEPS = ["sums"]', "")
    assert findings(folder) == []


WALKS = [
    ("lines = \"total", "lines = \"totals", "stand in solution.py nowhere; they must stand there once"),
    ('lines = "return x / total  # (n, m)"', 'lines = "total = x.sum(axis=1, keepdims=True)"',
     "are explained twice"),
    ("\ntext = \"Broad", "\ntexts = \"Broad", 'walk: each [[walk]] has lines = "…" and text = "…"'),
    ('text = "Broadcasting divides each row by its own sum."', 'text = " "',
     'walk: each [[walk]] has lines = "…" and text = "…"'),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "problem"), WALKS)
def test_a_walk_that_does_not_fit_the_solution_is_a_finding(folder: Path, old: str, new: str, problem: str) -> None:
    for code in LANGUAGES:
        edited(folder / "shares" / f"texts.{code}.toml", old, new)
    found = findings(folder)
    assert [item.partition("walk: ")[0] for item in found] == [
        f"{SHARES}/texts.{code}.toml:1:1: AF501 " for code in LANGUAGES
    ]
    assert all(item.endswith(problem) for item in found)


def test_lines_that_the_solution_has_twice_explain_nothing(folder: Path) -> None:
    path = folder / "shares" / "solution.py"
    edited(path, "    total", "    total = x.sum(axis=1, keepdims=True)\n    total")
    assert len(findings(folder)) == 2
    assert all("stand in solution.py 2 times; they must stand there once" in item for item in findings(folder))


def test_every_language_explains_the_same_lines(folder: Path) -> None:
    edited(folder / "shares" / "texts.es.toml", 'lines = "return x / total  # (n, m)"', 'lines = "import numpy as np"')
    problem = "walk: every language explains the same lines, in the same order"
    assert findings(folder) == [f"{SHARES}/texts.es.toml:1:1: AF501 {problem}"]
    path = folder / "shares" / "texts.es.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.index("[[walk]]")] + text[text.index("[checks") :], encoding="utf-8")
    assert findings(folder) == [f"{SHARES}/texts.es.toml:1:1: AF502 challenge shares has no text “walk” in es"]


SOLUTION = "import numpy as np\n\n\ndef f(x):\n    a = 1  # one\n    # a remark\n    b = 2\n\n    return a + b\n"


def test_lines_are_found_whatever_their_indent_and_comments() -> None:
    assert places_of("a = 1", SOLUTION) == [5]
    assert places_of("    a = 1  # one\n", SOLUTION) == [5]
    assert places_of("a = 1\nb = 2", SOLUTION) == [5]
    assert places_of("def f(x):\na = 1", SOLUTION) == [4]
    for lines in ("a", "= 1", "b = 2\na = 1", "one", "# a remark", " "):
        assert places_of(lines, SOLUTION) == []


def test_the_walk_shows_every_line_once_in_order() -> None:
    walk = [{"lines": "return a + b", "text": "last"}, {"lines": "a = 1\nb = 2", "text": "both"}]
    data = solution_data(SOLUTION, {"walk": walk})
    assert data["solution"] == SOLUTION
    assert data["walk"] == [
        {"code": "import numpy as np\n\n\ndef f(x):", "text": ""},
        {"code": "    a = 1  # one\n    # a remark\n    b = 2", "text": "both"},
        {"code": "    return a + b", "text": "last"},
    ]
    assert solution_data(SOLUTION, {})["walk"] == [{"code": SOLUTION.strip("\n"), "text": ""}]


# ── Statements ───────────────────────────────────────────────────────────────────────────────────────────────────────


def rendered(folder: Path, cache: Path) -> tuple[dict[str, dict[str, str]], list[str]]:
    challenge, _ = read_challenge(folder / "sums", SUMS, LANGUAGES)
    assert challenge is not None
    html, found = render_statements([challenge], katex_package(cache), cache)
    return html, [str(item) for item in found]


def test_a_statement_is_markdown_with_math_and_code(folder: Path, shared_cache: Path) -> None:
    html, found = rendered(folder, shared_cache)
    assert found == []
    assert html["sums"]["pt"].startswith('<p>Write <code>sums(x)</code>: one row sums to <span class="katex">')
    edited(folder / "sums" / "texts.es.toml", "Write `", "**Write** <b> `")
    assert "AF" in rendered(folder, shared_cache)[1][0]  # HTML is no Markdown


@pytest.mark.parametrize(
    ("new", "code", "words"),
    [
        ("# A heading\\n\\nsums", "AF501", "it holds paragraphs with inline Markdown"),
        ("It is 3{=len(x)}.", "AF501", "it holds paragraphs with inline Markdown"),
        ("```cell one\\n```", "AF501", "it holds paragraphs with inline Markdown"),
        ("/// proof\\nx\\n///", "AF501", "it holds paragraphs with inline Markdown"),
        ("$\\\\frac{1}{2$", "AF601", ""),
    ],
)
def test_a_statement_that_holds_anything_else_is_a_finding(
    folder: Path, shared_cache: Path, new: str, code: str, words: str
) -> None:
    edited(folder / "sums" / "texts.es.toml", "Write `sums(x)`: one row sums to $s = 1$.", new)
    html, found = rendered(folder, shared_cache)
    assert set(html["sums"]) == {"pt"}
    assert any(item.startswith(f"{SUMS}/texts.es.toml:1:1: {code} ") and words in item for item in found), found


# ── On the page ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_steps_come_with_the_page_and_solutions_on_request_only(
    tmp_path: Path, shared_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AFERIR_CACHE", str(shared_cache))
    root = write_course(tmp_path)
    write_challenges(root / "snippets")
    for code in LANGUAGES:
        with (root / "lessons" / code / "one.md").open("a", encoding="utf-8") as file:
            file.write("\n/// challenge | shares\nWrite `shares`.\n///\n")
    settings = Settings(root=root)
    checked = check_course(settings, lambda _: None)
    assert checked.findings == ()
    page = editions(checked, settings)[0].pages["one.md"]
    tail = next(iter(page.tails.values())).html
    assert '<template class="challenge-step" data-challenge="sums"><p>Write <code>sums(x)</code>' in tail
    assert "total = x.sum" not in tail
    import json

    files = {name: data.decode() for name, data in course_data(checked, settings).files.items()}
    lesson = json.loads(files["pt/lessons/one.json"])
    assert lesson["challenges"] == {name: f"../challenges/{name}.json" for name in ("shares", "sums")}
    assert lesson["solutions"] == {name: f"../challenges/{name}.solution.json" for name in ("shares", "sums")}
    shares = json.loads(files["pt/challenges/shares.json"])
    assert shares["steps"] == [{"id": "sums", "title": "sums in pt"}]
    assert not {"walk", "statement"} & set(shares["texts"])
    assert "total = x.sum" not in files["pt/challenges/shares.json"]
    solution = json.loads(files["es/challenges/shares.solution.json"])
    assert [part["text"] for part in solution["walk"]] == [
        "",
        "One sum per row, in es.",
        "Broadcasting divides each row by its own sum.",
    ]
