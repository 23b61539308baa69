"""The site's search: real queries in each language against the built index, and one typed into the box."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from ..search.asking import Hit, answers

pytestmark = pytest.mark.browser
QUERIES = yaml.safe_load((Path(__file__).parent.parent / "search" / "queries.yml").read_text(encoding="utf-8"))
LEFT = re.compile(r"\{[=!@]|[\ue000-\uf8ff]|katex|application/x-tex")


@pytest.mark.parametrize("code", list(QUERIES))
def test_readers_find_what_they_ask_for(site_folder: Path, code: str) -> None:
    rows = QUERIES[code]
    asked = list(dict.fromkeys(query for row in rows for query in row["asked"]))
    hits = answers(site_folder if code == "en" else site_folder / code, asked)
    for row in rows:
        for query in row["asked"]:
            places = [hit.location for hit in hits[query]]
            assert row["find"] in places, (query, places[:5])
            assert not any(query in hit.missing for hit in hits[query])
            assert _titles_first(hits[query]), query
        if "first" in row:
            assert hits[row["asked"][0]][0].location.startswith(row["first"]), row
    assert not any(LEFT.search(hit.title + hit.text) for found in hits.values() for hit in found)


def _titles_first(hits: list[Hit]) -> bool:
    """Whether the best hit shows the word in its title, where any does."""
    return "<mark>" in hits[0].title or not any("<mark>" in hit.title for hit in hits)


def test_typing_without_accents_finds_the_page_in_czech(visit) -> None:
    page = visit.open("cs/")
    page.keyboard.press("/")
    page.keyboard.type("pravdepodobnosti")
    result = page.locator(".md-search-result__link").first
    result.wait_for()
    assert "whole-path" in (result.get_attribute("href") or "")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/cs/whole-path/**")
