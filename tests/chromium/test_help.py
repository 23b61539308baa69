"""Help with a challenge: hints, a smaller step after three failed checks, the solution after the question.

The course is the real one with two tiny challenges in its lesson: ``shares`` and ``sums``, the step that leads to it.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from aferir.languages import language as texts_of

from ..hosted import serving
from ..tiny_challenge import SOLUTIONS, write_challenges
from .accessibility import complaints
from .conftest import LANGUAGES, LESSON, ROOT, Visit, built

pytestmark = pytest.mark.browser
STARTED = 90_000
WRONG = "import numpy as np\n\n\ndef shares(x):\n    return x / x.sum(axis=0, keepdims=True)\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the course with the two challenges."""
    root = tmp_path_factory.mktemp("course")
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    fewer = settings.replace("  - aferir\n", "  - aferir:\n      notebooks: false\n")
    assert fewer != settings
    (root / "mkdocs.yml").write_text(fewer, encoding="utf-8")
    for name in ("docs", "lessons", "snippets"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    write_challenges(root / "snippets", LANGUAGES)
    for code in LANGUAGES:
        with (root / "lessons" / code / f"{LESSON}.md").open("a", encoding="utf-8") as file:
            file.write("\n/// challenge | shares\n`shares(x)`\n///\n")
    with serving(tmp_path_factory.mktemp("help")) as (target, address):
        built(root, target, address)
        yield address


def challenge(page: Page) -> Locator:
    """The tiny challenge, its editor open."""
    section = page.locator("section.challenge[data-challenge=shares]")
    section.scroll_into_view_if_needed()
    section.locator(".cm-content").first.wait_for()
    return section


def said(language: str, message: str, **details: object) -> str:
    return texts_of(language).text(message, **details)


def tool(place: Locator, language: str, message: str, **details: object) -> Locator:
    return place.get_by_role("button", name=said(language, message, **details), exact=True)


def write(page: Page, place: Locator, code: str) -> None:
    """Replace an editor's text as a reader does: select all, paste."""
    place.locator(".cm-content").first.click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(code)


def check(place: Locator, language: str) -> None:
    """Press the first Check below ``place`` and wait for the verdict."""
    verdict = place.locator(".challenge-verdict").last
    verdict.evaluate("area => area.replaceChildren()")
    tool(place, language, "Check").first.click()
    verdict.locator(".verdict").wait_for(timeout=STARTED)


def test_hints_come_one_at_a_time(visit: Visit) -> None:
    section = challenge(visit.lesson("es"))
    hints = section.locator(".challenge-hints > li")
    assert hints.count() == 0
    tool(section, "es", "Hint {number} of {total}", number=1, total=2).click()
    expect(hints).to_have_text(["First hint."])
    tool(section, "es", "Hint {number} of {total}", number=2, total=2).click()
    expect(hints).to_have_text(["First hint.", "Second hint with code."])
    expect(section.locator(".tool-hint")).to_be_hidden()


def test_three_failed_checks_offer_a_step_that_is_solved_in_place_and_leads_back(visit: Visit) -> None:
    page = visit.lesson("es")
    section = challenge(page)
    steps, own = section.locator(".challenge-steps"), section.locator(".step")
    write(page, section, WRONG)
    for hidden in (True, True, False):
        check(section, "es")
        assert steps.is_hidden() == hidden
    expect(section.locator(":scope > .challenge-work > .challenge-verdict .verdict-note")).to_have_text("Which axis?")
    expect(steps.locator(".steps-lead")).to_have_text(
        said("es", "A smaller step may help. What you have written for the whole stays as it is.")
    )
    own.locator("summary").first.click()
    own.locator(".cm-content").wait_for()
    assert own.locator(".step-statement").inner_text().startswith("Write sums(x): one row sums to")
    assert own.locator(".step-statement .katex").count() == 1
    check(own, "es")
    assert own.locator(".verdict").get_attribute("class") == "verdict verdict-failed"
    write(page, own, SOLUTIONS["sums"])
    check(own, "es")
    expect(own.locator(".verdict-passed")).to_be_visible()
    expect(own.locator(".step-mark")).to_have_text(said("es", "solved"))
    tool(own, "es", "Back to the whole").click()
    expect(own.locator(".step-body")).to_be_hidden()
    assert page.evaluate("document.activeElement.closest('.step')") is None
    assert page.evaluate("document.activeElement.className").startswith("cm-content")
    assert WRONG.splitlines()[-1].strip() in section.locator(".cm-content").first.inner_text()
    page.reload()
    section = challenge(page)
    expect(section.locator(".challenge-steps")).to_be_visible()
    expect(section.locator(".step-mark")).to_have_text(said("es", "solved"))
    write(page, section, SOLUTIONS["shares"])
    check(section, "es")
    expect(section.locator(":scope > .challenge-work > .challenge-verdict .verdict-passed")).to_be_visible()


def test_the_solution_comes_after_the_question_explained_and_compared(visit: Visit) -> None:
    page = visit.lesson("es")
    section = challenge(page)
    write(page, section, WRONG)
    check(section, "es")
    tool(section, "es", "Solution").click()
    note = section.locator(".tool-note").first
    question = "Have you tried the hints? Seeing the solution is fine; writing it yourself afterwards is better."
    assert note.inner_text().startswith(said("es", question))
    assert not [url for url in visit.requests if url.endswith("solution.json")]
    tool(section, "es", "Not yet").click()
    assert section.locator(".solution").count() == 0
    tool(section, "es", "Solution").click()
    tool(section, "es", "Show the solution").click()
    section.locator(".solution").wait_for()
    assert [url.rsplit("/", 1)[-1] for url in visit.requests if url.endswith(".json") and "solution" in url] == [
        "shares.solution.json"
    ]
    lines = [line for line in SOLUTIONS["shares"].splitlines() if line.strip()]
    shown = "\n".join(section.locator(".walk-part pre").all_inner_texts()).splitlines()
    assert [line.rstrip() for line in shown if line.strip()] == lines
    assert section.locator(".walk-part p").all_inner_texts() == [
        "One sum per row, in es.",
        "Broadcasting divides each row by its own sum.",
    ]
    expect(section.locator(".diff-same").first).to_be_visible()
    changed = section.locator(".diff-changed .diff-left:not(.diff-none)")
    assert [text.partition(": ")[2].strip() for text in changed.all_text_contents()] == [WRONG.splitlines()[-1].strip()]
    results = section.locator(".comparison-results .check")
    expect(results).to_have_count(1, timeout=STARTED)
    assert said("es", "`{part}`: on the first case the two differ.", part="y").replace("`", "") in results.inner_text()
    assert "y[0] = [0.333" in results.locator("pre").nth(1).inner_text()
    write(page, section, SOLUTIONS["shares"])
    tool(section, "es", "Compare the results").click()
    expect(results).to_have_class("check check-passed", timeout=STARTED)
    expect(section.locator(".comparison-same")).to_have_text(said("es", "The two are the same, line for line."))


@pytest.mark.parametrize("width", [1280, 390])
def test_the_two_codes_stand_side_by_side_or_under_each_other(visit: Visit, width: int) -> None:
    page = visit.page
    page.set_viewport_size({"width": width, "height": 900})
    section = challenge(visit.lesson("es"))
    write(page, section, WRONG)
    tool(section, "es", "Solution").click()
    tool(section, "es", "Show the solution").click()
    row = section.locator(".diff-changed").filter(has=page.locator(".diff-left:not(.diff-none)")).first
    left, right = (row.locator(f".diff-{side}").bounding_box() for side in ("left", "right"))
    assert left
    assert right
    if width > 1000:
        assert abs(left["y"] - right["y"]) < 1
        assert right["x"] >= left["x"] + left["width"] - 1
    else:
        assert right["y"] >= left["y"] + left["height"] - 1
    same = section.locator(".diff-same .diff-right").first
    assert same.is_visible() == (width > 1000)  # what is the same is shown once on a phone
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_call_of_each_check_can_be_copied_and_runs_in_a_cell(visit: Visit) -> None:
    page = visit.lesson("es")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    section = challenge(page)
    write(page, section, SOLUTIONS["shares"])
    check(section, "es")
    passed = section.locator(".check-passed").last
    passed.locator("summary").click()
    tool(passed, "es", "Copy").click()
    expect(tool(passed, "es", "Copied")).to_be_visible()
    call = page.evaluate("navigator.clipboard.readText()")
    assert call.splitlines()[-1] == "shares(x)"
    write(page, section, f"{SOLUTIONS['shares']}\n{call}\n")
    tool(section, "es", "Run").first.click()
    expect(section.locator(".challenge-output pre")).to_contain_text("0.125", timeout=STARTED)


def test_a_fault_of_the_checker_is_neutral_on_the_page(visit: Visit) -> None:
    def broken(route: Route) -> None:
        data = route.fetch().json()
        checks = data["checks"].replace("def check_values(attempt):", "def check_values(attempt):\n    1 / 0")
        assert checks != data["checks"]
        route.fulfill(json=data | {"checks": checks})

    page = visit.page
    page.route(re.compile(r"challenges/shares\.json$"), broken)
    section = challenge(visit.lesson("es"))
    write(page, section, WRONG)
    for _ in range(3):
        check(section, "es")
    verdict = section.locator(".verdict")
    fault = "ZeroDivisionError: division by zero"
    message = "The checker itself failed, so this says nothing about your code. It reports: {fault}"
    assert verdict.locator(".verdict-heading").inner_text() == said("es", message, fault=fault)
    assert verdict.get_attribute("class") == "verdict verdict-error"
    assert verdict.locator(".check").count() == 0
    assert section.locator(".challenge-steps").is_hidden()  # nothing of the reader's has failed


@pytest.mark.parametrize("language", ["pt", "cs"])
def test_the_words_of_the_help_are_the_pages_own(visit: Visit, language: str) -> None:
    page = visit.page
    page.add_init_script("localStorage.setItem('aferir:attention:failed:shares', '{\"at\": 1, \"value\": 3}')")
    section = challenge(visit.lesson(language))
    expect(section.locator(".steps-lead")).to_have_text(
        said(language, "A smaller step may help. What you have written for the whole stays as it is.")
    )
    expect(section.locator(".step-title")).to_have_text(f"sums in {language}")
    section.locator(".step > summary").click()
    expect(tool(section, language, "Back to the whole")).to_be_visible()
    tool(section, language, "Solution").first.click()
    tool(section, language, "Show the solution").click()
    expect(section.locator(".solution > summary")).to_have_text(said(language, "The solution, line by line"))
    assert section.locator(".walk-part p").first.inner_text() == f"One sum per row, in {language}."
    expect(section.locator(".comparison-heading")).to_have_text(said(language, "Your code and the solution"))
    heads = section.locator(".diff-head span")
    assert heads.all_inner_texts() == [said(language, "Yours"), said(language, "The solution")]


def test_the_solution_and_the_steps_have_no_accessibility_faults(visit: Visit) -> None:
    page = visit.page
    page.add_init_script("localStorage.setItem('aferir:attention:failed:shares', '{\"at\": 1, \"value\": 3}')")
    section = challenge(visit.lesson("es"))
    section.locator(".step > summary").click()
    section.locator(".step .cm-content").wait_for()
    tool(section, "es", "Solution").first.click()
    tool(section, "es", "Show the solution").click()
    section.locator(".diff").wait_for()
    assert complaints(page, "section.challenge[data-challenge=shares]") == ""
