"""A reader runs, edits, fails, mends and passes: the whole way, in each language."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from aferir.languages import language as texts_of

from .conftest import LANGUAGES, LESSON, Visit, arrived, in_sight, until

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parent.parent.parent
CHALLENGE = ROOT / "snippets" / "challenges" / "multi_head"
STARTED = 90_000


def cells(page: Page) -> list[Locator]:
    return page.locator("figure.cell").all()


def published(cell: Locator) -> str:
    return in_sight(cell.locator(".cell-output pre").first).inner_text()


def said(language: str, message: str) -> str:
    """An interface text as the page shows it."""
    return texts_of(language).text(message)


ENDS = (
    "The same as on the page.",
    "Not the same as on the page.",
    "It stopped at an error.",
    "It ran, and prints nothing.",
)


def run(cell: Locator, language: str) -> str:
    """Press Run, wait for the end, and give back what the cell says of it, in English."""
    ends = {said(language, message): message for message in ENDS}
    note = cell.locator(".tool-note")
    note.evaluate("line => line.replaceChildren()")
    cell.locator(".tool-run").click()
    until(
        cell.page,
        "([line, ends]) => ends.some((end) => line.textContent.startsWith(end))",
        arg=[note.element_handle(), list(ends)],
        seconds=STARTED / 1000,
    )
    cell.locator(".tool-run").wait_for()
    heard = note.inner_text()
    return next(message for text, message in ends.items() if heard.startswith(text))


def type_code(page: Page, box: Locator, code: str) -> None:
    """Replace an editor's text as a reader does: select all, paste."""
    box.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(code)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_cell_prints_in_the_browser_what_the_build_printed(visit, language) -> None:
    page = visit.lesson(language)
    assert len(cells(page)) >= 3
    for cell in cells(page):
        before = published(cell)
        assert run(cell, language) == "The same as on the page.", cell.get_attribute("data-cell")
        assert published(cell) == before
        assert not cell.locator(".output-own").count()


def test_the_first_run_says_how_much_is_downloaded_and_shows_progress(visit) -> None:
    page = visit.lesson("es")
    first = in_sight(cells(page)[0])
    assert re.search(r"\d+(,\d+)?\s*MB", first.locator(".tool-note").inner_text())
    first.locator(".tool-run").click()
    page.wait_for_selector("figure.cell .progress progress:visible", timeout=STARTED)
    assert first.locator(".progress").inner_text().strip()
    first.locator(".tool-run").wait_for(timeout=STARTED)


def asked_for_python(visit: Visit) -> int:
    """What Python starts from; the rest comes after the first result."""
    return sum("/pyodide-" in url and not url.endswith("/later.bin") for url in visit.requests)


def test_later_runs_and_later_pages_reuse_the_runtime(visit) -> None:
    page = visit.lesson("pt")
    run(cells(page)[0], "pt")
    once = asked_for_python(visit)
    assert once
    for _ in range(STARTED // 100):  # one that practises and a spare ask for the same; the browser has it
        if asked_for_python(visit) == 3 * once:
            break
        page.wait_for_timeout(100)
    page.evaluate("window.stillHere = true")
    page.click(".path-step--prev")
    arrived(page, "parallel-heads")
    page.click(".path-step--next")
    arrived(page, LESSON)
    page.wait_for_selector("figure.cell .tool-run")
    assert page.evaluate("window.stillHere")
    assert run(cells(page)[-1], "pt") == "The same as on the page."
    assert asked_for_python(visit) == 3 * once


def edit(page: Page, cell: Locator, language: str, code: str) -> None:
    """Open the cell's editor, where it is not open yet, and replace its code."""
    button = cell.get_by_role("button", name=said(language, "Edit"), exact=True)
    if button.is_visible():
        button.click()
    cell.locator(".cm-content").wait_for()
    type_code(page, cell, code)


def test_an_edited_cell_is_marked_as_the_readers_own_and_can_be_put_back(visit) -> None:
    page = visit.lesson("cs")
    cell = page.locator("figure.cell[data-cell=widths]")
    before = published(cell)
    edit(page, cell, "cs", "print(6 * 7)")
    assert run(cell, "cs") == "Not the same as on the page."
    assert cell.locator(".output-own").inner_text().strip() == "42"
    cell.get_by_role("button", name=said("cs", "As published")).click()
    assert published(cell) == before


def test_the_line_with_the_cursor_is_not_under_the_header(visit) -> None:
    page = visit.lesson("pt")
    cell = page.locator("figure.cell[data-cell=widths]")
    edit(page, cell, "pt", "\n".join(f"x = {n}" for n in range(80)))
    page.keyboard.press("Control+Home")
    header = "document.querySelector('.md-header').getBoundingClientRect().bottom"
    until(page, f"document.querySelector('.cm-activeLine').getBoundingClientRect().top >= {header}")
    assert cell.locator(".cm-activeLine").inner_text() == "x = 0"


def test_an_error_is_a_short_line_and_a_folded_traceback(visit) -> None:
    page = visit.lesson("pt")
    cell = page.locator("figure.cell[data-cell=widths]")
    edit(page, cell, "pt", "x = [1, 2]\nx[5]")
    assert run(cell, "pt") == "It stopped at an error."
    assert "IndexError" in cell.locator(".problem-line").inner_text()
    trace = cell.locator("details.problem-trace, .problem-trace details").first
    assert not trace.evaluate("e => e.open")


def test_an_endless_loop_is_stopped_and_the_page_goes_on(visit) -> None:
    page = visit.lesson("es")
    cell = page.locator("figure.cell[data-cell=widths]")
    run(cell, "es")
    edit(page, cell, "es", "while True:\n    pass")
    cell.locator(".tool-run").click()
    cell.locator(".tool-stop").wait_for(timeout=STARTED)
    page.wait_for_timeout(1500)
    cell.locator(".tool-stop").click()
    cell.locator(".tool-run").wait_for()
    edit(page, cell, "es", "print('sigue')")
    assert run(cell, "es") == "Not the same as on the page."
    assert "sigue" in cell.locator(".cell-output").inner_text()


def verdict(page: Page) -> Locator:
    """Press Check and wait for the verdict."""
    challenge = page.locator("section.challenge")
    old = challenge.locator(".verdict-heading")
    mark = old.first.evaluate("e => e.dataset.seen = 'yes'") if old.count() else None
    challenge.locator(".tool-main").click()
    fresh = challenge.locator(".verdict-heading:not([data-seen])")
    fresh.wait_for(timeout=STARTED)
    assert mark in (None, "yes")
    return challenge.locator(".verdict")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_challenge_from_a_wrong_solution_to_a_right_one_and_back_after_reload(visit, language) -> None:
    texts = tomllib.loads((CHALLENGE / f"texts.{language}.toml").read_text(encoding="utf-8"))
    right = (CHALLENGE / "solution.py").read_text(encoding="utf-8")
    wrong = right.replace("np.sqrt(d_k)", "d_k")
    assert wrong != right
    page = visit.lesson(language)
    challenge = page.locator("section.challenge")
    challenge.scroll_into_view_if_needed()
    challenge.locator(".cm-content").wait_for()

    type_code(page, challenge, wrong)
    said = verdict(page)
    assert said.locator(".verdict-note").inner_text().split()[:4] == words(
        texts["misconceptions"]["scale_d_k"]["message"]
    )
    assert said.locator(".check-failed").count() >= 1

    type_code(page, challenge, right)
    report = verdict(page)
    assert page.locator(".verdict-passed").count() == 1
    assert report.locator(".check-passed").count() >= 22

    page.reload()
    challenge.scroll_into_view_if_needed()
    challenge.locator(".cm-content").wait_for()
    kept = "\n".join(challenge.locator(".cm-line").all_inner_texts())
    assert kept.replace("\n\n", "\n").split() == right.split()


def words(text: str) -> list[str]:
    return re.sub(r"[`*_]", "", text).split()[:4]


def test_the_keyboard_alone_is_enough(visit) -> None:
    page = visit.lesson("pt")
    page.locator("figure.cell[data-cell=widths] .tool-run").focus()
    page.keyboard.press("Enter")
    end = said("pt", "The same as on the page.")
    page.locator("figure.cell[data-cell=widths] .tool-note", has_text=end).wait_for(timeout=STARTED)
    challenge = page.locator("section.challenge")
    challenge.scroll_into_view_if_needed()
    challenge.locator(".cm-content").focus()
    page.keyboard.press("Control+Enter")
    challenge.locator(".verdict-heading").wait_for(timeout=STARTED)
    challenge.locator(".cm-content").focus()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.classList.contains('cm-content')")
