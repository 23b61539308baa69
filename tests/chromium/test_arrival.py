"""What comes to a reader and when: nothing for reading, Python for running, Matplotlib for drawing; and what is said
when it does not come.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, Route, expect

from aferir.languages import language

from .conftest import LESSON, until, without_program
from .test_run import STARTED, cells, edit, run, said

pytestmark = pytest.mark.browser
SLOW = "Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });"


def fetched(visit, *folders: str) -> list[str]:
    return [url for url in visit.requests if any(f"/assets/{folder}-" in url for folder in folders)]


def test_a_page_that_is_only_read_asks_for_neither_python_nor_the_editor(visit) -> None:
    page = visit.lesson("pt")
    page.mouse.move(400, 400)
    for _ in range(30):
        page.mouse.wheel(0, 600)
        page.wait_for_timeout(20)
    page.locator(".page-checked").scroll_into_view_if_needed()
    page.wait_for_load_state("networkidle")
    assert fetched(visit, "pyodide", "drawing") == []


def test_a_pointer_that_stays_on_run_fetches_python_ahead(visit) -> None:
    page = visit.lesson("pt")
    cells(page)[0].locator(".tool-run").hover()
    with page.expect_request("**/started.bin"):
        page.wait_for_timeout(300)
    page.wait_for_load_state("networkidle")
    assert len([url for url in visit.requests if url.endswith(".asm.wasm")]) == 1
    assert not fetched(visit, "drawing")


@contextmanager
def program_under_way(visit) -> Iterator[Page]:
    """The lesson as it is before our program has come; it comes when the block ends."""
    with without_program(visit, f"pt/{LESSON}/") as page:
        page.wait_for_selector("figure.cell .tool-run")
        yield page
        until(page, "document.readyState !== 'loading'")
        assert fetched(visit, "pyodide") == []


def test_run_can_be_pressed_before_the_program_is_here(visit) -> None:
    with program_under_way(visit) as page:
        first = cells(page)[0]
        first.locator(".tool-run").focus()
        page.keyboard.press("Enter")
        first.locator("[data-early=pressed]").wait_for()
    first.get_by_text(said("pt", "The same as on the page.")).wait_for(timeout=STARTED)
    assert page.evaluate("document.activeElement.matches('.tool-run')")


def test_who_saves_data_and_presses_early_is_asked_as_well(visit) -> None:
    visit.page.add_init_script(SLOW)
    with program_under_way(visit) as page:
        first = cells(page)[0]
        first.locator(".tool-run").click()
    first.get_by_role("button", name=said("pt", "Download and run")).wait_for()
    assert fetched(visit, "pyodide") == []


def test_readers_who_save_data_are_asked_before_the_download(visit) -> None:
    visit.page.add_init_script(SLOW)
    page = visit.lesson("cs")
    first = cells(page)[0]
    first.locator(".tool-run").hover()
    page.wait_for_timeout(300)
    first.locator(".tool-run").click()
    first.get_by_role("button", name=said("cs", "Download and run")).wait_for()
    assert fetched(visit, "pyodide") == []
    first.get_by_role("button", name=said("cs", "Download and run")).click()
    first.get_by_text(said("cs", "The same as on the page.")).wait_for(timeout=STARTED)


def test_a_damaged_download_is_said_and_can_be_tried_again(visit) -> None:
    damaged = 0

    def damage(route: Route) -> None:
        nonlocal damaged
        damaged += 1
        answer = route.fetch()
        body = answer.body()
        route.fulfill(response=answer, body=body[:-1] + bytes([body[-1] ^ 1]))

    page = visit.lesson("es")
    page.route("**/started.bin", damage, times=1)
    first = cells(page)[0]
    first.locator(".tool-run").click()
    first.get_by_text(said("es", "Python did not arrive whole. Check the connection and try again.")).wait_for(
        timeout=STARTED
    )
    assert damaged == 1
    assert run(first, "es") == "The same as on the page."
    complaints = [line for line in visit.complaints if "started.bin" not in line]
    visit.complaints[:] = complaints


def redraw(page: Page, code: str) -> None:
    panel = page.locator("#figure-maps .figure-panel")
    panel.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(code)
    panel.locator(".tool-run").click()
    panel.locator(".tool-run").wait_for(timeout=STARTED)


def published_drawing(page: Page) -> str:
    return str(
        page.evaluate(
            """async () => {
                const image = document.querySelector("#figure-maps .only-light");
                const [address] = JSON.parse(image.dataset.published);
                return (await fetch(address)).text();
            }"""
        )
    )


def own_drawing(page: Page) -> str:
    return str(
        page.evaluate(
            """decodeURIComponent(document.querySelector("#figure-maps .only-light").src.replace(/^[^,]*,/, ""))"""
        )
    )


def drawn_parts(svg: str) -> list[tuple[str, dict[str, str]]]:
    """What a drawing is made of, but for its numbers, and for the texts that the page puts into the published one."""
    parts = [(part.tag.rpartition("}")[2], part.attrib) for part in ElementTree.fromstring(svg).iter()]
    shape = [(name, {key: re.sub(r"[-\d.]+", "#", value) for key, value in held.items()}) for name, held in parts]
    return [(name, held) for name, held in shape if name not in ("svg", "title", "desc")]


def test_a_figure_is_drawn_again_as_the_build_drew_it_and_then_as_the_reader_likes(visit) -> None:
    page = visit.lesson("es")
    figure = page.locator("#figure-maps")
    figure.get_by_role("button", name=said("es", "Edit the drawing")).click()
    figure.locator(".cm-content").wait_for()
    assert not fetched(visit, "drawing", "pyodide")
    spanish = language("es")
    before = spanish.text("The first drawing downloads Matplotlib, {size}, once.", size="@").split("@")[0]
    assert before in figure.locator(".figure-panel .tool-note").inner_text()

    redraw(page, "")
    assert fetched(visit, "drawing")
    own, published = (drawn_parts(svg) for svg in (own_drawing(page), published_drawing(page)))
    assert len(own) > 100
    assert own == published

    redraw(page, "\n    figure.suptitle('0,5')\n    return 1 / 0")
    assert said("es", "Something is divided by 0.") in figure.locator(".problem-meaning").inner_text()

    assert figure.locator(".cm-fixed").inner_text().startswith("def figure_maps(")
    figure.locator(".cm-fixed").click()
    page.keyboard.press("Home")
    page.keyboard.insert_text("spoilt")
    assert figure.locator(".cm-fixed").inner_text().startswith("def figure_maps(")

    figure.get_by_role("button", name=said("es", "Reset"), exact=True).click()
    assert figure.locator(".only-light").get_attribute("src").endswith(".svg")


def test_the_editor_completes_the_names_of_the_lesson(visit) -> None:
    page = visit.lesson("pt")
    cell = page.locator("figure.cell[data-cell=widths]")
    edit(page, cell, "pt", "")
    page.keyboard.type("projection_par")
    offered = cell.locator(".cm-tooltip-autocomplete li", has_text="projection_parameters")
    offered.wait_for()
    page.wait_for_timeout(100)  # the editor leaves keys alone that were meant before a reader can have seen its list
    page.keyboard.press("ArrowDown")
    expect(offered).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    assert cell.locator(".cm-content").inner_text() == "projection_parameters"
    assert not fetched(visit, "pyodide")
