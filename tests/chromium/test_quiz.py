"""A reader answers the questions of a lesson by keyboard, wrongly and rightly; on paper; without scripts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from .accessibility import complaints
from .conftest import LANGUAGES, LESSON, until

pytestmark = pytest.mark.browser
# What the questions are about decides what is right: one softmax against four; 4 · 384² parameters; a width at which
# the number of heads cancels; equal heads stay one head; the mean is a case of the projection.
RIGHT = (["0"], "589824", ["0"], ["0", "1", "2"], ["false"])
WRONG = (["2"], "442368", ["1"], ["0", "3"], ["true"])
EXPLAINED = ("2", "1", "1", "3", "false")


def question(page: Page, index: int) -> Locator:
    return page.locator("section.question").nth(index)


def press_answer(page: Page, own: Locator, answer: list[str] | str) -> None:
    """Answer one question with keys alone and check it."""
    if isinstance(answer, str):
        own.locator(".number-field").focus()
        page.keyboard.press("Control+a")
        page.keyboard.type(answer)
        page.keyboard.press("Enter")
        return
    boxes = own.locator("input")
    is_radio = boxes.first.get_attribute("type") == "radio"
    (own.locator("input:checked") if is_radio and own.locator("input:checked").count() else boxes).first.focus()
    for _ in range(boxes.count()):
        focused = own.locator("input:focus")
        value, is_checked = focused.get_attribute("value"), focused.is_checked()
        if is_radio:
            page.keyboard.press("Space")
            if value in answer:
                break
            page.keyboard.press("ArrowDown")
        else:
            if is_checked != (value in answer):
                page.keyboard.press("Space")
            page.keyboard.press("Tab")
    while not own.locator("button[type=submit]:focus").count():
        page.keyboard.press("Tab")
    page.keyboard.press("Space")


def mounted(page: Page) -> Page:
    page.wait_for_selector("section.question.is-live")
    return page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_is_answered_wrongly_and_rightly_by_keyboard_and_kept(visit, language) -> None:
    page = mounted(visit.lesson(language))
    assert page.locator("section.question").count() == 5
    assert page.locator(".question-answers:visible").count() == 0
    for index, wrong in enumerate(WRONG):
        own = question(page, index)
        explanation = own.locator(f'.answers > [data-answer="{EXPLAINED[index]}"] > .explanation').text_content() or ""
        assert explanation.strip()
        assert explanation.strip() not in page.locator("section.quiz").inner_text()
        press_answer(page, own, wrong)
        assert own.locator(".question-verdict.is-wrong").inner_text()
        shown = own.locator(".question-explanation").text_content() or ""
        assert explanation.strip() in shown
        assert own.locator(".question-answers").is_visible()
        assert not own.locator(".question-answers").get_attribute("open")
    assert page.locator(".quiz-progress").is_hidden()
    for index, right in enumerate(RIGHT):
        press_answer(page, question(page, index), right)
        assert question(page, index).locator(".question-verdict.is-right").inner_text()
    assert "5" in page.locator(".quiz-progress").inner_text()
    order = page.locator(".question-options input").evaluate_all("all => all.map((one) => one.value)")
    page.reload()
    mounted(page)
    assert page.locator(".question-verdict.is-right").count() == 5
    assert page.locator(".question-options input").evaluate_all("all => all.map((one) => one.value)") == order
    other = LANGUAGES[(LANGUAGES.index(language) + 1) % len(LANGUAGES)]
    assert mounted(visit.lesson(other)).locator(".question-verdict.is-right").count() == 5
    page = visit.open(f"{language}/")
    page.wait_for_selector(".lesson-marks")
    visit.open(f"{language}/about/")
    page.locator(".kept-tools button").last.click()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('.kept-work li').length === 1")
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('aferir:attention:'))") == []
    visit.open(f"{language}/")
    assert page.locator(".lesson-marks").count() == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_with_its_groups_is_understood_or_asked_about(visit, language) -> None:
    own = question(mounted(visit.lesson(language)), 1)
    field = own.locator(".number-field")
    for text in ("589 824", "589\u00a0824", "589824", *(["589.824"] if language == "pt" else [])):
        field.fill(text)
        field.press("Enter")
        assert own.locator(".question-verdict.is-right").count() == 1, text
    field.fill("589,824")
    field.press("Enter")
    assert own.locator(".number-echo button").count() == 2
    assert own.locator(".question-verdict.is-right").count() == 0
    own.locator(".number-echo button").last.click()
    field.press("Enter")
    assert own.locator(".question-verdict.is-right").count() == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_answered_questions(visit, scheme) -> None:
    visit.page.emulate_media(color_scheme=scheme)
    page = mounted(visit.lesson("es"))
    for index, wrong in enumerate(WRONG):
        press_answer(page, question(page, index), wrong)
    press_answer(page, question(page, 0), RIGHT[0])
    question(page, 1).locator(".number-field").fill("16,000")
    question(page, 3).locator("summary").click()
    assert complaints(page, "section.quiz") == ""


def test_answered_questions_fit_a_small_phone(visit) -> None:
    visit.page.set_viewport_size({"width": 320, "height": 640})
    page = mounted(visit.lesson("cs"))
    for index, wrong in enumerate(WRONG):
        press_answer(page, question(page, index), wrong)
    question(page, 1).locator(".number-field").fill("16,000")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("javascript", [True, False])
def test_on_paper_the_questions_come_first_and_all_answers_after_them(browser, site, javascript) -> None:
    context = browser.new_context(java_script_enabled=javascript)
    page = context.new_page()
    page.goto(f"{site}pt/{LESSON}/")
    if javascript:
        mounted(page)
    page.emulate_media(media="print")
    last = max(box["y"] for box in (item.bounding_box() for item in page.locator(".question-text").all()) if box)
    answers = page.locator(".question-answers .explanation").all()
    assert len(answers) == 4 + 4 + 4 + 6 + 1
    tops = [box["y"] if (box := item.bounding_box()) and box["height"] else 0 for item in answers]
    assert min(tops) > last
    assert page.locator(".answers-printed:visible").count() == 5
    assert page.locator(".question button:visible").count() == 0
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_javascript_the_answers_are_folded_below_their_questions(browser, site, language) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}{language}/{LESSON}/")
    for own in page.locator("section.question").all():
        assert own.locator(".explanation:visible").count() == 0
        own.locator("summary").click()
        assert own.locator(".explanation:visible").count() >= 1
    context.close()


def test_the_search_knows_the_questions_and_not_their_answers(visit, site_folder: Path) -> None:
    page = mounted(visit.lesson("es"))
    index = json.loads((site_folder / "es" / "search" / "search_texts.json").read_text(encoding="utf-8"))
    texts = " ".join(entry["text"] for entry in index["docs"])
    assert "reparte una vez" in texts
    explanations = page.locator("section.quiz .explanation > p").all()
    plain = [text for item in explanations if (text := (item.text_content() or "").split(".")[0]) and "\n" not in text]
    plain = [text for text in plain if len(text) > 25 and text.isprintable()]
    assert len(plain) > 5
    assert [text for text in plain if text in texts] == []
