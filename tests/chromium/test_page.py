"""A reader opens a page: what is there, in each language, and what is not asked for."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from .accessibility import complaints
from .conftest import LANGUAGES, LESSON, in_sight, until

pytestmark = pytest.mark.browser
FACES = {"pt": "minutos de leitura", "es": "minutos de lectura", "cs": "minut čtení"}
DECIMAL = re.compile(r"\d,\d")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lesson_reads_completely(visit, language) -> None:
    page = visit.lesson(language)
    assert page.get_attribute("html", "lang") == language
    assert page.locator("h1").count() == 1
    assert FACES[language] in page.locator(".page-kicker").inner_text()
    assert page.locator(".formula .katex").count() > 20
    assert page.locator("figure.cell").count() >= 3
    assert "0,591" in (page.locator("article").text_content() or "")
    assert page.locator(".path-step--next, .path-step--prev").count() == 2
    assert re.search(r"\d+", in_sight(page.locator(".page-checked")).inner_text())


@pytest.mark.parametrize("language", LANGUAGES)
def test_formulas_are_html_and_mathml_made_at_build(visit, language) -> None:
    page = visit.lesson(language)
    assert page.locator(".katex-mathml math").count() == page.locator(".katex-html").count()
    assert not any("katex" in url and url.endswith(".js") for url in visit.requests)


def test_a_page_that_is_only_read_loads_no_python_no_editor_and_no_texts_of_the_search(visit) -> None:
    visit.lesson("pt")
    late = ("/pyodide-", "/editor-", "search_texts")
    assert not any(part in url for url in visit.requests for part in late)


_OUTSIDE = """() => [...document.querySelectorAll(".diagram-drawing .node")].flatMap((node) => {
    const [box, ...lines] = [...node.children].map((part) => part.getBoundingClientRect());
    return lines.filter((line) => line.left < box.left || line.right > box.right || line.bottom > box.bottom);
}).length"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_diagram_stay_in_their_boxes(visit, language) -> None:
    for lesson, nodes in (("parallel-heads", 10), ("whole-path", 9)):
        page = visit.open(f"{language}/{lesson}/")
        assert page.locator(".diagram-drawing .node").count() == nodes
        assert page.evaluate(_OUTSIDE) == 0
        assert not page.get_by_role("img", name=re.compile("W_O|softmax")).first.is_hidden()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_figure_is_there_with_its_text_in_light_and_dark(visit, language, scheme) -> None:
    visit.page.emulate_media(color_scheme=scheme)
    page = visit.lesson(language)
    shown = page.locator(f"figure.figure img.only-{scheme}")
    shown.scroll_into_view_if_needed()
    until(page, "e => e.complete && e.naturalWidth > 0", arg=shown.element_handle())
    other = {"light": "dark", "dark": "light"}[scheme]
    assert shown.is_visible()
    assert not page.locator(f"figure.figure img.only-{other}").is_visible()
    assert DECIMAL.search(shown.get_attribute("alt") or "")


def test_the_root_sends_a_reader_to_their_language(browser, site) -> None:
    for preferred, expected in (("cs-CZ", "cs"), ("es-AR", "es"), ("pt-PT", "pt")):
        context = browser.new_context(locale=preferred)
        page = context.new_page()
        page.goto(site)
        page.wait_for_url(f"{site}{expected}/")
        context.close()


def test_the_root_shows_all_languages_to_everybody_else(visit) -> None:
    page = visit.open("")
    assert [item.get_attribute("hreflang") for item in page.locator("main a[hreflang]").all()] == list(LANGUAGES)


def test_the_language_switch_stays_on_the_lesson(visit) -> None:
    page = visit.lesson("pt")
    page.hover(".md-header .md-select")
    page.click(".md-select__link[hreflang=cs]")
    page.wait_for_url(f"**/cs/{LESSON}/")
    assert page.get_attribute("html", "lang") == "cs"


def test_links_are_followed_without_reloading_the_page(visit) -> None:
    page = visit.open("es/")
    page.evaluate("window.stillHere = true")
    page.click(f".lesson-list a[href*={LESSON}]")
    page.wait_for_url(f"**/es/{LESSON}/")
    page.wait_for_selector("figure.cell .cell-tools .tool-edit")
    assert page.evaluate("window.stillHere")


def test_each_language_has_its_own_search_and_404(visit, site_folder: Path) -> None:
    for language in LANGUAGES:
        index = json.loads((site_folder / language / "search" / "search_texts.json").read_text(encoding="utf-8"))
        assert any(LESSON in entry["location"] for entry in index["docs"])
        assert f'lang="{language}"' in (site_folder / language / "404.html").read_text(encoding="utf-8")
    page = visit.open("pt/")
    page.keyboard.press("s")
    page.keyboard.type("cabeça", delay=40)
    page.wait_for_selector(".md-search-result__item")


def test_the_sitemap_names_every_language_of_every_page(site_folder: Path) -> None:
    names = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
    for language in LANGUAGES:
        tree = ElementTree.parse(site_folder / language / "sitemap.xml")
        entries = tree.findall("s:url", names)
        assert len(entries) >= 3
        for entry in entries:
            own = entry.findtext("s:loc", "", names)
            others = {link.get("hreflang"): link.get("href", "") for link in entry.findall("x:link", names)}
            assert list(others) == list(LANGUAGES)
            assert others[language] == own


def test_edit_links_lead_to_the_source(visit) -> None:
    page = visit.lesson("es")
    assert page.get_attribute("a[rel=edit]", "href").endswith(f"/lessons/es/{LESSON}.md")
    page = visit.open("cs/about/")
    assert page.get_attribute("a[rel=edit]", "href").endswith("/docs/cs/about.md")


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wider_than_a_small_phone(visit, language) -> None:
    visit.page.set_viewport_size({"width": 320, "height": 640})
    page = visit.lesson(language)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit, scheme) -> None:
    visit.page.emulate_media(color_scheme=scheme)
    page = visit.lesson("pt")
    page.locator("section.challenge").scroll_into_view_if_needed()
    page.wait_for_selector(".challenge .cm-editor")
    assert complaints(page) == ""


def test_without_javascript_the_page_reads_and_says_what_the_challenge_needs(browser, site) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}pt/{LESSON}/")
    assert page.locator("figure.cell .cell-output pre").first.is_visible()
    assert not page.locator("figure.cell .tool-run").first.is_visible()
    assert "JavaScript" in in_sight(page.locator(".challenge-noscript")).inner_text()
    context.close()
