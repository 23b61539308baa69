"""The site, built by the strict command and served under a sub-path; Chromium; a page that notes all requests."""

from __future__ import annotations

import contextlib
import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent.parent
SUB_PATH = "course"
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


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


def until(page: Page, expression: str, arg: object = None, seconds: float = 60) -> None:
    """Wait for a condition. Playwright's own way evaluates text inside the page, which our policy forbids."""
    end = time.monotonic() + seconds
    while not page.evaluate(expression, arg):
        assert time.monotonic() < end, f"not so after {seconds} s: {expression}"
        page.wait_for_timeout(50)


@contextlib.contextmanager
def serving(parent: Path) -> Iterator[tuple[Path, str]]:
    """A folder below ``parent`` and the address it is served at, with its final slash."""
    handler = functools.partial(_Quiet, directory=str(parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield parent / SUB_PATH, f"http://127.0.0.1:{server.server_port}/{SUB_PATH}/"
        server.shutdown()


def built(root: Path, target: Path, address: str) -> Path:
    """The site of the course in ``root``, built into ``target`` by the strict command for the address it has."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(target)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1", "AFERIR_SITE_URL": address}
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return target


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A folder and the address it is served at."""
    with serving(tmp_path_factory.mktemp("served")) as place:
        yield place


@pytest.fixture(scope="session")
def site_folder(served: tuple[Path, str]) -> Path:
    """The site, below a sub-path."""
    return built(ROOT, *served)


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


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Visit]:
    """A fresh reader. What no test may see: a foreign request, a page error, an error in the console."""
    # The service worker has tests of its own; here it would fetch in the background what a test answers itself.
    context = browser.new_context(locale="en-US", viewport={"width": 1280, "height": 900}, service_workers="block")
    page = context.new_page()
    page.set_default_timeout(60_000)
    made = Visit(page, site)
    page.on("request", lambda request: made.requests.append(request.url))
    page.on("pageerror", lambda error: made.complaints.append(str(error)))
    page.on("console", lambda said: made.complaints.append(said.text) if said.type == "error" else None)
    yield made
    context.close()
    assert made.foreign == []
    assert made.complaints == []
