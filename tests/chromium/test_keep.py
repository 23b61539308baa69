"""What the browser keeps: two tabs, a new edition, a full store, a file there and back, and the end of it all."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page

from aferir.languages import language as texts_of

from .accessibility import complaints
from .conftest import LESSON, Visit, arrived, in_sight, until

pytestmark = pytest.mark.browser
WIDTHS = "figure.cell[data-cell=widths]"
KEEP = "([key, value]) => localStorage.setItem(`aferir:attention:${key}`, JSON.stringify({ at: 1, value }))"


def said(language: str, message: str) -> str:
    return texts_of(language).text(message)


def press(place: Page | Locator, language: str, message: str) -> None:
    place.get_by_role("button", name=said(language, message), exact=True).click()


def write(page: Page, code: str) -> None:
    """The code of a cell as a reader writes it: Edit, select all, type."""
    cell = page.locator(WIDTHS)
    if not cell.locator(".cm-content").count():
        cell.locator(".tool-edit").click()
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(code)


def shown(page: Page) -> str:
    """The code of the cell, in the page or in its editor."""
    cell = in_sight(page.locator(WIDTHS))
    lines = cell.locator(".cm-line")
    return "\n".join(lines.all_inner_texts()) if lines.count() else cell.locator("code").inner_text().strip()


def test_two_tabs_follow_each_other_and_nothing_is_overwritten_while_somebody_types(visit: Visit) -> None:
    page = visit.lesson("pt")
    other = page.context.new_page()
    other.goto(f"{visit.site}cs/{LESSON}/")
    other.wait_for_selector(f"{WIDTHS} .tool-run")

    write(page, "print('um')")
    until(other, f"document.querySelector('{WIDTHS} code').textContent.includes('um')")
    write(other, "print('dva')")
    assert "um" in shown(page), "the editor of the first tab has the focus: nothing is put under its cursor"
    aside = said("pt", "Another tab has changed this code as well. Its version is put aside.")
    page.locator(f"{WIDTHS} .tool-note", has_text=aside).wait_for()
    press(page.locator(WIDTHS), "pt", "Compare")
    press(page.locator(WIDTHS), "pt", "Bring it back")
    assert shown(page) == "print('dva')"


def test_what_was_published_since_stands_beside_the_readers_code_and_both_are_kept(visit: Visit) -> None:
    page = visit.lesson("es")
    page.evaluate(KEEP, [f"cell:{LESSON}:widths", {"own": "print('mío')", "from": "old", "others": []}])
    page.evaluate(KEEP, ["challenge:multi_head", {"own": "def multi_head(): ...", "from": "old", "others": []}])
    page.reload()
    box = page.locator(f"{WIDTHS} .editions")
    box.locator(".diff-left:has-text('mío')").wait_for()
    assert box.locator(".diff-right", has_text="def head_width").count() == 1
    assert complaints(page, WIDTHS) == ""
    press(box, "es", "Go on with the new one")
    assert "def head_width" in shown(page)
    press(box, "es", "Compare")
    press(box, "es", "Bring it back")
    assert shown(page) == "print('mío')"
    challenge = page.locator("section.challenge")
    challenge.scroll_into_view_if_needed()
    press(challenge.locator(".editions.is-outdated"), "es", "Stay with mine")
    page.reload()
    page.locator(f"{WIDTHS}.is-edited").wait_for()
    assert page.locator(".editions.is-outdated").count() == 0


def test_a_full_store_is_told_once_and_the_work_can_be_saved_in_a_file(visit: Visit) -> None:
    page = visit.lesson("cs")
    page.evaluate("""() => {
      for (let size = 1 << 20; size >= 1; size >>= 1) {
        try {
          for (let i = 0; ; i++) localStorage.setItem(`other:${size}:${i}`, "x".repeat(size));
        } catch { /* no room for this size any more */ }
      }
    }""")
    write(page, "print('nevejde se')")
    notice = page.locator(".unkept")
    notice.get_by_text(said("cs", "This browser has no room left for your work on this site.")).wait_for()
    assert complaints(page, ".unkept") == ""
    with page.expect_download() as saved:
        press(notice, "cs", "Save a copy as a file")
    items = json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))["items"]
    assert items[f"cell:{LESSON}:widths"]["value"]["own"] == "print('nevejde se')"
    press(notice, "cs", "Close")
    write(page, "print('pořád')")
    page.evaluate("window.stillHere = true")
    page.click(".path-step--prev")
    arrived(page, "parallel-heads")
    page.go_back()
    arrived(page, LESSON)
    page.locator(f"{WIDTHS}.is-edited").wait_for()
    assert page.evaluate("window.stillHere")
    assert shown(page) == "print('pořád')"
    assert notice.count() == 0


def test_a_browser_that_forbids_storage_still_shows_runs_and_edits(browser: Browser, site: str) -> None:
    page = browser.new_page()
    page.add_init_script("""{
      const refuse = () => { throw new DOMException("", "SecurityError"); };
      for (const name of ["setItem", "getItem", "removeItem", "key"]) Storage.prototype[name] = refuse;
    }""")
    page.goto(f"{site}es/{LESSON}/")
    page.wait_for_selector(f"{WIDTHS} .tool-run")
    write(page, "print('aquí')")
    page.get_by_text(said("es", "This browser keeps nothing for this site, as in some private windows.")).wait_for()
    assert page.locator(WIDTHS).evaluate("cell => cell.classList.contains('is-edited')")
    page.context.close()


@pytest.mark.parametrize(("language", "scheme", "width"), [("pt", "light", 1280), ("cs", "dark", 360)])
def test_saved_deleted_and_taken_in_again_everything_is_as_it_was(visit, tmp_path, language, scheme, width) -> None:
    page = visit.lesson(language)
    write(page, "print('uložit')")
    page.evaluate(KEEP, ["solved:softmax", True])
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    visit.open(f"{language}/about/")
    panel = page.locator(".kept-work")
    panel.locator("li").nth(2).wait_for()
    kept = "() => Object.entries(localStorage).filter(([key]) => /^aferir:.*:(cell|solved)/.test(key)).sort()"
    before = page.evaluate(kept)
    assert len(before) == 2
    with page.expect_download() as saved:
        press(panel, language, "Save a copy as a file")
    assert re.fullmatch(r"attention-\d{4}-\d\d-\d\d\.json", saved.value.suggested_filename)
    path = tmp_path / "work.json"
    saved.value.save_as(path)

    press(panel, language, "Delete everything")
    assert complaints(page, ".kept-work") == ""
    page.keyboard.press("Shift+Tab")  # from Keep everything to Delete
    page.keyboard.press("Enter")
    panel.get_by_text(said(language, "Everything is deleted.")).wait_for()
    assert page.evaluate(kept) == []

    (tmp_path / "broken.json").write_text(path.read_text(encoding="utf-8")[:-40], encoding="utf-8")
    take = panel.locator("input[type=file]")
    take.set_input_files(tmp_path / "broken.json")
    panel.get_by_text(said(language, "Nothing here has changed.")).wait_for()
    assert page.evaluate(kept) == []
    take.set_input_files(path)
    panel.locator(".tool-note", has_text="2").wait_for()
    assert page.evaluate(kept) == before
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visit.lesson(language)
    page.locator(f"{WIDTHS}.is-edited").wait_for()
    assert shown(page) == "print('uložit')"
