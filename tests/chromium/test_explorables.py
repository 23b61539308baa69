"""Every explorable of the course, found by itself: each state shows what its snippet computes, in every language;
pointer, keyboard, touch and address; without JavaScript; on a small phone. A new one is covered without a line here.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page

from ..explored import expected, explorables, states
from .accessibility import complaints
from .conftest import LANGUAGES, Visit, until

pytestmark = pytest.mark.browser
ALL = list(explorables())
SLUGS = list(dict.fromkeys(slug for slug, _, _ in ALL))

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
    for (let turn = 0; figure.dataset.state !== wanted && turn < 1000; turn++) await null;
    found.push([...figure.querySelectorAll(".explorable-live > .panels > .panel")].map(read));
  }
  return found;
}
"""


# Where the Tab key leads in an explorable: the controls by name, what takes it back, a cell of each matrix, and so on.
STOP = """
() => {
  const target = document.activeElement;
  if (!target.closest(".explorable-live")) return null;
  if (target.matches("input")) return target.name || target.id;
  if (target.matches(".explorable-reset")) return "reset";
  const grids = [...document.querySelectorAll("table[role=grid]")];
  if (target.matches("table[role=grid] td")) return `grid ${grids.indexOf(target.closest("table"))}`;
  return target.className || target.tagName;
}
"""


def named(slug: str) -> list[tuple[str, str]]:
    """Snippet and name of each explorable of a lesson."""
    return [(snippet, name) for own, snippet, name in ALL if own == slug]


def lively(page: Page, name: str) -> Locator:
    """An explorable of an open page, live and in sight."""
    figure = page.locator(f"#explorable-{name}")
    figure.scroll_into_view_if_needed()
    page.wait_for_selector(f"#explorable-{name}.is-live")
    return figure


def address(name: str, chosen: dict[str, str]) -> str:
    return f"#{name}:" + ";".join(f"{control}={key}" for control, key in chosen.items())


def at_first(controls: list[dict[str, Any]]) -> dict[str, str]:
    """The key of each control in the first state."""
    return {own["name"]: own.get("initial", next(iter(own["options"]))) for own in controls}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", SLUGS)
def test_every_state_shows_what_the_snippet_computes_and_each_link_sets_its_own(
    visit: Visit, slug: str, language: str
) -> None:
    visit.page.emulate_media(reduced_motion="reduce")
    page = visit.open(f"{language}/{slug}/")
    for snippet, name in named(slug):
        lively(page, name)
        controls, all_states = states(snippet, name, language)
        wanted = [(chosen, expected(state, chosen, controls, language)) for chosen, state in all_states]
        visited = wanted if language == "pt" else with_something_new(wanted)
        shown = page.evaluate(READ, [name, [address(name, chosen) for chosen, _ in visited]])
        for (chosen, panels), seen in zip(visited, shown, strict=True):
            assert seen == panels, (name, chosen)
    links = page.locator("a.state-link")
    hashes = links.evaluate_all("links => links.map((link) => link.hash)")
    assert hashes
    for link, hash_ in zip(links.all(), hashes, strict=True):
        figure = page.locator(f"#explorable-{hash_[1:].partition(':')[0]}")
        before = figure.locator(".explorable-said").inner_text()
        link.focus()
        page.keyboard.press("Enter")
        until(page, "hash => location.hash === hash", arg=hash_)
        said = figure.locator(".explorable-said.is-from-link[role=status]")
        assert said.inner_text() != before or hashes.count(hash_) > 1
        assert all(
            setting in (figure.get_attribute("data-state") or "") for setting in hash_.partition(":")[2].split(";")
        )
        box = figure.evaluate("e => e.getBoundingClientRect().toJSON()")
        assert box["bottom"] > 0
        assert box["top"] < 900
        assert figure.evaluate("e => e.getAnimations({ subtree: true }).length") == 0


def with_something_new(wanted: list[tuple[dict[str, str], list[Any]]]) -> list[tuple[dict[str, str], list[Any]]]:
    """States that together show every option, panel, list of steps and opened step that any state shows.

    One language visits every combination; in the others, states that only combine what others have shown are left out.
    """
    known = set[str]()
    found = []
    for chosen, panels in wanted:
        inside = [panel["inside"] for panel in panels if panel]
        parts = [
            part for own in inside for part in (own.values() if isinstance(own, dict) and "steps" in own else [own])
        ]
        new = {json.dumps(part) for part in parts} | {json.dumps(option) for option in chosen.items()}
        if not new <= known:
            found.append((chosen, panels))
        known |= new
    return found


def test_an_address_is_shown_as_it_opens_and_back_goes_back(visit: Visit) -> None:
    (snippet, name), *_ = named("split-then-sum")
    page = visit.open(f"es/split-then-sum/{address(name, {'head': 'sum', 'word': 'chase'})}")
    page.wait_for_selector(f"#explorable-{name} .explorable-said.is-from-link")
    figure = page.locator(f"#explorable-{name}")
    controls, all_states = states(snippet, name, "es")
    wanted = next(state for chosen, state in all_states if chosen == {"head": "sum", "word": "chase"})
    (seen,) = page.evaluate(READ, [name, [address(name, {"head": "sum", "word": "chase"})]])
    assert seen == expected(wanted, {"head": "sum", "word": "chase"}, controls, "es")
    page.locator("a.state-link").first.click()
    until(page, "hash => location.hash !== hash", arg=address(name, {"head": "sum", "word": "chase"}))
    page.go_back()
    until(
        page, "name => document.querySelector(`#explorable-${name}`).dataset.state === 'head=sum;word=chase'", arg=name
    )
    assert "is-from-link" in (figure.locator(".explorable-said").get_attribute("class") or "")


@pytest.mark.parametrize("slug", SLUGS)
def test_the_keyboard_alone_works_each_control_and_reset_takes_it_back(visit: Visit, slug: str) -> None:
    page = visit.open(f"pt/{slug}/")
    for snippet, name in named(slug):
        controls, _ = states(snippet, name, "pt")
        figure, first = lively(page, name), at_first(controls)
        figure.evaluate("e => { e.tabIndex = -1; e.focus({ preventScroll: true }); }")
        stops = list(walked(page))
        drawn = [f"{name}-{own['name']}" for own in controls if own["kind"] != "choose"]
        assert stops[: len(drawn) + 1] == [*drawn, "reset"]
        grids = [stop for stop in stops if stop.startswith("grid")]
        assert len(grids) == len(set(grids)) == figure.locator("table[role=grid]:visible").count()
        for control in controls:
            moved_by_keys(page, figure, name, control, first[control["name"]])
        until(page, "name => location.hash.startsWith(`#${name}:`)", arg=name)
        figure.locator(".explorable-reset").focus()
        page.keyboard.press("Enter")
        until(page, "location.hash === ''")
        assert figure.get_attribute("data-state") == address("", first)[2:]
        assert figure.locator(".explorable-said").inner_text() != ""
        assert figure.locator(".explorable-reset").get_attribute("aria-disabled") == "true"


def walked(page: Page) -> Iterator[str]:
    """The stops of the Tab key until it leaves the explorable."""
    page.keyboard.press("Tab")
    while stop := page.evaluate(STOP):
        yield stop
        page.keyboard.press("Tab")


def moved_by_keys(page: Page, figure: Locator, name: str, control: dict[str, Any], first: str) -> None:
    """Take a control to another option with arrow keys; what is said to a screen reader follows."""
    keys = list(control["options"])
    said = figure.locator(".explorable-said")
    if control["kind"] == "slider":
        slider = figure.locator(f"#{name}-{control['name']}")
        slider.focus()
        for key, place in (("Home", 0), ("End", -1), ("ArrowLeft", -2)):
            page.keyboard.press(key)
            assert slider.get_attribute("aria-valuetext") == control["options"][keys[place]]
    elif control["kind"] == "buttons":
        figure.locator(f"input[name='{name}-{control['name']}']:checked").focus()
        page.keyboard.press("ArrowRight")
    else:
        step = figure.locator(".stage input:checked")
        (step if step.count() else figure.locator("table[role=grid]:visible td[tabindex='0']").first).focus()
        here = keys.index(first)
        for key, place in chosen_by_arrows(here, len(keys), is_list=bool(step.count())):
            before = said.inner_text()
            page.keyboard.press(key)
            assert f"{control['name']}={keys[place]}" in state_of(figure)
            assert said.inner_text() != before
    assert f"{control['name']}={first}" not in state_of(figure)


def chosen_by_arrows(here: int, count: int, *, is_list: bool) -> list[tuple[str, int]]:
    """Keys that walk the rows of a matrix, or the radio buttons of a list, and the place where each leads."""
    if is_list:
        return [("ArrowDown", (here + 1) % count), ("ArrowDown", (here + 2) % count)]
    last = count - 1
    ends = [("PageUp", 0), ("ArrowDown", 1)] if here else [("PageDown", last), ("ArrowUp", last - 1)]
    return ends if ends[-1][1] != here else [*ends, ("PageDown", last)]


def state_of(figure: Locator) -> list[str]:
    return (figure.get_attribute("data-state") or "").split(";")


def test_a_finger_works_buttons_a_slider_a_matrix_and_a_plot(browser: Browser, site: str) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, service_workers="block"
    )
    page = context.new_page()
    page.goto(f"{site}cs/soft-lookup/")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("matchMedia('(hover: none) and (pointer: coarse)').matches")

    example = lively(page, "example")
    button = example.locator("input[value=a]").locator("xpath=..")
    assert (button.bounding_box() or {})["height"] >= 24
    button.tap()
    assert example.get_attribute("data-state") == "asked=a"

    letters = lively(page, "letters")
    letters.locator("tbody tr").nth(2).locator("td").nth(1).tap()
    assert letters.locator("tr[aria-selected=true]").locator("th").inner_text().strip() == "c"
    assert letters.get_attribute("data-state") == "letter=c"

    dictionary = lively(page, "dictionary")
    slider = dictionary.locator("input[type=range]")
    box = slider.bounding_box() or {}
    slider.tap(position={"x": box["width"] - 4, "y": box["height"] / 2})
    assert dictionary.get_attribute("data-state") == "c=8"

    race = lively(page, "race")
    plot = race.locator(".explorable-live .plot-area")
    area = plot.bounding_box() or {}
    plot.tap(position={"x": 0.985 * area["width"], "y": area["height"] / 2})
    assert race.get_attribute("data-state") == "step=3000"
    context.close()


@pytest.mark.parametrize("slug", SLUGS)
def test_a_small_phone_is_wide_enough_and_axe_finds_nothing_in_light_or_dark(visit: Visit, slug: str) -> None:
    visit.page.set_viewport_size({"width": 320, "height": 700})
    page = visit.open(f"cs/{slug}/")
    for _, name in named(slug):
        lively(page, name)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    figures = [f"#explorable-{name}" for _, name in named(slug)]
    assert complaints(page, *figures) == ""
    page.emulate_media(color_scheme="dark")  # only colours differ
    context, options = {"include": [[own] for own in figures]}, {"runOnly": ["color-contrast"]}
    found = Axe().run(page, context=context, options=options)
    assert found.violations_count == 0, found.generate_report()


def test_without_javascript_the_first_state_stands_with_its_numbers(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    for slug in SLUGS:
        page.goto(f"{site}es/{slug}/")
        for snippet, name in named(slug):
            controls, all_states = states(snippet, name, "es")
            first = at_first(controls)
            state = next(own for chosen, own in all_states if chosen == first)
            text = closed_up(page.locator(f"#explorable-{name}").text_content() or "")
            wanted = list(texts_in(expected(state, first, controls, "es")))
            assert wanted
            assert [own for own in wanted if closed_up(own) not in text] == []
        if slug == "soft-lookup":  # a plot says without JavaScript too what its axes, lines and marks are
            race = page.locator("#explorable-race .plot")
            words = race.locator(".plot-words text").all_text_contents()
            assert {"1", "1000", "0,5", "quien no sabe nada: 2,303", "0,011", "1,802"} <= set(words)
            assert race.locator(".plot-key").count() == 3
    context.close()


def closed_up(text: str) -> str:
    """A text without its spaces: between the parts of a step only the figure without JavaScript has one."""
    return "".join(text.split())


def texts_in(value: Any) -> list[str]:
    """Every text with a number in it, down to the cells."""
    if isinstance(value, dict):
        return [
            text for key, part in value.items() if key not in ("kind", "hidden", "moved") for text in texts_in(part)
        ]
    if isinstance(value, list):
        return [text for part in value for text in texts_in(part)]
    return [value] if isinstance(value, str) and any(letter.isdigit() for letter in value) else []


@pytest.mark.parametrize(
    ("first", "width", "scheme"), [(0, 1280, "light"), (1, 1280, "dark"), (2, 390, "light"), (0, 390, "dark")]
)
def test_pictures(visit: Visit, first: int, width: int, scheme: Any) -> None:
    """The first state of each explorable, for people to look at, in the folder that ``AFERIR_PICTURES`` names.

    The languages take turns: every lesson is there in each of them.
    """
    folder = Path(os.environ.get("AFERIR_PICTURES", ""))
    is_wanted = folder != Path()
    visit.page.set_viewport_size({"width": width, "height": 1000})
    visit.page.emulate_media(color_scheme=scheme)
    folder.mkdir(parents=True, exist_ok=True)
    for turn, slug in enumerate(SLUGS if is_wanted else SLUGS[1:2], start=first):
        language = LANGUAGES[turn % len(LANGUAGES)]
        page = visit.open(f"{language}/{slug}/")
        page.locator(".md-header, .md-top").evaluate_all(
            "all => all.forEach((e) => { e.style.visibility = 'hidden'; })"
        )
        for _, name in named(slug):
            picture = lively(page, name).screenshot()
            assert picture.startswith(b"\x89PNG")
            if is_wanted:
                (folder / f"{slug}-{name}-{language}-{scheme}-{width}.png").write_bytes(picture)
