"""Code that would break a page: each kind ends, says so in the reader's language, and leaves a page that works.

One reader on one page goes through all of it, so that Python is loaded once.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route

from aferir.languages import language

from .conftest import LESSON
from .test_run import STARTED, edit, said

pytestmark = pytest.mark.browser
LANGUAGE = "es"
STOPPED = 1500  # ms of running before Stop is pressed: by then a spare is on its way
LIMIT = 15  # seconds

ENDLESS = {
    "prints": "while True:\n    print('x')",
    "sleeps": "import time\ntime.sleep(10**6)",
    "holds on": "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass",
    "stays in C": "import itertools\nsum(itertools.repeat(1))",
    "multiplies": "import numpy as np\nnp.ones((3000, 3000)) @ np.ones((3000, 3000))",
}

ENDING = {
    "recursion": ("def f(n):\n    return f(n + 1)\nf(0)", "A function calls itself without end"),
    "memory": ("import numpy as np\nx = []\nwhile True:\n    x.append(np.empty(10**7))", "This needs more memory"),
    "exit": ("import sys\nsys.exit()", "The code asked to end here."),
    "input": ("input('?')", "Nobody can type an answer here"),
    "module": ("import pandas", "There is no module `{name}` here; there are"),
    "browser": ("import js", "Code in this page has no access to the browser"),
    "threads": ("import threading\nthreading.Thread(target=print).start()", "There are no threads or processes"),
    "processes": ("import subprocess\nsubprocess.run(['ls'])", "There are no threads or processes"),
}

BREAKING = {
    "deep data": "x = []\nfor _ in range(10**6):\n    x = [x]\nrepr(x)",
    "abort": "import os\nos.abort()",
    "no builtins": "import builtins\nvars(builtins).clear()",
}


@pytest.fixture(scope="module")
def page(browser: Browser, site: str) -> Iterator[Page]:
    """A lesson whose time limit is short."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    made = context.new_page()
    made.set_default_timeout(STARTED)
    made.route("**/folders.js", shorter_limit)
    made.goto(f"{site}{LANGUAGE}/{LESSON}/")
    made.wait_for_selector("figure.cell .tool-run")
    yield made
    context.close()


def shorter_limit(route: Route) -> None:
    answer = route.fetch()
    body = answer.text()
    assert '"seconds": 30.0' in body
    route.fulfill(response=answer, body=body.replace('"seconds": 30.0', f'"seconds": {LIMIT}'))


def cell(page: Page) -> Locator:
    return page.locator("figure.cell[data-cell=widths]")


def begin(page: Page, code: str) -> Locator:
    edit(page, cell(page), LANGUAGE, code)
    cell(page).locator(".tool-run").click()
    return cell(page)


def ended(page: Page, code: str) -> Locator:
    own = begin(page, code)
    own.locator(".tool-run").wait_for()
    return own


def stopped(page: Page, code: str) -> Locator:
    own = begin(page, code)
    own.get_by_text(said(LANGUAGE, "Running…")).wait_for()
    page.wait_for_timeout(STOPPED)
    own.locator(".tool-stop").click()
    own.locator(".tool-run").wait_for()
    return own


def page_works(page: Page) -> None:
    assert "6 7" in ended(page, "print(6, 7)").locator(".cell-output").inner_text()


def beginning(message: str) -> str:
    """How a message begins on the page, up to what it names."""
    whole = next(text for text in language(LANGUAGE).catalogue.texts if text.startswith(message))
    return language(LANGUAGE).catalogue.text(whole).replace("`", "").partition("{")[0]


@pytest.mark.parametrize("kind", ENDLESS)
def test_endless_code_is_stopped_and_the_cells_above_run_again(page: Page, kind: str) -> None:
    page_works(page)
    own = stopped(page, ENDLESS[kind])
    assert said(LANGUAGE, "Stopped.") in own.locator(".tool-note").inner_text()
    if kind == "prints":
        assert int("".join(filter(str.isdigit, own.locator(".output-remark").inner_text()))) > 0
    page_works(page)
    assert said(LANGUAGE, "The cells above ran again first.") in own.locator(".tool-note").inner_text()


def test_undo_reaches_back_beyond_stop(page: Page) -> None:
    edit(page, cell(page), LANGUAGE, "before = 1")
    own = stopped(page, "while True:\n    pass")
    own.locator(".cm-content").click()
    page.keyboard.press("Control+z")
    if "before = 1" not in own.locator(".cm-content").inner_text():  # selecting all was a step of its own
        page.keyboard.press("Control+z")
    assert "before = 1" in own.locator(".cm-content").inner_text()


def test_the_time_limit_ends_what_nobody_stops(page: Page) -> None:
    own = ended(page, "while True:\n    pass")
    told = language(LANGUAGE).text("Stopped after {seconds} s: the code had not finished.", seconds=LIMIT)
    assert told in own.locator(".tool-note").inner_text()
    page_works(page)


@pytest.mark.parametrize("kind", ENDING)
def test_code_that_cannot_go_on_is_explained(page: Page, kind: str) -> None:
    code, message = ENDING[kind]
    own = ended(page, code)
    assert beginning(message) in own.locator(".problem-meaning").inner_text()
    page_works(page)


@pytest.mark.parametrize("kind", BREAKING)
def test_python_that_broke_down_starts_anew_by_itself(page: Page, kind: str) -> None:
    own = ended(page, BREAKING[kind])
    told = said(LANGUAGE, "Python broke down under this code and has been started anew.")
    assert told in own.locator(".tool-note").inner_text()
    page_works(page)


def test_a_flood_is_cut_and_counted(page: Page) -> None:
    own = ended(page, "print('x' * 250_000)")
    assert "150\u00a0001" in own.locator(".output-remark").inner_text()
    page_works(page)


def test_what_is_written_past_pythons_own_streams_is_shown(page: Page) -> None:
    assert "low" in ended(page, "import os\nos.write(1, b'low\\n')").locator(".cell-output").inner_text()


def test_a_cell_cannot_close_the_worker_its_streams_or_the_builtins(page: Page) -> None:
    close = "import sys\ndel sys.modules['js']\nimport js\njs.self.close()"
    assert "stays open" in ended(page, close).locator(".problem-line").inner_text()
    page_works(page)
    ended(page, "import builtins, os, sys\nbuiltins.print = builtins.len = None\nsys.stdout.close()\nos.close(1)")
    page_works(page)
