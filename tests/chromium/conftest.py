"""The site, built by the strict command and served under a sub-path; Chromium; a page that notes all requests.

A file of tests belongs to one worker: what its tests share is made once.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Route, sync_playwright

from ..hosted import PLACE

ROOT = Path(__file__).parent.parent.parent
LANGUAGES = ("pt", "es", "cs")
LESSON = "split-then-sum"
SLOWLY = 180  # seconds until a service worker has fetched a whole course
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def until(page: Page, expression: str, arg: object = None, seconds: float = 60) -> None:
    """Wait for a condition. Playwright's own way evaluates text inside the page, which our policy forbids."""
    end = time.monotonic() + seconds
    while not (found := _found(page, expression, arg)) or isinstance(found, Error):
        assert time.monotonic() < end, f"not so after {seconds} s: {expression}\n{found}"
        page.wait_for_timeout(50)


def _found(page: Page, expression: str, arg: object) -> object:
    """What the expression is; an error while one page goes and the next has not come."""
    try:
        return page.evaluate(expression, arg)
    except Error as error:
        return error


@contextmanager
def without_program(visit: Visit, path: str) -> Iterator[Page]:
    """A page as it is before our program has come; it comes when the block ends."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    visit.page.route("**/main.js", hold)
    visit.page.goto(visit.site + path, wait_until="commit")
    yield visit.page
    for route in held:
        route.continue_()
    visit.page.unroute("**/main.js", hold)


def arrived(page: Page, lesson: str) -> None:
    """Wait until a lesson is the page that is shown; its address is there before, while the theme fetches it."""
    page.wait_for_selector(f"#aferir-page[data-lesson={lesson}]", state="attached")


def in_sight(place: Locator) -> Locator:
    """The same, scrolled to and laid out: what is not has no inner text."""
    place.scroll_into_view_if_needed()
    until(place.page, "one => one.checkVisibility({ contentVisibilityAuto: true })", place.element_handle())
    return place


def built(root: Path, target: Path, address: str) -> Path:
    """The site of the course in ``root``, built into ``target`` by the strict command for the address it has."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(target)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1", "AFERIR_SITE_URL": address}
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return target


@pytest.fixture(scope="session")
def served() -> tuple[Path, str]:
    """The folder of the site and its address; all workers of a run share them."""
    folder, address = os.environ[PLACE].split("\n")
    return Path(folder), address


@pytest.fixture(scope="session")
def site_folder(served: tuple[Path, str]) -> Path:
    """The site, below a sub-path, built by whoever comes first."""
    folder, address = served
    with folder.with_name("lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return folder if folder.exists() else built(ROOT, folder, address)


@pytest.fixture(scope="session")
def site(served: tuple[Path, str], site_folder: Path) -> str:
    """The address of the served site."""
    return served[1]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Headless Chromium as Debian packages it."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    assert path, "these tests need Chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, headless=True, args=list(ARGUMENTS))
        yield opened
        opened.close()


@dataclass
class Visit:
    """A page and what it did: the addresses it asked for, what failed, and what it complained about."""

    page: Page
    site: str
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def open(self, path: str) -> Page:
        """Go to a path below the site and wait until it is quiet."""
        self.page.goto(self.site + path)
        self.page.wait_for_load_state("networkidle")
        return self.page

    def lesson(self, language: str) -> Page:
        """Open the lesson in a language."""
        return self.open(f"{language}/{LESSON}/")

    @property
    def foreign(self) -> list[str]:
        """Requests to any host but the site's own."""
        own = urlsplit(self.site).netloc
        return [
            url for url in self.requests if urlsplit(url).scheme in ("http", "https") and urlsplit(url).netloc != own
        ]


def is_complaint(said: ConsoleMessage) -> bool:
    """An error, or what our program did otherwise than it is meant to, such as starting Python without its snapshot."""
    return said.type == "error" or (said.type == "warning" and said.text.startswith("aferir:"))


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Visit]:
    """A fresh reader. What no test may see: a foreign request, a page error, an error in the console, our warning."""
    # The service worker has tests of its own; here it would fetch in the background what a test answers itself.
    context = browser.new_context(locale="en-US", viewport={"width": 1280, "height": 900}, service_workers="block")
    page = context.new_page()
    page.set_default_timeout(60_000)
    made = Visit(page, site)
    page.on("request", lambda request: made.requests.append(request.url))
    page.on("pageerror", lambda error: made.complaints.append(str(error)))
    page.on("console", lambda said: made.complaints.append(said.text) if is_complaint(said) else None)
    yield made
    if not page.is_closed():
        page.unroute_all(behavior="ignoreErrors")  # a worker that nobody waits for may still ask for files
    context.close()
    assert made.foreign == []
    assert made.complaints == []
