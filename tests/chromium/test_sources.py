"""A reader asks where a number comes from: by a click, by keyboard only, on paper not at all."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page

from .accessibility import LOOKS, complaints
from .conftest import LANGUAGES, in_sight, until

pytestmark = pytest.mark.browser
CELL = {"pt": "Célula heads", "es": "Celda heads", "cs": "Buňka heads"}
SOURCE = {
    "pt": "Fonte:",
    "es": "Fuente:",
    "cs": "Zdroj:",
}
NUMBER = ".md-typeset p > .number"


def first_share(page: Page) -> Locator:
    """The number 0,591 in running text: A[0, 0, 0]."""
    found = page.locator(NUMBER, has_text=re.compile(r"^0,591$")).first
    found.scroll_into_view_if_needed()
    return found


def covers(note: Locator, asked: Locator) -> bool:
    one, other = note.bounding_box(), asked.bounding_box()
    assert one
    assert other
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_click_on_a_number_shows_its_expression_its_value_and_its_cell(visit, language) -> None:
    page = visit.lesson(language)
    assert not any(url.endswith(".sources.json") for url in visit.requests)
    number = first_share(page)
    number.click()
    note = page.locator(".source-note")
    note.wait_for()
    assert note.locator(".source-expression").inner_text() == "A[0, 0, 0]"
    assert note.locator(".source-value code").inner_text().startswith("0.591")
    assert note.get_by_role("link", name=CELL[language]).get_attribute("href") == "#cell-heads"
    assert not covers(note, number)
    assert sum(url.endswith(f"{language}/lessons/split-then-sum.sources.json") for url in visit.requests) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_given_number_shows_its_source(visit, language) -> None:
    page = visit.lesson(language)
    page.locator(NUMBER, has_text=re.compile(r"^0,9$")).first.click()
    note = page.locator(".source-note")
    assert note.inner_text().startswith(f"{SOURCE[language]} Ashish Vaswani")
    assert note.locator("a").get_attribute("href") == "#reference-vaswani2017attention"
    assert in_sight(page.locator("#reference-vaswani2017attention")).inner_text().endswith("arXiv:1706.03762")


def test_the_link_leads_to_the_cell_and_closes_the_card(visit) -> None:
    page = visit.lesson("es")
    first_share(page).click()
    page.locator(".source-note a").click()
    page.wait_for_url("**/#cell-heads")
    until(page, "!document.querySelector('.source-note')")
    assert page.locator("#cell-heads").bounding_box()["y"] < 900


def test_the_prose_looks_like_prose_until_the_mode_is_on(visit) -> None:
    page = visit.lesson("pt")
    line = "e => getComputedStyle(e).textDecorationColor"
    number = first_share(page)
    page.mouse.move(0, 0)
    assert number.evaluate(line) == "rgba(0, 0, 0, 0)"
    assert number.get_attribute("tabindex") is None
    page.keyboard.press("Alt+.")
    page.wait_for_timeout(400)
    assert number.evaluate(line) != "rgba(0, 0, 0, 0)"


def test_by_keyboard_only_every_number_can_be_asked(visit) -> None:
    page = visit.lesson("cs")
    address = page.url
    switch = page.locator(".sources-switch")
    switch.focus()
    page.keyboard.press("Enter")
    assert switch.get_attribute("aria-pressed") == "true"
    assert page.locator("article [data-source][role=button]").count() > 200
    # What holds a link or stands in one has a button behind it instead.
    without = page.locator("article [data-source]:not([role=button])").evaluate_all(
        "all => all.filter(one => !(one.closest('a') ?? one).nextElementSibling?.matches('.sources-of')).length"
    )
    assert without == 0
    first_share(page).focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.locator(".source-note").wait_for()
    assert page.evaluate("document.activeElement.getAttribute('aria-expanded')") == "true"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#cell-heads"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.textContent") == "0,591"
    assert page.locator(".source-note").count() == 0
    page.keyboard.press("Alt+.")
    assert page.locator("article [role=button]").count() == 0
    assert page.url == address


def test_a_formula_has_one_button_that_lists_its_numbers(visit) -> None:
    page = visit.lesson("es")
    page.keyboard.press("Alt+.")
    formulas = page.locator(".formula[data-sources]")
    assert formulas.count() == page.locator(".formula + .sources-of").count() > 0
    formulas.first.locator("xpath=following-sibling::*[1]").focus()
    page.keyboard.press("Enter")
    note = page.locator(".source-note")
    note.wait_for()
    assert note.get_by_role("listitem").count() == 2
    assert note.locator(".source-written").all_inner_texts() == ["0,499497", "0,016311"]
    assert page.locator(".katex-html:not([aria-hidden=true])").count() == 0


def test_a_table_that_scrolls_does_not_cut_the_card_off(visit) -> None:
    visit.page.set_viewport_size({"width": 320, "height": 640})
    page = visit.lesson("pt")
    number = page.locator("td .number").first
    number.scroll_into_view_if_needed()
    number.click()
    note = page.locator(".source-note")
    note.wait_for()
    page.wait_for_timeout(300)
    box = note.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    assert not covers(note, number)
    assert page.evaluate(
        "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.source-note'))",
        [box["x"] + box["width"] / 2, box["y"] + box["height"] - 4],
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_paper_shows_nothing_of_it(visit) -> None:
    page = visit.lesson("pt")
    page.keyboard.press("Alt+.")
    first_share(page).click()
    page.locator(".source-note").wait_for()
    page.emulate_media(media="print")
    page.wait_for_timeout(400)
    assert not page.locator(".source-note, .sources-switch, .sources-of").locator("visible=true").count()
    assert first_share(page).evaluate("e => getComputedStyle(e).textDecorationLine") == "none"


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_axe_finds_nothing_with_the_mode_on_and_a_card_open(visit, scheme, width) -> None:
    visit.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    visit.page.set_viewport_size({"width": width, "height": 800})
    page = visit.lesson("cs")
    page.locator("section.challenge").scroll_into_view_if_needed()
    page.wait_for_selector(".challenge .cm-editor")
    page.keyboard.press("Alt+.")
    first_share(page).click()
    page.locator(".source-note").wait_for()
    assert complaints(page, ".source-note", ".page-checked", ".passage > p", "section.challenge") == ""
