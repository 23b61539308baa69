"""The published configuration of nginx, tried: Debian's nginx serves the site below a path, a reader works there."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Response

from .conftest import LESSON, ROOT
from .test_run import CHALLENGE, cells, run, type_code, verdict

pytestmark = pytest.mark.browser
PAGE = ROOT / "docs" / "authors" / "publishing.md"
HASHED = re.compile(r"/assets/[a-z]+-[0-9a-f]{12}/")
FOR_EVER = "public, max-age=31536000, immutable"
COMPRESSED = (".html", ".js", ".css", ".json", ".wasm", ".svg", "/")
MAIN = """\
{user}
daemon off;
pid {folder}/nginx.pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


def published() -> str:
    """The configuration that the documentation shows."""
    found = re.search(
        r'^```nginx title="[^"]+"\n(.*?)^```$', PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert found
    return found[1]


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


@pytest.fixture(scope="module")
def nginx(site_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site as nginx serves it: an instance of its own, with only the place and the port changed."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    assert program, "this test needs nginx: apt-get install nginx-light"
    folder, port = tmp_path_factory.mktemp("nginx"), free_port()
    config = published()
    for old, new in (("listen 80;", f"listen 127.0.0.1:{port};"), ("/var/www/lessons;", f"{site_folder.parent};")):
        assert config.count(old) == 1
        config = config.replace(old, new)
    (folder / "site.conf").write_text(config, encoding="utf-8")
    user = "user root;" if os.getuid() == 0 else ""  # else its workers could not read what pytest made
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder, user=user), encoding="utf-8")
    log = folder / "error.log"
    with log.open("wb") as errors:
        server = subprocess.Popen([program, "-p", str(folder), "-c", str(folder / "nginx.conf")], stderr=errors)
    try:
        _wait_for(port, server, log)
        yield f"http://127.0.0.1:{port}/course/"
    finally:
        server.terminate()
        server.wait(10)


def _wait_for(port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(200):
        assert server.poll() is None, log.read_text(encoding="utf-8")
        with socket.socket() as knocking:
            if knocking.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("nginx does not answer")


@pytest.fixture(scope="module")
def answers(nginx: str, browser: Browser) -> list[Response]:
    """What nginx answered while a reader read a lesson, ran a cell and solved the challenge."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, service_workers="block")
    page = context.new_page()
    page.set_default_timeout(60_000)
    seen: list[Response] = []
    page.on("response", lambda answer: seen.append(answer))  # noqa: PLW0108 - Playwright takes no built-in
    page.goto(f"{nginx}es/{LESSON}/")
    page.wait_for_load_state("networkidle")
    assert run(cells(page)[0], "es") == "The same as on the page."
    challenge = page.locator("section.challenge")
    challenge.scroll_into_view_if_needed()
    challenge.locator(".cm-content").wait_for()
    type_code(page, challenge, (CHALLENGE / "solution.py").read_text(encoding="utf-8"))
    verdict(page)
    assert page.locator(".verdict-passed").count() == 1
    page.goto(f"{nginx}pt/no-such-page/")
    assert page.locator("h1").inner_text() == "Esta página não existe"
    context.close()
    return seen


def test_everything_is_there_and_from_here(nginx: str, answers: list[Response]) -> None:
    missing = [answer.url for answer in answers if answer.status >= 400]
    assert missing == [f"{nginx}pt/no-such-page/"]
    assert [
        answer.url for answer in answers if answer.url.startswith("http") and not answer.url.startswith(nginx)
    ] == []


def test_hashed_folders_are_kept_for_ever_and_nothing_else(nginx: str, answers: list[Response]) -> None:
    said = {answer.url: answer.headers.get("cache-control") for answer in answers if answer.url.startswith(nginx)}
    assert any(value == FOR_EVER for value in said.values())
    wrong = {url: value for url, value in said.items() if (value == FOR_EVER) != bool(HASHED.search(url))}
    assert wrong == {}
    assert {value for url, value in said.items() if not HASHED.search(url)} == {"no-cache"}


def test_text_and_webassembly_travel_compressed_and_under_their_types(nginx: str, answers: list[Response]) -> None:
    own = {answer.url.split("?")[0].split("#")[0]: answer.headers for answer in answers if answer.url.startswith(nginx)}
    large = {url: said for url, said in own.items() if int(said.get("content-length", "10000")) > 2000}
    assert [
        url for url, said in large.items() if url.endswith(COMPRESSED) and said.get("content-encoding") != "gzip"
    ] == []
    types = {end: {said["content-type"] for url, said in own.items() if url.endswith(end)} for end in (".wasm", ".js")}
    assert types == {".wasm": {"application/wasm"}, ".js": {"application/javascript; charset=utf-8"}}
    assert all(said["x-content-type-options"] == "nosniff" for said in own.values())
