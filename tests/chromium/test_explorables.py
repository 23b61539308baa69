"""Every explorable of the course, found by itself: each state shows what its snippet computes, in every language;
pointer, keyboard and address; without JavaScript; on a small phone. A new one is covered without a line here.
"""

from __future__ import annotations

import itertools
import os
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from ..explored import expected, explorables, states
from .conftest import LANGUAGES, until

pytestmark = pytest.mark.browser
ALL = list(explorables())
SLUGS = list(dict.fromkeys(slug for slug, _, _ in ALL))
NOT_OURS = ("landmark-unique", "empty-table-header")

# What a reader sees of an explorable in each state, read from the page; the states are set by their addresses.
READ = """
async ([name, addresses]) => {
  const figure = document.querySelector(`#explorable-${name}`);
  const texts = (nodes) => [...nodes].map((node) => node.textContent);
  const grid = (table) => [...table.rows].map((row) => texts(row.cells));
  const letters = (label) => [...(label?.childNodes ?? [])]
    .filter((node) => !node.classList?.contains("moved-sign")).map((node) => node.textContent).join("").trim();
  const hides = (cell) => Number(cell.classList.contains("is-hidden"));
  const inside = {
    matrix: (panel) => {
      const rows = [...panel.querySelectorAll("tbody tr")];
      return {
        columns: texts(panel.querySelectorAll("thead th")),
        rows: rows.map((row) => letters(row.querySelector("th"))),
        cells: rows.map((row) => texts(row.querySelectorAll("td"))),
        hidden: rows.map((row) => [...row.querySelectorAll("td")].map(hides)),
        moved: rows.flatMap((row, i) => (row.classList.contains("is-moved") ? [i] : [])),
      };
    },
    bars: (panel) => grid(panel.querySelector("table")).map(([label, , text]) => [label, text]),
    table: (panel) => grid(panel.querySelector("table")),
    words: (panel) => texts(panel.querySelectorAll("li")),
    lines: (panel) => grid(panel.querySelector("table")),
    steps: (panel) => stepsOf(panel, ".steps-made"),
    diagram: (panel) => stepsOf(panel, ".step-inside"),
  };
  const stepsOf = (panel, made) => ({
    steps: texts(panel.querySelectorAll(".step-head")),
    note: panel.querySelector(`${made} > .step-note`)?.textContent ?? "",
    parts: [...panel.querySelectorAll(`${made} > .panel`)].map(read),
  });
  const read = (panel) => {
    if (panel.hidden) return null;
    const kind = [...panel.classList].find((one) => one.startsWith("panel-")).slice(6);
    const title = panel.querySelector(":scope > .panel-title")?.textContent ?? "";
    return { kind, title, inside: inside[kind](panel) };
  };
  const found = [];
  for (const address of addresses) {
    history.replaceState(null, "", address);
    dispatchEvent(new HashChangeEvent("hashchange"));
    const wanted = address.slice(address.indexOf(":") + 1);
    for (let waited = 0; figure.dataset.state !== wanted && waited < 500; waited++) {
      await new Promise((done) => setTimeout(done, 10));
    }
    found.push([...figure.querySelectorAll(".explorable-live > .panels > .panel")].map(read));
  }
  return found;
}
"""


def opened(visit, language: str, slug: str, name: str, fragment: str = ""):
    page = visit.open(f"{language}/{slug}/{fragment}")
    page.locator(f"#explorable-{name}").scroll_into_view_if_needed()
    page.wait_for_selector(f"#explorable-{name}.is-live")
    return page


def address(name: str, chosen: dict[str, str]) -> str:
    return f"#{name}:" + ";".join(f"{control}={key}" for control, key in chosen.items())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", SLUGS)
def test_every_state_shows_what_the_snippet_computes(visit, language, slug) -> None:
    for _, snippet, name in (own for own in ALL if own[0] == slug):
        page = opened(visit, language, slug, name)
        controls, all_states = states(snippet, name, language)
        shown = page.evaluate(READ, [name, [address(name, chosen) for chosen, _ in all_states]])
        for (chosen, state), seen in zip(all_states, shown, strict=True):
            assert seen == expected(state, chosen, controls, language), (name, chosen)


@pytest.mark.parametrize(("slug", "snippet", "name"), ALL)
def test_each_control_is_worked_by_keyboard_and_pointer_and_reset_takes_it_back(visit, slug, snippet, name) -> None:
    page = opened(visit, "pt", slug, name)
    controls, _ = states(snippet, name, "pt")
    figure = page.locator(f"#explorable-{name}")
    first = {own["name"]: own.get("initial", next(iter(own["options"]))) for own in controls}
    for control in controls:
        keys = list(control["options"])
        other = keys[keys.index(first[control["name"]]) - 1]
        if control["kind"] == "slider":
            slider = figure.locator(f"#{name}-{control['name']}")
            slider.focus()
            page.keyboard.press("Home")
            assert slider.get_attribute("aria-valuetext") == control["options"][keys[0]]
            page.keyboard.press("End")
            assert slider.get_attribute("aria-valuetext") == control["options"][keys[-1]]
        elif control["kind"] == "buttons":
            radio = figure.locator(f"input[name='{name}-{control['name']}']")
            radio.nth(keys.index(other)).locator("xpath=..").click()
            until(page, "hash => location.hash.includes(hash)", arg=f"{control['name']}={other}")
            page.keyboard.press("ArrowRight")
            assert radio.nth((keys.index(other) + 1) % len(keys)).is_checked()
        else:
            chosen = figure.locator("[aria-selected=true], .step.is-chosen, .is-chosen").first
            before = chosen.inner_text()
            step = figure.locator(".step input:checked").first
            (step if step.count() else figure.locator("table[role=grid] td[tabindex='0']").first).focus()
            page.keyboard.press("ArrowUp")
            page.keyboard.press("ArrowUp")
            assert figure.locator("[aria-selected=true], .step.is-chosen, .is-chosen").first.inner_text() != before
    page.wait_for_timeout(400)  # the address follows the reader a quarter of a second later
    last = controls[-1]
    other = next(key for key in last["options"] if key != first[last["name"]])
    page.evaluate("hash => { location.hash = hash; }", address(name, {last["name"]: other}))
    figure.locator(".explorable-reset:not([aria-disabled=true])").click()
    until(page, "location.hash === ''")
    assert figure.locator(".explorable-said").inner_text() != ""
    assert figure.locator(".explorable-reset").get_attribute("aria-disabled") == "true"


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_link_in_the_text_sets_its_state_and_says_so_and_back_goes_back(visit, language, slug) -> None:
    visit.page.emulate_media(reduced_motion="reduce")
    page = visit.open(f"{language}/{slug}/")
    links = page.locator("a.state-link")
    assert links.count() >= 1
    for number in range(links.count()):
        link = links.nth(number)
        hash_ = link.evaluate("link => link.hash")
        name = hash_[1:].partition(":")[0]
        link.click()
        page.wait_for_selector(f"#explorable-{name} .explorable-said.is-from-link")
        assert page.evaluate("location.hash") == hash_
        box = page.locator(f"#explorable-{name}").evaluate("e => e.getBoundingClientRect().toJSON()")
        assert box["bottom"] > 0
        assert box["top"] < 900
    page.go_back()
    until(page, "hash => location.hash !== hash", arg=hash_)
    page.reload()
    if page.evaluate("location.hash"):
        page.wait_for_selector(".explorable-said.is-from-link")


@pytest.mark.audit
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("slug", SLUGS)
def test_axe_finds_nothing_and_a_small_phone_is_wide_enough(visit, slug, scheme) -> None:
    visit.page.set_viewport_size({"width": 320, "height": 700})
    visit.page.emulate_media(color_scheme=scheme)
    for name in [own[2] for own in ALL if own[0] == slug]:
        page = opened(visit, "cs", slug, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        options = {"rules": {rule: {"enabled": False} for rule in NOT_OURS}}
        found = Axe().run(page, context=f"#explorable-{name}", options=options)
        assert found.violations_count == 0, found.generate_report()


@pytest.mark.audit
@pytest.mark.parametrize(("slug", "snippet", "name"), ALL)
def test_without_javascript_the_first_state_stands_with_its_numbers(browser, site, slug, snippet, name) -> None:
    controls, all_states = states(snippet, name, "es")
    first = {own["name"]: own.get("initial", next(iter(own["options"]))) for own in controls}
    state = next(own for chosen, own in all_states if chosen == first)
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}es/{slug}/")
    figure = page.locator(f"#explorable-{name}")
    text = figure.text_content() or ""
    context.close()
    wanted = list(texts_in(expected(state, first, controls, "es")))
    assert wanted
    assert [own for own in wanted if own not in text] == []


def texts_in(value: Any) -> list[str]:
    """Every text with a number in it, down to the cells."""
    if isinstance(value, dict):
        return [
            text for key, part in value.items() if key not in ("kind", "hidden", "moved") for text in texts_in(part)
        ]
    if isinstance(value, list):
        return [text for part in value for text in texts_in(part)]
    return [value] if isinstance(value, str) and any(letter.isdigit() for letter in value) else []


@pytest.mark.parametrize(("width", "scheme"), list(itertools.product((1280, 390), ("light", "dark"))))
def test_pictures(visit, width, scheme) -> None:
    """The first state of each explorable, for people to look at, in the folder that ``AFERIR_PICTURES`` names."""
    folder = os.environ.get("AFERIR_PICTURES")
    visit.page.set_viewport_size({"width": width, "height": 1000})
    visit.page.emulate_media(color_scheme=scheme)
    for slug, _, name in ALL if folder else ALL[:1]:
        page = opened(visit, "pt", slug, name)
        picture = page.locator(f"#explorable-{name}").screenshot()
        assert picture.startswith(b"\x89PNG")
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            (Path(folder) / f"{slug}-{name}-{scheme}-{width}.png").write_bytes(picture)
