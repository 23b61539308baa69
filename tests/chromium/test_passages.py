"""What is far below waits to be laid out, and nobody notices: links arrive, cards are whole, paper has everything."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from .conftest import LANGUAGES, until

pytestmark = pytest.mark.browser

LAID_OUT = """() => [...document.querySelectorAll(".passage")].map((passage) =>
  [...passage.children].some((child) => child.checkVisibility({ contentVisibilityAuto: true })))"""


def laid_out(page: Page) -> list[bool]:
    """Of each passage of the page, whether anything in it is."""
    found: list[bool] = page.evaluate(LAID_OUT)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_passage_is_laid_out_when_the_reader_comes_near_it(visit, language) -> None:
    page = visit.lesson(language)
    until(page, "document.querySelector('figure.cell .tool-run')")
    first = laid_out(page)
    assert first[0]
    assert not any(first[5:])
    page.locator(".passage").last.scroll_into_view_if_needed()
    until(page, f"({LAID_OUT})().at(-1)")
    assert not all(laid_out(page))


@pytest.mark.parametrize("width", [1280, 390])
def test_a_link_to_a_heading_far_below_arrives_there(visit, width) -> None:
    page = visit.lesson("pt")
    page.set_viewport_size({"width": width, "height": 800})
    heading = page.locator(".md-content h2[id]").last
    anchor = heading.get_attribute("id")
    page.evaluate("(anchor) => (location.hash = anchor)", anchor)
    page.wait_for_timeout(1000)  # whatever moves has moved
    box = heading.bounding_box()
    assert box
    assert 0 <= box["y"] < 200


def test_going_back_to_the_top_and_down_again_moves_nothing(visit) -> None:
    """The heights that were guessed are forgotten once a passage has been laid out."""
    page = visit.lesson("pt")
    for _ in range(200):
        page.mouse.wheel(0, 700)
        page.wait_for_timeout(20)
        if page.evaluate("scrollY + innerHeight >= document.documentElement.scrollHeight - 2"):
            break
    assert all(page.evaluate("[...document.querySelectorAll('.passage')].map((one) => one.offsetHeight > 0)"))
    tall = page.evaluate("document.documentElement.scrollHeight")
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(300)
    assert page.evaluate("document.documentElement.scrollHeight") == tall


def test_a_card_at_the_edge_of_a_passage_is_whole(visit) -> None:
    page = visit.lesson("pt")
    page.set_viewport_size({"width": 1000, "height": 700})
    number = page.locator(".passage > p:last-child .number").last
    number.scroll_into_view_if_needed()
    number.click()
    note = page.locator(".source-note")
    note.wait_for()
    box = note.bounding_box()
    assert box
    corners = [(box["x"] + 3, box["y"] + 3), (box["x"] + box["width"] - 3, box["y"] + box["height"] - 3)]
    for x, y in corners:
        found = "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.source-note'))"
        assert page.evaluate(found, [x, y]), (box, x, y)


def test_on_paper_everything_is_laid_out(visit) -> None:
    page = visit.lesson("pt")
    page.emulate_media(media="print")
    assert all(laid_out(page))
