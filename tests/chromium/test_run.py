"""A reader runs, edits, fails, mends and passes: the whole way, in each language."""

from __future__ import annotations

import re
import time
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from .conftest import LANGUAGES, LESSON

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parent.parent.parent
CHALLENGE = ROOT / "snippets" / "challenges" / "multi_head"
STARTED = 90_000


def cells(page: Page) -> list[Locator]:
    return page.locator("figure.cell").all()


def published(cell: Locator) -> str:
    return cell.locator(".cell-output pre").first.inner_text()


def run(cell: Locator) -> None:
    """Press Run and wait until it is Run again."""
    cell.locator(".tool-run").click()
    cell.locator(".cell-output .output-owner, .cell-tools .note:not(:empty)").first.wait_for(timeout=STARTED)
    cell.locator(".tool-run").wait_for(timeout=STARTED)


def type_code(page: Page, box: Locator, code: str) -> None:
    """Replace an editor's text as a reader does: select all, paste."""
    box.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(code)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_cell_prints_in_the_browser_what_the_build_printed(visit, language) -> None:
    page = visit.lesson(language)
    shown = {cell.get_attribute("data-cell"): published(cell) for cell in cells(page)}
    assert len(shown) >= 3
    for cell in cells(page):
        run(cell)
        name = cell.get_attribute("data-cell")
        assert cell.locator(".cell-output pre").first.inner_text() == shown[name], name
        assert not cell.locator(".output-own").count(), name


def test_the_first_run_says_how_much_is_downloaded_and_shows_progress(visit) -> None:
    page = visit.lesson("es")
    first = cells(page)[0]
    assert re.search(r"\d+(,\d+)?\u00a0MB", first.inner_text().replace(" ", "\u00a0"))
    first.locator(".tool-run").click()
    page.wait_for_selector("figure.cell progress:visible", timeout=STARTED)
    first.locator(".output-owner, .note:not(:empty)").first.wait_for(timeout=STARTED)


def test_later_runs_and_later_pages_reuse_the_runtime(visit) -> None:
    page = visit.lesson("pt")
    run(cells(page)[0])
    loaded = sum("/pyodide-" in url for url in visit.requests)
    page.click(".path-step--prev")
    page.wait_for_url("**/pt/")
    page.click(".lesson-list a")
    page.wait_for_url(f"**/pt/{LESSON}/")
    page.wait_for_selector("figure.cell .tool-run")
    started = time.monotonic()
    run(cells(page)[-1])
    assert sum("/pyodide-" in url for url in visit.requests) == loaded
    assert time.monotonic() - started < 60


def test_an_edited_cell_is_marked_as_the_readers_own_and_can_be_put_back(visit) -> None:
    page = visit.lesson("cs")
    cell = page.locator("figure.cell[data-cell=widths]")
    before = published(cell)
    cell.locator(".cell-tools button").nth(1).click()
    type_code(page, cell, "print(6 * 7)")
    run(cell)
    assert "42" in cell.locator(".cell-output").inner_text()
    assert cell.locator(".output-own").count()
    cell.locator(".cell-output button").first.click()
    assert published(cell) == before


def test_an_error_is_a_short_line_and_a_folded_traceback(visit) -> None:
    page = visit.lesson("pt")
    cell = page.locator("figure.cell[data-cell=widths]")
    cell.locator(".cell-tools button").nth(1).click()
    type_code(page, cell, "x = [1, 2]\nx[5]")
    run(cell)
    problem = cell.locator(".problem")
    assert "IndexError" in problem.locator(".problem-line").inner_text()
    assert not problem.locator(".problem-trace pre, .problem-trace code").first.is_visible()


def test_an_endless_loop_is_stopped_and_the_page_goes_on(visit) -> None:
    page = visit.lesson("es")
    cell = page.locator("figure.cell[data-cell=widths]")
    run(cell)
    cell.locator(".cell-tools button").nth(1).click()
    type_code(page, cell, "while True:\n    pass")
    cell.locator(".tool-run").click()
    cell.locator(".tool-stop").wait_for(timeout=STARTED)
    page.wait_for_timeout(1500)
    cell.locator(".tool-stop").click()
    cell.locator(".tool-run").wait_for()
    type_code(page, cell, "print('sigue')")
    run(cell)
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
    said = verdict(page)
    assert "verdict-passed" in (said.get_attribute("class") or "")
    assert said.locator(".check-passed").count() >= 22

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
    page.locator(
        "figure.cell[data-cell=widths] .output-owner, figure.cell[data-cell=widths] .note:not(:empty)"
    ).first.wait_for(timeout=STARTED)
    challenge = page.locator("section.challenge")
    challenge.scroll_into_view_if_needed()
    challenge.locator(".cm-content").focus()
    page.keyboard.press("Control+Enter")
    challenge.locator(".verdict-heading").wait_for(timeout=STARTED)
    challenge.locator(".cm-content").focus()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.classList.contains('cm-content')")
