"""Python starts from what this browser has kept of it and computes the same; where that does not fit, as usual."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from .conftest import Visit, until
from .test_arrival import drawn_parts, own_drawing, published_drawing, redraw
from .test_run import CHALLENGE, STARTED, cells, run, said, type_code

pytestmark = pytest.mark.browser
KEPT = """async () => {
  for (const name of (await caches.keys()).filter((one) => one.startsWith("aferir-python:"))) {
    if ((await (await caches.open(name)).keys()).some(({ url }) => url.endsWith("/index"))) return name;
  }
  return "";
}"""
CHANGE_SYMBOL = """async () => {
  const cache = await caches.open((await caches.keys()).find((one) => one.startsWith("aferir-python:")));
  const place = (await cache.keys()).find(({ url }) => url.endsWith("/index"));
  const index = await (await cache.match(place)).json();
  index.symbols[Object.keys(index.symbols)[0]] += 8;
  await cache.put(place, new Response(JSON.stringify(index)));
}"""
CUT_MEMORY = """async () => {
  const cache = await caches.open((await caches.keys()).find((one) => one.startsWith("aferir-python:")));
  const place = (await cache.keys()).find(({ url }) => url.endsWith("/memory"));
  const bytes = new Uint8Array(await (await cache.match(place)).arrayBuffer());
  bytes.fill(0, bytes.length / 2);
  await cache.put(place, new Response(bytes));
}"""


def keep(visit: Visit) -> Page:
    """Run a cell, and read on until the browser has kept Python as it was once it had started."""
    page = visit.lesson("pt")
    run(cells(page)[0], "pt")
    until(page, f"({KEPT})()", seconds=STARTED / 1000)
    return page


def come_again(visit: Visit) -> Page:
    """The same page, opened anew: what it asks for from now on is counted."""
    visit.requests.clear()
    return visit.lesson("pt")


def asked_for_numpy(visit: Visit) -> bool:
    return any(re.search(r"/numpy-[^/]*\.whl$", url) for url in visit.requests)


def test_python_starts_from_what_was_kept_and_computes_the_same(visit) -> None:
    """All cells, a module of NumPy that nothing has loaded before, a challenge."""
    keep(visit)
    page = come_again(visit)
    for cell in cells(page):
        assert run(cell, "pt") == "The same as on the page."
    assert not asked_for_numpy(visit)
    last = cells(page)[-1]
    last.locator(".tool-edit").click()
    type_code(
        page, last, "import numpy.polynomial, gc\nprint(gc.isenabled(), numpy.polynomial.Polynomial([1, 2])(3.0))"
    )
    run(last, "pt")
    assert last.locator(".cell-output pre").first.inner_text().split() == ["True", "7.0"]
    section = page.locator("section.challenge")
    section.scroll_into_view_if_needed()
    type_code(page, section, (CHALLENGE / "solution.py").read_text(encoding="utf-8"))
    section.locator(".tool-main").click()
    section.locator(".verdict-passed").wait_for(timeout=STARTED)


@pytest.mark.parametrize("damage", [CHANGE_SYMBOL, CUT_MEMORY], ids=["another address", "memory that is cut"])
def test_what_does_not_fit_is_left_and_python_starts_as_usual(visit, damage) -> None:
    page = keep(visit)
    page.evaluate(f"({damage})()")
    page = come_again(visit)
    assert run(cells(page)[0], "pt") == "The same as on the page."
    assert asked_for_numpy(visit)


def test_deleting_everything_deletes_it_as_well(visit) -> None:
    keep(visit)
    page = visit.open("pt/about/")
    panel = page.locator(".kept-work")
    panel.get_by_role("button", name=said("pt", "Delete everything"), exact=True).click()
    page.keyboard.press("Shift+Tab")  # from Keep everything to Delete
    page.keyboard.press("Enter")
    panel.get_by_text(said("pt", "Everything is deleted.")).wait_for()
    assert page.evaluate(f"({KEPT})()") == ""


def test_a_figure_is_drawn_by_python_that_was_kept(visit) -> None:
    """Matplotlib comes beside a NumPy that Pyodide has not loaded itself."""
    keep(visit)
    page = come_again(visit)
    figure = page.locator("#figure-maps")
    figure.get_by_role("button", name=said("pt", "Edit the drawing")).click()
    figure.locator(".cm-content").wait_for()
    redraw(page, "")
    own, published = (drawn_parts(svg) for svg in (own_drawing(page), published_drawing(page)))
    assert own == published
    assert not asked_for_numpy(visit)
