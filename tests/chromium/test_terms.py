"""A reader meets a term: its card, the glossary behind it; and finds the way along the course's path."""

from __future__ import annotations

import re

import pytest
import yaml

from .accessibility import LOOKS, complaints
from .conftest import LANGUAGES, LESSON, ROOT, until

pytestmark = pytest.mark.browser
GLOSSARY = yaml.safe_load((ROOT / "lessons" / "glossary.yml").read_text(encoding="utf-8"))
LESSONS = yaml.safe_load((ROOT / "lessons" / "course.yml").read_text(encoding="utf-8"))["lessons"]


def reach(page) -> None:
    """Put the focus on the second term, as somebody who uses the keyboard."""
    page.keyboard.press("Tab")
    page.locator("a.term").nth(1).focus()


@pytest.mark.parametrize("language", LANGUAGES)
def test_focus_opens_the_card_and_escape_closes_it(visit, language) -> None:
    page = visit.lesson(language)
    reach(page)
    card = page.locator(".term-note")
    card.wait_for()
    link = page.locator("a.term:focus")
    term = GLOSSARY[link.get_attribute("data-term")]
    assert card.locator(".term-text").inner_text() == term[language]["text"]
    others = card.locator(".term-others").inner_text()
    assert others.startswith(f"{term['en']} (en)")
    assert all(f"{term[code]['term']} ({code})" in others for code in LANGUAGES if code != language)
    assert page.locator(f"#{link.get_attribute('aria-describedby')}").count() == 1
    page.keyboard.press("Escape")
    card.wait_for(state="detached")
    assert link.get_attribute("aria-describedby") is None
    assert page.locator("a.term:focus").count() == 1


def test_the_pointer_opens_the_card_and_may_move_onto_it(visit) -> None:
    page = visit.lesson("pt")
    page.locator("a.term").nth(2).hover()
    card = page.locator(".term-note")
    card.wait_for()
    card.hover()
    page.wait_for_timeout(600)
    assert card.is_visible()
    page.locator("h1").hover()
    card.wait_for(state="detached")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_link_leads_to_the_entry_clear_of_the_header(visit, language) -> None:
    page = visit.lesson(language)
    link = page.locator("a.term").first
    key = link.get_attribute("data-term")
    link.click()
    page.wait_for_url(re.compile(f"/{language}/glossary/#term-{key}$"))
    entry = page.locator(f"#term-{key}")
    assert entry.inner_text() == GLOSSARY[key][language]["term"]
    until(
        page,
        "id => { const top = document.getElementById(id).getBoundingClientRect().top;"
        " return top >= document.querySelector('.md-header').getBoundingClientRect().bottom && top < innerHeight; }",
        arg=f"term-{key}",
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_lists_every_term_in_the_order_of_its_language(visit, language) -> None:
    page = visit.open(f"{language}/glossary/")
    listed = page.locator(".glossary dt").all_inner_texts()
    assert sorted(listed) == sorted(entry[language]["term"] for entry in GLOSSARY.values())
    in_order = page.evaluate("([words, code]) => [...words].sort(new Intl.Collator(code).compare)", [listed, language])
    assert listed == in_order


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_axe_finds_nothing_on_an_open_card_and_in_the_glossary(visit, scheme, width) -> None:
    visit.page.set_viewport_size({"width": width, "height": 800})
    visit.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page = visit.lesson("cs")
    reach(page)
    page.locator(".term-note").wait_for()
    box = page.locator(".term-note").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert complaints(page, ".term-note") == ""
    assert complaints(page, ".course-path") == ""
    visit.open("cs/glossary/")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert complaints(page) == ""


@pytest.mark.parametrize("name", ["", "about/", "glossary/", "teachers/"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_of_the_course_fit_a_phone(visit, language, name) -> None:
    visit.page.set_viewport_size({"width": 320, "height": 640})
    page = visit.open(f"{language}/{name}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize(("language", "name"), [("pt", ""), ("es", "about/"), ("cs", "teachers/")])
def test_axe_finds_nothing_on_the_pages_of_the_course(visit, language, name) -> None:
    assert complaints(visit.open(f"{language}/{name}")) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_lists_the_lessons_in_order(visit, language) -> None:
    page = visit.open(f"{language}/")
    addresses = page.locator(".lesson-list a").evaluate_all("links => links.map(link => link.href)")
    assert addresses == [f"{visit.site}{language}/{slug}/" for slug in LESSONS]
    assert page.locator(".lesson-number").all_inner_texts() == [str(at + 1) for at in range(len(LESSONS))]


@pytest.mark.parametrize("width", [1280, 320])
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_lesson_shows_the_path_and_where_on_it_one_is(visit, language, width) -> None:
    visit.page.set_viewport_size({"width": width, "height": 800})
    page = visit.lesson(language)
    steps = page.locator("nav.course-path a")
    if len(LESSONS) == 1:
        assert steps.count() == 0  # a path of one step is none
        return
    assert steps.evaluate_all("links => links.map(link => link.href)") == [
        f"{visit.site}{language}/{slug}/" for slug in LESSONS
    ]
    current = page.locator("nav.course-path [aria-current=page]")
    assert current.count() == 1
    assert page.locator("h1").inner_text() in current.evaluate("link => link.textContent")
    assert current.evaluate("link => link.href") == f"{visit.site}{language}/{LESSON}/"
    for box in steps.evaluate_all("links => links.map(link => link.getBoundingClientRect().toJSON())"):
        assert min(box["width"], box["height"]) >= 24
        assert box["right"] <= width
    other = LESSONS[0] if LESSONS[0] != LESSON else LESSONS[1]
    page.locator(f"nav.course-path a[href$='{other}/']").click()
    page.wait_for_url(f"{visit.site}{language}/{other}/")
    until(page, f"document.querySelector('.course-path [aria-current]')?.href.endsWith('/{other}/')")
