"""Python starts from the memory that the site publishes; what is not in it comes when it is wanted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route

from .test_run import CHALLENGE, STARTED, cells, run, said, type_code

pytestmark = pytest.mark.browser
MORE_FUNCTIONS = "for (let i = 0; i < 40; i++) addFunction(() => 0, 'i');"
NO_SNAPSHOT = "aferir: Python does not start from its snapshot here; it starts as usual"


def write_own(page: Page, cell: Locator, code: str) -> None:
    """Give a cell other code."""
    if not cell.locator(".cm-content").count():
        cell.locator(".tool-edit").click()
    type_code(page, cell, code)


def printed(cell: Locator) -> list[str]:
    return cell.locator(".cell-output pre").first.inner_text().split()


def pass_challenge(page: Page) -> None:
    section = page.locator("section.challenge")
    section.scroll_into_view_if_needed()
    type_code(page, section, (CHALLENGE / "solution.py").read_text(encoding="utf-8"))
    section.locator(".tool-main").click()
    section.locator(".verdict-passed").wait_for(timeout=STARTED)


def test_all_cells_and_a_verdict_need_nothing_but_the_snapshot(visit) -> None:
    """What is imported for the first time comes from the other files, at once when they are not here yet."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page = visit.lesson("pt")
    page.route("**/later.bin", hold)
    for cell in cells(page):
        assert run(cell, "pt") == "The same as on the page."
    pass_challenge(page)
    last = cells(page)[-1]
    write_own(page, last, "import sys, gc\nprint(gc.isenabled(), 'statistics' in sys.modules)")
    run(last, "pt")
    assert printed(last) == ["True", "False"]
    assert held, "they are asked for once there is a result"
    page.unroute("**/later.bin", hold)
    write_own(
        page, last, "import statistics, numpy.polynomial as p\nprint(statistics.mean([1, 6]), p.Polynomial([1])(3))"
    )
    run(last, "pt")
    assert printed(last) == ["3.5", "1.0"]


def test_a_lesson_starts_the_same_each_time_and_chance_does_not(visit) -> None:
    """What chance was when the site was built is no reader's: a generator without a seed draws anew in each worker."""
    draws = []
    for _ in range(2):
        page = visit.lesson("pt")
        first = cells(page)[0]
        write_own(page, first, "import numpy as np\nprint(np.random.default_rng().integers(2**60), np.random.rand())")
        run(first, "pt")
        draws.append(printed(first))
    assert draws[0][0] != draws[1][0]
    assert draws[0][1] == draws[1][1], "the state that a lesson begins with is fixed, here as in the build"


def test_where_the_snapshot_does_not_fit_python_starts_from_its_files(visit) -> None:
    def change(route: Route) -> None:
        answer = route.fetch()
        begin = re.compile(r"function getPyEMTrampolinePtr\(\)\{")
        text, count = begin.subn(lambda found: found[0] + MORE_FUNCTIONS, answer.text())
        assert count == 1
        route.fulfill(response=answer, body=text)

    page = visit.lesson("pt")
    page.route("**/pyodide.asm.js", change)
    for cell in cells(page):
        assert run(cell, "pt") == "The same as on the page."
    pass_challenge(page)
    page.close()  # and with it the worker that practises and the spare, which would say the same
    assert all(line.startswith(NO_SNAPSHOT) and "a table of" in line for line in visit.complaints)
    assert visit.complaints
    visit.complaints.clear()


def test_a_damaged_part_of_python_is_fetched_anew(visit) -> None:
    page = visit.lesson("cs")
    damaged: list[str] = []

    def damage(route: Route) -> None:
        damaged.append(route.request.headers.get("cache-control", ""))
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.body()[:-9] + bytes(9))

    page.route("**/later.bin", damage, times=1)
    first = cells(page)[0]
    write_own(page, first, "import statistics\nprint(statistics.mean([1, 2, 6]))")
    run(first, "cs")
    assert printed(first) == ["3"]
    assert damaged == [""]


def test_a_part_of_python_that_does_not_come_is_said_and_can_be_tried_again(visit) -> None:
    page = visit.lesson("es")
    page.route("**/later.bin", lambda route: route.abort())
    first = cells(page)[0]
    write_own(page, first, "import statistics\nprint(statistics.mean([1, 2, 6]))")
    first.locator(".tool-run").click()
    first.get_by_text(said("es", "Python did not arrive whole. Check the connection and try again.")).wait_for(
        timeout=STARTED
    )
    page.unroute("**/later.bin")
    run(first, "es")
    assert printed(first) == ["3"]
    visit.complaints[:] = [line for line in visit.complaints if "later.bin" not in line and "ERR_FAILED" not in line]
