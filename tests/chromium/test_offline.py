"""A reader without a network, and one whose course is published anew: what is kept, what changes, and when."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from ..tiny import write_course
from .conftest import LESSON, SLOWLY, built, until
from .hosts import Host, hosting
from .test_run import CHALLENGE, cells, run, said, type_code, verdict

pytestmark = pytest.mark.browser
READY = "() => Boolean(navigator.serviceWorker.controller)"
NOTHING_LEFT = "async () => [await caches.keys(), (await navigator.serviceWorker.getRegistrations()).length]"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(locale="en-US", viewport={"width": 1280, "height": 900})
    made.set_default_timeout(60_000)
    yield made
    made.close()


@pytest.fixture(scope="module")
def versions(tmp_path_factory) -> dict[str, Path]:
    """Two versions of a tiny course, and two that were published broken."""
    root = write_course(tmp_path_factory.mktemp("tiny"))
    made = {"a": built(root, tmp_path_factory.mktemp("a") / "site", "http://127.0.0.1/course/")}
    lesson = root / "lessons" / "pt" / "one.md"
    lesson.write_text(lesson.read_text("utf-8").replace("title: Uma lição", "title: Outra lição"), "utf-8")
    made["b"] = built(root, tmp_path_factory.mktemp("b") / "site", "http://127.0.0.1/course/")
    for name, spoil in (("cut short", cut_page), ("half published", without_list)):
        made[name] = shutil.copytree(made["b"], tmp_path_factory.mktemp("broken") / "site")
        spoil(made[name])
    return made


def cut_page(folder: Path) -> None:
    page = folder / "pt" / "one" / "index.html"
    page.write_bytes(page.read_bytes()[:-40])


def without_list(folder: Path) -> None:
    for path in (folder / "assets").glob("offline-*.json"):
        path.unlink()


@pytest.fixture
def host(versions) -> Iterator[Host]:
    with hosting(versions["a"]) as made:
        yield made


def visited(page: Page, address: str) -> None:
    """Go to a page and wait until the worker has kept it."""
    page.goto(address)
    until(page, READY, seconds=SLOWLY)
    kept(page)


def kept(page: Page) -> None:
    """Wait until the page that is shown is kept: it is kept last of all that it loads."""
    until(
        page,
        """async () => {
      const cache = await caches.open((await caches.keys())[0]);
      const kept = await Promise.all((await cache.keys()).map(async ({url}) => (await cache.match(url)).text()));
      const own = document.querySelector("link[rel=canonical]").href;
      return kept.some((text) => text.startsWith("\\n<!doctype") && text.includes(own));
    }""",
        seconds=SLOWLY,
    )


def title(page: Page) -> str:
    return page.locator("h1").inner_text()


def test_the_course_goes_on_without_a_network(context, site_folder) -> None:
    """A lesson is visited and Python used; then the server is gone: reload, run, solve; another page says so."""
    with hosting(site_folder) as host:
        page = context.new_page()
        visited(page, f"{host.site}es/{LESSON}/")
        run(cells(page)[0], "es")
        until(
            page,
            """async () => {
          const cache = await caches.open((await caches.keys())[0]);
          const sizes = await Promise.all((await cache.keys()).map(async ({url}) =>
            (await (await cache.match(url)).arrayBuffer()).byteLength));
          return sizes.filter((size) => size > 2e6).length >= 3;
        }""",
            seconds=SLOWLY,
        )
        site = host.site
        host.stop()

        page.reload()
        first, second, *_ = cells(page)
        first.locator(".tool-edit").click()
        type_code(page, first, "import statistics\nprint(statistics.mean([1, 2, 6]))")  # Python starts without it
        run(first, "es")
        assert first.locator(".cell-output pre").first.inner_text().strip() == "3"
        first.get_by_role("button", name=said("es", "Reset"), exact=True).click()
        for cell in (first, second):
            assert run(cell, "es") == "The same as on the page."
        challenge = page.locator("section.challenge")
        challenge.scroll_into_view_if_needed()
        challenge.locator(".cm-content").wait_for()
        type_code(page, challenge, (CHALLENGE / "solution.py").read_text(encoding="utf-8"))
        assert verdict(page).locator(".check-passed").count() >= 22

        page.goto(f"{site}es/{LESSON}")  # without its slash
        assert page.url == f"{site}es/{LESSON}/"
        page.goto(f"{site}es/whole-path/?from=here")
        assert title(page) == said("es", "This page is not on this device")
        assert page.get_attribute("html", "lang") == "es"
        page.goto(f"{site}cs/")
        assert page.get_attribute("html", "lang") == "cs"


def test_a_page_that_is_only_read_keeps_no_python(context, site_folder) -> None:
    with hosting(site_folder) as host:
        page = context.new_page()
        visited(page, f"{host.site}pt/{LESSON}/")
        page.wait_for_load_state("networkidle")
        assert not any("/pyodide-" in path or "/editor-" in path for path in host.asked)


def test_a_new_version_takes_over_whole_and_when_the_reader_says_so(context, host, versions) -> None:
    page = context.new_page()
    visited(page, f"{host.site}pt/one/")
    assert title(page) == "Uma lição"
    host.folder = versions["b"]
    page.reload()
    note = page.locator(".version-note")
    note.wait_for()
    assert title(page) == "Uma lição"
    page.reload()
    assert title(page) == "Uma lição"
    page.locator(".version-note .tool-main").click()
    until(page, "() => document.querySelector('h1').innerText === 'Outra lição'", seconds=SLOWLY)
    assert not page.locator(".version-note").count()
    assert_only_of(page, versions["b"])
    host.stop()
    page.reload()
    assert title(page) == "Outra lição"


def assert_only_of(page: Page, folder: Path) -> None:
    """Everything kept is a file of this version."""
    import hashlib

    names = page.evaluate("""async () => (await (await caches.open((await caches.keys())[0])).keys())
        .map(({url}) => url.split("/").pop())""")
    known = {hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*") if path.is_file()}
    assert set(names) - known == {"state"}


@pytest.mark.parametrize("broken", ["cut short", "half published"])
def test_a_broken_version_leaves_the_one_before(context, host, versions, broken) -> None:
    page = context.new_page()
    visited(page, f"{host.site}pt/one/")
    host.folder = versions[broken]
    asked = len(host.asked)
    failed = page.evaluate("""async () => {
      const registration = await navigator.serviceWorker.ready;
      const found = new Promise((resolve) => (registration.onupdatefound = () => resolve(registration.installing)));
      registration.update().catch(() => {});
      const worker = await found;
      return new Promise((resolve) => (worker.onstatechange = () => resolve(worker.state)));
    }""")
    assert failed == "redundant"
    assert any(path.endswith("/sw.js") for path in host.asked[asked:])
    page.reload()
    assert title(page) == "Uma lição"
    assert not page.locator(".version-note").count()
    host.stop()
    page.reload()
    assert title(page) == "Uma lição"


def test_a_page_of_another_version_is_shown_whole(context, host, versions) -> None:
    """The server has moved on and a page is not kept: it comes from the server, with all that belongs to it."""
    page = context.new_page()
    visited(page, f"{host.site}es/one/")
    host.folder = versions["b"]
    page.goto(f"{host.site}pt/one/")
    assert title(page) == "Outra lição"
    until(page, "() => document.querySelector('figure.cell .tool-run')", seconds=SLOWLY)
    assert page.evaluate("() => [...document.images].every((one) => !one.complete || one.naturalWidth || one.hidden)")


def test_the_course_is_saved_on_request_and_removed_again(context, host) -> None:
    page = context.new_page()
    visited(page, f"{host.site}pt/one/")
    page.locator(".saver summary").click()
    button = page.locator(".saver-body button")
    assert re.fullmatch(r"Guardar este curso para usar sem rede \(\d+,\d\sMB\)", button.inner_text())
    button.click()
    page.get_by_text(re.compile(r"Este curso está guardado neste aparelho \(\d+,\d\sMB\)\.")).wait_for()
    site, port = host.site, host.server.server_port
    host.stop()
    for path in ("pt/", "pt/one/"):
        page.goto(site + path)
        assert page.get_attribute("html", "lang") == "pt"
        page.locator(".md-content h1").wait_for()
    assert run(cells(page)[0], "pt") == "The same as on the page."
    host.start(port)
    page.locator(".saver summary").click()
    page.get_by_role("button", name="Apagar deste aparelho").click()
    page.get_by_role("button", name=re.compile("Guardar este curso")).wait_for()
    host.stop()
    page.goto(f"{site}pt/")
    assert title(page) == said("pt", "This page is not on this device")


def test_without_a_service_worker_the_site_is_the_same(browser, versions) -> None:
    context = browser.new_context(service_workers="block")
    told: list[str] = []
    with hosting(versions["a"]) as host:
        page = context.new_page()
        page.on("pageerror", lambda error: told.append(str(error)))
        page.goto(f"{host.site}pt/one/")
        assert run(cells(page)[0], "pt") == "The same as on the page."
        page.locator(".saver summary").click()
        page.get_by_text(said("pt", "This browser does not let a page keep a course for offline use.")).wait_for()
    context.close()
    assert told == []


def test_a_host_with_wrong_types_still_runs_python(context, versions) -> None:
    types = {"mjs": "text/plain", "wasm": "application/octet-stream", "whl": "text/plain", "json": "text/plain"}
    with hosting(versions["a"], types) as host:
        page = context.new_page()
        page.goto(f"{host.site}es/one/")
        assert run(cells(page)[0], "es") == "The same as on the page."
        assert not any(path.endswith(".mjs") for path in host.asked)


def test_serve_takes_an_earlier_worker_away(context, host, versions, tmp_path) -> None:
    from aferir.site import retire

    page = context.new_page()
    visited(page, f"{host.site}pt/one/")
    served = shutil.copytree(versions["b"], tmp_path / "served")
    retire(served)
    host.folder = served
    page.reload()
    until(page, "() => document.querySelector('h1').innerText === 'Outra lição'", seconds=SLOWLY)
