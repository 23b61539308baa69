"""The policy on every page, as a reader comes to it: by links, one page's script running on, and by address."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page

from .conftest import LANGUAGES, LESSON, until
from .test_run import cells, run

pytestmark = pytest.mark.browser
# Chromium says of a violation at once; the event tells what was refused, by which rule, on which page.
LISTEN = """document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`refused: ${event.violatedDirective} ${event.blockedURI} ${event.sample} at ${location.pathname}`))"""


@dataclass
class Watch:
    """A page of a fresh reader, and everything that it may not do: one line each."""

    page: Page
    site: str
    told: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        own = urlsplit(self.site).netloc
        self.page.add_init_script(LISTEN)
        self.page.on("pageerror", lambda error: self.told.append(f"error: {error}"))
        self.page.on("console", lambda said: self.told.append(f"{said.type}: {said.text}") if is_bad(said) else None)
        self.page.on("request", lambda one: self.told.append(f"foreign: {one.url}") if is_foreign(one, own) else None)

    def all_told(self) -> list[str]:
        """What happened, with what is left behind: cookies of this site."""
        return [*self.told, *(f"cookie: {one['name']}" for one in self.page.context.cookies())]


def is_bad(said) -> bool:
    return said.type in ("error", "warning")


def is_foreign(request, own: str) -> bool:
    parts = urlsplit(request.url)
    return parts.scheme not in ("data", "blob") and parts.netloc != own


@pytest.fixture
def watch(browser: Browser, site: str) -> Iterator[Watch]:
    context = browser.new_context(locale="en-US", viewport={"width": 1280, "height": 900})
    yield Watch(context.new_page(), site)
    context.close()


def paths_of(folder: Path) -> list[str]:
    """The address of every page of the site, from its root."""
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html"))
    return [re.sub(r"(^|/)index\.html$", r"\1", name) for name in files]


def follow(page: Page, url: str) -> None:
    """Click a link of the page, as a reader does, and wait until its page is shown."""
    page.evaluate(
        "url => [...document.links].find((link) => link.href.split('#')[0] === url).click()",
        url,
    )
    page.wait_for_url(url)
    until(page, "url => document.querySelector('link[rel=canonical]').href === url", arg=url)


def test_no_page_meets_its_policy_by_address(watch, site_folder) -> None:
    paths = paths_of(site_folder)
    assert len(paths) > 30
    for path in paths:
        watch.page.goto(watch.site + path)
        watch.page.wait_for_load_state("load")
        assert watch.page.locator("meta[http-equiv=Content-Security-Policy]").count() == 1, path
    assert watch.all_told() == []


def test_no_page_meets_its_policy_by_links_and_by_reload(watch, site_folder) -> None:
    """Every page of each language, clicked from one to the next while the first page's script runs on; then a cell."""
    page = watch.page
    for language in LANGUAGES:
        page.goto(f"{watch.site}{language}/")
        page.wait_for_load_state("networkidle")
        page.evaluate("window.stillHere = true")
        pages = [path for path in paths_of(site_folder / language) if path and not path.endswith(".html")]
        for path in sorted(pages, key=lambda path: path.split("/")[::-1]):  # a notebook after its lesson
            follow(page, f"{watch.site}{language}/{path}")
        assert page.evaluate("window.stillHere")
        page.reload()
        page.wait_for_load_state("networkidle")
        assert watch.all_told() == []
    follow(page, f"{watch.site}cs/{LESSON}/")
    assert run(cells(page)[0], "cs") == "The same as on the page."
    page.locator("section.challenge").scroll_into_view_if_needed()
    page.locator("section.challenge .cm-content").wait_for()
    assert watch.all_told() == []


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        ("<script>window.ran = true</script>", "refused: script-src-elem inline"),
        ("<p id=p onclick='1'>x</p><script src=assets/none.js></script>", "error: Failed to load resource"),
        ("<img src='https://other.example/a.png'>", "refused: img-src https://other.example/a.png"),
        ("<link rel=stylesheet href='//other.example/a.css'>", "refused: style-src-elem http://other.example/a.css"),
        ("<object data='a.swf'></object>", "refused: object-src"),
        ("<base href='https://other.example/'>", "refused: base-uri https://other.example"),
    ],
)
def test_the_crawl_sees_what_the_policy_refuses(watch, site_folder, spoil, told) -> None:
    text = (site_folder / "pt" / "about" / "index.html").read_text(encoding="utf-8")
    spoiled = text.replace("</body>", f"{spoil}</body>")
    watch.page.route("**/spoiled.html", lambda route: route.fulfill(body=spoiled, content_type="text/html"))
    watch.page.goto(f"{watch.site}spoiled.html")
    watch.page.wait_for_load_state("networkidle")
    assert any(told in line for line in watch.all_told()), watch.all_told()
    assert not watch.page.evaluate("window.ran")


def test_the_crawl_sees_a_cookie_and_a_foreign_request(watch) -> None:
    watch.page.goto(f"{watch.site}pt/about/")
    watch.page.evaluate("document.cookie = 'seen=1'")
    watch.page.evaluate("location.href = 'https://other.example/'")
    watch.page.wait_for_timeout(300)
    told = watch.all_told()
    assert "cookie: seen" in told
    assert "foreign: https://other.example/" in told
