"""drafts: each finding stands on a page, at its place or above it, and a page with findings can always be made."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aferir.build import check_course, editions
from aferir.drafts import anchor
from aferir.languages import language
from aferir.markup import to_html
from aferir.model import Position
from aferir.scan import scan
from aferir.settings import Settings

from .test_build import BREAKS, CODE, ES, PT
from .tiny import write_course

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_process")]


@pytest.fixture
def course(tmp_path: Path, shared_cache: Path) -> Settings:
    return Settings(root=write_course(tmp_path), cache=str(shared_cache), cell_seconds=2.0)


def shown(settings: Settings, path: str, old: str, new: str):
    """The findings after one replacement, and by path each page's HTML and notice."""
    file = settings.root / path
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    checked = check_course(settings, lambda _: None)
    pages = [page for edition in editions(checked, settings) for page in edition.pages.values()]
    return checked.findings, {page.path: (to_html(page)[0], page.notice) for page in pages}


@pytest.mark.parametrize(("path", "old", "new", "code"), BREAKS)
def test_every_finding_stands_on_a_page_once_and_no_token_is_left(course, path, old, new, code) -> None:
    findings, pages = shown(course, path, old, new)
    assert findings
    for finding in findings:
        alike = [item for item in findings if (item.path, anchor(item)) == (finding.path, anchor(finding))]
        counts = {name: (html + notice).count(anchor(finding)) for name, (html, notice) in pages.items()}
        own = finding.path if finding.path in pages else PT
        assert counts[own] == len(alike), finding
    assert not any(re.search("[\ue000-\ue002]", html) for html, _ in pages.values())


def test_a_wrong_number_has_its_box_beside_it_with_all_that_helps(course) -> None:
    (finding,), pages = shown(course, PT, "0,500{", "0,501{")
    html, notice = pages[PT]
    paragraph = next(part for part in html.split("<p>") if anchor(finding) in part)
    assert re.search(r'0,501</span><span class="findings" role="note" aria-label="O que está errado aqui"', paragraph)
    for part in ("AF301", "0,501 is written, w.max() is 0.5, write 0,500", f"{PT}:6:16", "Um exemplo correto"):
        assert part in paragraph
    assert notice == ""
    assert 'role="note"' not in pages[ES][0]


def test_what_authors_write_is_escaped_in_a_box(course) -> None:
    findings, pages = shown(course, PT, "[telhado]", "[<muro>]")
    assert any("<muro>" in item.problem for item in findings)
    assert "<muro>" not in pages[PT][0] + pages[PT][1]


@pytest.mark.parametrize(
    ("path", "old", "new", "before"),
    [
        (PT, "allclose(w.sum(), 1)", "allclose(w.sum(), 2)", "Os pesos somam 1</span>"),
        (PT, "[telhado]", "[muro]", "muro</span>"),
        (PT, "Veja", "São 37 casos. Veja", "São 37"),
        (PT, "Veja", "Veja $1/2 = 0{,}6$", "</span>"),
        (CODE, "print(w, n)", "print(w, n); 1 / 0", "</figure>"),
    ],
    ids=["claim", "word", "naked", "arithmetic", "cell"],
)
def test_each_kind_has_its_box_at_its_place(course, path, old, new, before) -> None:
    findings, pages = shown(course, path, old, new)
    finding = next(item for item in findings if item.path == path)
    text = pages[PT][0].split(f'<span class="finding" {anchor(finding)}')[0]
    visible = text[: text.rindex('<span class="findings"')].rstrip()
    assert visible.removesuffix("<p>").rstrip().endswith(before)


def test_what_has_no_place_stands_above_the_page(course) -> None:
    findings, pages = shown(course, PT, "snippet: tiny", "snippet: tinny")
    wrong = next(item for item in findings if item.code == "AF201")
    assert anchor(wrong) in pages[PT][1]
    assert "findings-notice" in pages[PT][1]


def test_what_is_about_no_page_stands_on_every_first_page(course) -> None:
    (course.root / "snippets/challenges/one").mkdir(parents=True)
    findings, pages = shown(course, PT, "Veja", "Veja ")
    assert {item.code for item in findings} == {"AF501"}
    for name in ("docs/pt/index.md", "docs/es/index.md"):
        assert all(anchor(item) in pages[name][1] for item in findings)


def test_marks_change_no_other_token() -> None:
    text = "---\ntitle: A\n---\nUm 0,5{=a}, 37 e [x]{!b}.\n\n## Título 12\n\n```cell one\n```\n"
    plain, _ = scan(text, "x.md", language("pt"), "x")
    places = [Position(4, 13), Position(4, 4), Position(6, 4), Position(8, 1), Position(2, 1), Position(99, 1)]
    marked, _ = scan(text, "x.md", language("pt"), "x", places)
    assert list(marked.marks) == places[:4]
    without = marked.markdown
    for token in marked.marks.values():
        assert without.count(token) == 1
        without = without.replace(f"\n\n{token}\n\n", "").replace(token, "")
    assert without == plain.markdown
    assert (marked.bindings, marked.fences) == (plain.bindings, plain.fences)
    assert f"37{marked.marks[places[0]]} e" in marked.markdown
    assert f"## Título 12\n\n{marked.marks[places[2]]}\n\n" in marked.markdown
