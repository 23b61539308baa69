"""What is far below waits to be laid out, and nobody notices: links arrive, cards are whole, paper has everything."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Page, Route

from .conftest import LANGUAGES, LESSON, until

pytestmark = pytest.mark.browser

LAID_OUT = """() => [...document.querySelectorAll(".passage")].map((passage) =>
  [...passage.children].some((child) => child.checkVisibility({ contentVisibilityAuto: true })))"""

LAY_ALL_OUT = """() => {
  for (const passage of document.querySelectorAll(".passage")) {
    passage.style.contentVisibility = "visible";
    passage.style.contain = "layout paint style"; // as it is when the reader is near
  }
}"""


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


def arrives(page: Page, anchor: str) -> None:
    """What the anchor names comes to stand close below the header, and stays there when all has been laid out."""
    stands = """(anchor) => {
      const top = document.getElementById(anchor).getBoundingClientRect().top;
      return top >= document.querySelector(".md-header").getBoundingClientRect().bottom && top < 200;
    }"""
    until(page, stands, anchor)
    page.wait_for_timeout(700)  # whatever moves has moved
    assert page.evaluate(stands, anchor)


def test_a_link_in_the_table_of_contents_arrives_far_below(visit) -> None:
    page = visit.lesson("pt")
    link = page.locator(".md-sidebar--secondary .md-nav__link[href*='#']").nth(-2)  # the last one ends the page
    link.click()
    arrives(page, unquote(urlsplit(link.get_attribute("href")).fragment))


def test_a_link_within_the_page_takes_nothing_away_and_back_leads_back(visit) -> None:
    page = visit.lesson("pt")
    page.evaluate("document.querySelector('figure.cell').dataset.own = 'kept'")
    before = len(visit.requests)
    links = page.locator(".md-sidebar--secondary .md-nav__link[href*='#']")
    for which in (2, 4):
        links.nth(which).click()
        arrives(page, unquote(urlsplit(links.nth(which).get_attribute("href")).fragment))
    page.go_back()
    arrives(page, unquote(urlsplit(links.nth(2).get_attribute("href")).fragment))
    assert page.evaluate("document.querySelector('figure.cell').dataset.own") == "kept"
    assert [url for url in visit.requests[before:] if url.endswith("/")] == []


def test_who_turns_back_before_the_next_page_has_come_is_where_the_address_says(visit) -> None:
    page = visit.lesson("pt")
    title = page.locator("h1").inner_text()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/pt/masks-and-two-heads/", hold)
    page.locator(".path-step--next").click()
    page.wait_for_url("**/pt/masks-and-two-heads/")
    page.go_back()
    page.wait_for_url(f"**/pt/{LESSON}/")
    for route in held:
        route.continue_()
    page.wait_for_timeout(1000)  # whatever comes has come
    assert page.locator("h1").inner_text() == title


@pytest.mark.parametrize("slowness", [1, 4])
def test_an_address_with_a_heading_far_below_opens_there_on_a_phone(visit, slowness) -> None:
    """Also for who has been at the top of the page before, and however late our code comes after the theme's."""
    page = visit.lesson("pt")
    anchor = page.locator(".md-content h2[id]").nth(-2).get_attribute("id")
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto("about:blank")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowness})
    visit.open(f"pt/{LESSON}/#{anchor}")
    arrives(page, anchor)


def test_a_link_to_a_cell_in_a_passage_that_waits_arrives(visit) -> None:
    visit.page.set_viewport_size({"width": 390, "height": 800})
    page = visit.lesson("es")
    assert not laid_out(page)[-1]
    page.evaluate("""() => {  // as a card of a number has it
      const link = document.createElement("a");
      link.href = "#cell-widths";
      document.querySelector(".passage").prepend(link);
      link.click();
    }""")
    arrives(page, "cell-widths")


AT_THE_TOP = """() => [...document.querySelectorAll(".passage > p")].find((one) =>
  one.checkVisibility({ contentVisibilityAuto: true }) && one.getBoundingClientRect().top > 60)"""
TOP_OF = """(text) => [...document.querySelectorAll(".passage > p")]
  .find((one) => one.textContent === text).getBoundingClientRect().top"""


def stand_far_below(page: Page) -> tuple[str, float]:
    """Go to the middle of the page, as a reader who has skipped what is above; a paragraph in sight and where it is."""
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight * 0.6)")
    page.wait_for_timeout(300)
    page.mouse.wheel(0, 300)
    page.wait_for_timeout(700)
    text = page.evaluate(f"({AT_THE_TOP})().textContent")
    return text, page.evaluate(TOP_OF, text)


@pytest.mark.parametrize("width", [1280, 390])
def test_who_goes_back_to_a_page_or_loads_it_again_stands_where_he_was(visit, width) -> None:
    """By the line, not by the number of pixels: the heights of what has not been laid out again are guesses."""
    page = visit.lesson("pt")
    page.set_viewport_size({"width": width, "height": 800})
    text, top = stand_far_below(page)
    page.evaluate("window.stillHere = true")
    page.evaluate("document.querySelector('.path-step--prev').click()")
    page.wait_for_url("**/pt/parallel-heads/")
    until(page, "scrollY === 0")
    page.wait_for_timeout(300)
    page.go_back()
    page.wait_for_url(f"**/pt/{LESSON}/")
    until(page, f"([text, top]) => Math.abs(({TOP_OF})(text) - top) < 4", [text, top])
    page.wait_for_timeout(1000)
    assert page.evaluate(TOP_OF, text) == pytest.approx(top, abs=4)
    assert page.evaluate("window.stillHere")
    page.reload()
    until(page, f"([text, top]) => Math.abs(({TOP_OF})(text) - top) < 4", [text, top])
    page.wait_for_timeout(1000)
    assert page.evaluate(TOP_OF, text) == pytest.approx(top, abs=4)


def test_the_keyboard_walks_into_what_waits_and_always_stands_in_sight(visit) -> None:
    page = visit.lesson("pt")
    page.set_viewport_size({"width": 390, "height": 800})
    page.locator(".passage a").first.focus()
    deepest = 0
    for _ in range(60):
        page.keyboard.press("Tab")
        top, bottom, passage = page.evaluate("""() => {
          const { activeElement: at } = document;
          const { top, bottom } = at.getBoundingClientRect();
          return [top, bottom, [...document.querySelectorAll(".passage")].indexOf(at.closest(".passage"))];
        }""")
        assert top < 800
        assert bottom > 0
        assert page.evaluate("document.activeElement.checkVisibility({ contentVisibilityAuto: true })")
        deepest = max(deepest, passage)
    assert deepest > 5


def test_who_has_the_focus_in_a_figure_that_wakes_up_keeps_it(visit) -> None:
    page = visit.lesson("pt")
    figure = page.locator("figure.explorable:not(.is-live)", has=page.locator(".matrix-scroll[tabindex='0']")).last
    name = figure.get_attribute("data-explorable")
    figure.locator(".explorable-static .matrix-scroll[tabindex='0']").first.focus()
    until(page, f"document.querySelector('[data-explorable={name}].is-live')")
    assert page.evaluate("document.activeElement.closest('.explorable-live') !== null")


@pytest.mark.parametrize("width", [1280, 390, 320])
def test_nothing_hangs_over_the_edge_of_a_passage_that_cuts_it_off(visit, width) -> None:
    """What is wider than a passage widens no page any more: it would be cut off, and no other test would see it."""
    visit.page.set_viewport_size({"width": width, "height": 800})
    for lesson in ("soft-lookup", LESSON, "masks-and-two-heads"):
        page = visit.open(f"cs/{lesson}/")
        page.evaluate(LAY_ALL_OUT)
        cut = page.evaluate("""() => [...document.querySelectorAll(".passage")]
          .filter((passage) => passage.scrollWidth > passage.clientWidth)
          .map((passage) => passage.textContent.trim().slice(0, 60))""")
        assert cut == []


def test_the_rhythm_of_the_page_is_the_same_beside_what_waits(visit) -> None:
    """A passage keeps margins to itself: those of its first and last block add nothing to those of the headings."""
    page = visit.lesson("pt")
    page.evaluate(LAY_ALL_OUT)
    gaps = page.evaluate("""() => [...document.querySelectorAll(".passage + h2, .passage + h3")].map((heading) => {
      const last = heading.previousElementSibling.lastElementChild.getBoundingClientRect();
      const gap = heading.getBoundingClientRect().top - last.bottom;
      return [heading.tagName, Math.round(gap / parseFloat(getComputedStyle(heading).fontSize) * 10) / 10];
    })""")
    assert {tuple(gap) for gap in gaps} == {("H2", 2.6), ("H3", 2.0)}


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
