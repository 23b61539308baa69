"""How fast explorables are in Chromium: alive after their data came, and from one state to the next.

    python benchmarks/explorables.py [SITE]      a built site, site/ by default

Prints a table. Limits: 100 ms to life, 16.7 ms (a frame at 60 Hz) for a state, 150 KB a lesson.
"""

from __future__ import annotations

import functools
import gzip
import http.server
import itertools
import json
import shutil
import statistics
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

LIFE = """
new MutationObserver((changes) => {
  for (const { target } of changes) {
    if (target.classList?.contains("is-live")) (window.lives ??= {})[target.dataset.explorable] ??= performance.now();
  }
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["class"] });
"""

CAME = "performance.getEntriesByType('resource').find((e) => e.name.endsWith('.explorables.json')).responseEnd"

# From the change of the address to a page that is laid out again, in milliseconds.
CHANGE = """
async ([name, addresses]) => {
  const figure = document.querySelector(`#explorable-${name}`);
  const times = [];
  for (const address of addresses) {
    const wanted = address.slice(address.indexOf(":") + 1);
    if (figure.dataset.state === wanted) continue;
    history.replaceState(null, "", address);
    const start = performance.now();
    dispatchEvent(new HashChangeEvent("hashchange"));
    while (figure.dataset.state !== wanted) await null;
    figure.getBoundingClientRect();
    times.push(performance.now() - start);
    await new Promise((done) => setTimeout(done, 20));
  }
  return times;
}
"""


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


def lessons(site: Path) -> Iterator[tuple[str, bytes]]:
    """The address of each Portuguese lesson with explorables, and their data."""
    for path in sorted(site.glob("assets/course-*/pt/lessons/*.explorables.json")):
        yield f"pt/{path.name.split('.')[0]}/", path.read_bytes()


def addresses(name: str, explorable: dict[str, Any]) -> list[str]:
    """The address of every state."""
    options = [[f"{own['name']}={key}" for key, _ in own["options"]] for own in explorable["controls"]]
    return [f"#{name}:{';'.join(chosen)}" for chosen in itertools.product(*options)]


def measured(page: Page, site: str, address: str, data: bytes) -> Iterator[str]:
    """A row of the table for each explorable of a lesson."""
    page.goto(site + address)
    page.wait_for_load_state("networkidle")
    size = len(gzip.compress(data, mtime=0))
    for name, explorable in json.loads(data)["explorables"].items():
        page.locator(f"#explorable-{name}").scroll_into_view_if_needed()
        page.wait_for_selector(f"#explorable-{name}.is-live")
        came = page.evaluate(CAME)
        life = page.evaluate("name => window.lives[name]", name) - came
        states = addresses(name, explorable)
        times = page.evaluate(CHANGE, [name, states])
        worst = sorted(times)[int(0.95 * (len(times) - 1))]
        row = (
            address.strip("/"),
            name,
            len(states),
            f"{size / 1000:.1f}",
            f"{life:.0f}",
            f"{statistics.median(times):.1f}",
            f"{worst:.1f}",
        )
        yield "| " + " | ".join(map(str, row)) + " |"


def main() -> None:
    """Measure every explorable of the site in Portuguese."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "site")
    handler = functools.partial(_Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print("| lesson | explorable | states | data, KB gzip | alive after, ms | state, median ms | state, 95 % ms |")
    print("|---|---|---:|---:|---:|---:|---:|")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for address, data in lessons(folder):
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.add_init_script(LIFE)
            for row in measured(page, f"http://127.0.0.1:{server.server_port}/", address, data):
                print(row, flush=True)
            page.close()


if __name__ == "__main__":
    main()
