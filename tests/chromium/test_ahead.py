"""Python that begins before anybody asks, and what a browser keeps of it: for who has worked here before."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from .conftest import ARGUMENTS, LESSON, until, without_program
from .test_arrival import SLOW
from .test_run import STARTED, cells, run, said

pytestmark = pytest.mark.browser
NOTED = "(key) => Object.keys(localStorage).some((name) => name.includes(key))"
LOADED = "document.readyState !== 'loading'"
TRIES = 5


def asked(visit, name: str) -> int:
    """How often a file was asked for."""
    return sum(url.endswith(name) for url in visit.requests)


def worked(visit, language: str) -> Page:
    """A page on which a cell has been run, as a returning reader finds it: away from it, with what is kept."""
    page: Page = visit.lesson(language)
    run(cells(page)[0], language)
    until(page, NOTED, f":ran:{LESSON}")
    visit.open("")
    visit.requests.clear()
    return page


def test_python_begins_with_the_page_of_a_lesson_in_which_something_was_run(visit) -> None:
    worked(visit, "pt")
    with without_program(visit, f"es/{LESSON}/") as page:  # the lesson in another language is the same lesson
        until(page, LOADED)
        for _ in range(STARTED // 100):
            if asked(visit, "started.bin"):
                break
            page.wait_for_timeout(100)
    assert asked(visit, "started.bin") == asked(visit, ".asm.wasm") == 1
    first = cells(page)[0]
    first.locator(".tool-run").click()
    first.get_by_text(said("es", "The same as on the page.")).wait_for(timeout=STARTED)
    assert asked(visit, "worker.js") == 1, "the worker of the page is the one that began with it"


def test_nothing_begins_elsewhere_or_for_who_saves_data(visit) -> None:
    worked(visit, "cs")
    for path in ("cs/soft-lookup/", "cs/", f"cs/{LESSON}/"):
        if path.endswith(f"{LESSON}/"):
            visit.page.add_init_script(SLOW)
        with without_program(visit, path) as page:
            until(page, LOADED)
            page.wait_for_timeout(500)
        assert asked(visit, "worker.js") == asked(visit, "started.bin") == 0, path


def test_the_theme_measures_no_code_of_a_lesson(visit) -> None:
    """What it selects it lays out at once, however far below it is."""
    page = visit.lesson("pt")
    assert page.locator("pre code").count()
    assert page.locator("pre:not(.mermaid) > code").count() == 0


def compiles_anew(context: BrowserContext, address: str) -> bool:
    """Visit the lesson and run its first cell: whether V8 compiled Python, in place of reading what it had compiled."""
    page = context.new_page()
    session = page.context.new_cdp_session(page)
    names: list[str] = []
    ended: list[object] = []

    def note(found: dict[str, list[dict[str, str]]]) -> None:
        names.extend(event["name"] for event in found["value"])

    def end(found: object) -> None:
        ended.append(found)

    session.on("Tracing.dataCollected", note)
    session.on("Tracing.tracingComplete", end)
    configuration = {"includedCategories": ["v8.wasm", "disabled-by-default-v8.wasm.detailed"]}
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": configuration})
    page.goto(address)
    run(cells(page)[0], "pt")
    until(page, NOTED, ":practised")
    session.send("Tracing.end")
    for _ in range(STARTED // 100):
        if ended:
            break
        page.wait_for_timeout(100)
    page.wait_for_timeout(6000)  # Chromium writes when nothing has been compiled for two seconds, and when it has time
    page.close()
    return "wasm.ValidateFunctionsStreaming" in names


def test_what_is_compiled_is_kept_once_a_worker_has_practised(browser: Browser, site: str, tmp_path: Path) -> None:
    context = browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=shutil.which("chromium"), headless=True, args=list(ARGUMENTS)
    )
    address = f"{site}pt/{LESSON}/"
    assert compiles_anew(context, address)
    assert any(not compiles_anew(context, address) for _ in range(TRIES))
    context.close()
