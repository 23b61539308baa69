"""What authors see of findings: the page that explains them, and their boxes on a page of ``mkdocs serve``."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from aferir.errors import RULES

from ..tiny import write_course
from .accessibility import LOOKS, complaints

pytestmark = pytest.mark.browser


def violations(page, scheme: str, width: int) -> str:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    page.reload(wait_until="load")  # the server of `serve` keeps one request open
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return complaints(page)


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_axe_finds_nothing_on_the_page_that_explains_findings(visit, scheme, width) -> None:
    page = visit.open("reference/findings/")
    assert violations(page, scheme, width) == ""


def test_every_code_has_its_anchor_and_the_page_is_found_by_search_and_from_the_chooser(visit) -> None:
    page = visit.open("reference/findings/#af301")
    for code in RULES:
        assert page.locator(f"h3#{code.lower()}").count() == 1
    assert page.locator("h3#af301").is_visible()
    index = page.request.get(f"{visit.site}search/search_texts.json").json()
    assert {f"reference/findings/#{code.lower()}" for code in RULES} <= {entry["location"] for entry in index["docs"]}
    page = visit.open("")
    page.locator("a[href='authors/']").click()
    page.wait_for_url("**/authors/")
    assert page.locator("a[href$='reference/findings/']").count() >= 1


@pytest.fixture(scope="module")
def draft(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a lesson in ``mkdocs serve`` with a wrong number, a wrong source and a cell that raises."""
    course = write_course(tmp_path_factory.mktemp("draft"))
    for path, old, new in (
        ("lessons/pt/one.md", "0,500{", "0,501{"),
        ("lessons/pt/one.md", "description:", "descriptio:"),
        ("snippets/lessons/tiny.py", "print(w, n)", "print(w, n)\n1 / 0"),
    ):
        text = (course / path).read_text(encoding="utf-8")
        (course / path).write_text(text.replace(old, new), encoding="utf-8")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1", "AFERIR_SITE_URL": f"http://127.0.0.1:{port}/"}
    command = [sys.executable, "-m", "mkdocs", "serve", "--strict", "--dev-addr", f"127.0.0.1:{port}"]
    log = course / "serve.log"
    with log.open("w") as said, subprocess.Popen(command, cwd=course, env=environment, stdout=said, stderr=said) as run:
        try:
            yield _when_ready(f"http://127.0.0.1:{port}/pt/one/", log)
        finally:
            run.terminate()


def _when_ready(address: str, log: Path) -> str:
    for _ in range(300):
        try:
            with urllib.request.urlopen(address, timeout=10):
                return address
        except OSError:
            time.sleep(0.2)
    raise AssertionError(log.read_text())


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_boxes_are_legible_in_both_themes_and_on_a_phone(browser, draft, scheme, width, tmp_path) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800})
    page = context.new_page()
    page.goto(draft)
    boxes = page.locator(".finding")
    assert boxes.count() >= 2
    assert page.locator(".findings-notice .finding").count() >= 1
    assert violations(page, scheme, width) == ""
    for box in boxes.all():
        assert box.is_visible()
        place = box.bounding_box()
        assert place["width"] > 100
        assert place["x"] + place["width"] <= width
    context.close()
