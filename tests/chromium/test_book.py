"""The documentation for authors as a reader meets it: its navigation, its diagram, narrow phones, axe."""

from __future__ import annotations

import pytest

from .accessibility import complaints

pytestmark = pytest.mark.browser


def test_the_first_page_leads_into_the_book_and_the_book_back(visit) -> None:
    page = visit.open("")
    page.click(".chooser-authors a")
    page.wait_for_url("**/authors/")
    page.click("text=A verified lesson in fifteen minutes >> nth=0")
    page.wait_for_url("**/authors/tutorial/")
    assert page.locator(".page-lead").inner_text().startswith("From an empty folder")
    sections = page.locator(".md-nav__item--section > .md-nav__link").all_inner_texts()
    assert [name.strip() for name in sections] == ["Begin", "How to", "Reference", "Explanation"]


def test_the_diagram_is_drawn_and_nothing_is_wider_than_a_small_phone(visit) -> None:
    visit.page.set_viewport_size({"width": 320, "height": 640})
    page = visit.open("authors/architecture/")
    page.wait_for_selector("svg:has-text('one process per lesson')")
    for path in ("authors/architecture/", "authors/tutorial/", "reference/blocks/", "reference/commands/"):
        page = visit.open(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path


@pytest.mark.parametrize("path", ["authors/tutorial/", "reference/commands/"])
def test_axe_finds_nothing(visit, path) -> None:
    page = visit.open(path)
    assert complaints(page) == ""
