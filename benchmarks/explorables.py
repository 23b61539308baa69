"""How fast explorables are in Chromium: alive after their data came, and from one state to the next.

    python benchmarks/explorables.py [SITE]      a built site, site/ by default

Prints a table, and what misses its limit: 100 ms to life, 16.7 ms (a frame at 60 Hz) for a state, 150 KB a lesson.
"Clock" is what a reader waits on this machine as busy as it is; "processor" is what the page's own thread computed
(scripts, style, layout, paint), which other work on the machine hardly changes.
"""

from __future__ import annotations

import functools
import gzip
import http.server
import itertools
import json
import math
import os
import platform
import shutil
import statistics
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

Action = tuple[str, str, int]
"""The kind of a control, its name, and the place of the option that it is set to."""

MOST_LIFE, MOST_FRAME, MOST_DATA = 100.0, 1000 / 60, 150.0
"""Milliseconds, milliseconds, thousands of bytes."""

# From the moment when an explorable has its data and is near the screen until it is live, in milliseconds.
LIFE = """
async (name) => {
  const figure = document.querySelector(`#explorable-${name}`);
  const live = new Promise((done) => {
    const isLive = () => figure.classList.contains("is-live") && done(performance.now());
    new MutationObserver(isLive).observe(figure, { attributes: true, attributeFilter: ["class"] });
    isLive();
  });
  const near = performance.now();
  figure.scrollIntoView({ behavior: "instant" });
  const end = await live;
  const data = performance.getEntriesByType("resource").find((entry) => entry.name.endsWith(".explorables.json"));
  return end - Math.max(near, data.responseEnd);
}
"""

# From a reader's action to a page that is laid out again, in milliseconds; then a frame, to paint it.
CHANGE = """
async ([name, actions]) => {
  const figure = document.querySelector(`#explorable-${name} .explorable-live`);
  const act = {
    buttons: (control, index) => figure.querySelectorAll(`input[name="${name}-${control}"]`)[index].click(),
    slider(control, index) {
      const slider = figure.querySelector(`#${name}-${control}`);
      slider.value = index;
      slider.dispatchEvent(new Event("input"));
    },
    choose(control, index) {
      const [step, row] = [figure.querySelectorAll(".stage > input")[index], "tr:nth-child(" + (index + 1) + ") > th"];
      (step ?? figure.querySelector(`.panel:not([hidden]) table[role=grid] > tbody > ${row}`)).click();
    },
  };
  const times = [];
  for (const [kind, control, index] of actions) {
    const start = performance.now();
    act[kind](control, index);
    figure.getBoundingClientRect();
    times.push(performance.now() - start);
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  }
  return times;
}
"""

BATCH = 8
"""States whose processor time is read together, since reading it takes some itself."""


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


@dataclass(frozen=True)
class Row:
    """What was measured of one explorable; times in milliseconds, ``size`` in thousands of bytes of its lesson."""

    lesson: str
    name: str
    states: int
    size: float
    life: float
    clock: tuple[float, float]
    processor: tuple[float, float]

    def __str__(self) -> str:
        times = [f"{time:.1f}" for time in (*self.clock, *self.processor)]
        cells = [self.lesson, self.name, str(self.states), f"{self.size:.1f}", f"{self.life:.0f}", *times]
        return f"| {' | '.join(cells)} |"

    def misses(self) -> Iterator[str]:
        """Each limit that is not kept."""
        for what, value, limit in (
            ("alive after, ms", self.life, MOST_LIFE),
            ("95 % of states, processor, ms", self.processor[1], MOST_FRAME),
            ("data, KB", self.size, MOST_DATA),
        ):
            if value > limit:
                yield f"{self.lesson}, {self.name}: {what} {value:.1f}, limit {limit:.1f}"


HEAD = (
    "| lesson | explorable | states | data, KB gzip | alive after, ms | a state: clock, median ms | 95 % "
    "| processor, median ms | 95 % |\n|---|---|--:|--:|--:|--:|--:|--:|--:|"
)


def lessons(site: Path) -> Iterator[tuple[str, bytes]]:
    """The address of each Portuguese lesson with explorables, and their data."""
    for path in sorted(site.glob("assets/course-*/pt/lessons/*.explorables.json")):
        yield f"pt/{path.name.split('.')[0]}/", path.read_bytes()


def walk(explorable: dict[str, Any]) -> list[Action]:
    """Actions that set every control to its first option, then lead through all states, one control at a time."""
    controls = explorable["controls"]
    places: list[tuple[int, ...]] = [()]
    for control in controls:
        options = range(len(control["options"]))
        places = [(*place, i) for n, place in enumerate(places) for i in (options if n % 2 == 0 else reversed(options))]
    start = [(own["kind"], own["name"], 0) for own in controls]
    moves = [
        (own["kind"], own["name"], here)
        for before, after in itertools.pairwise(places)
        for own, there, here in zip(controls, before, after, strict=True)
        if there != here
    ]
    return [*start, *moves]


def computed(session: CDPSession) -> float:
    """What the page's main thread has computed so far, in milliseconds."""
    found = {own["name"]: own["value"] for own in session.send("Performance.getMetrics")["metrics"]}
    return 1000 * float(found["TaskDuration"])


def changed(page: Page, session: CDPSession, name: str, actions: Sequence[Action]) -> tuple[list[float], float]:
    """What each of some actions takes by the clock, and what they take by the processor on average."""
    before = computed(session)
    clock = page.evaluate(CHANGE, [name, [list(action) for action in actions]])
    return clock, (computed(session) - before) / len(actions)


def typical_and_worst(times: list[float]) -> tuple[float, float]:
    """The median, and what 95 of 100 stay below."""
    return statistics.median(times), sorted(times)[math.ceil(0.95 * len(times)) - 1]


def measured(page: Page, site: str, address: str, data: bytes) -> Iterator[Row]:
    """A row for each explorable of a lesson."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(site + address)
    page.wait_for_load_state("networkidle")
    for name, explorable in json.loads(data)["explorables"].items():
        life = page.evaluate(LIFE, name)
        # What else comes near the screen, an editor for instance, comes to life first.
        page.wait_for_timeout(1000)
        page.wait_for_load_state("networkidle")
        page.evaluate("new Promise((done) => requestIdleCallback(done))")
        actions = walk(explorable)
        batches = [actions[i : i + BATCH] for i in range(0, len(actions), BATCH)]
        times = [changed(page, session, name, batch) for batch in batches]
        clock = typical_and_worst([time for found, _ in times for time in found])
        processor = typical_and_worst([mean for _, mean in times])
        size = len(gzip.compress(data, mtime=0)) / 1000
        yield Row(
            address.strip("/"), name, len(actions) - len(explorable["controls"]) + 1, size, life, clock, processor
        )


def machine() -> str:
    """The machine and how busy it is."""
    load = ", ".join(f"{own:.1f}" for own in os.getloadavg())
    now = datetime.now(UTC)
    return f"{now:%d %B %Y %H:%M} UTC, {os.cpu_count()} cores ({platform.machine()}), load {load}"


def main() -> None:
    """Measure every explorable of the site in Portuguese."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "site")
    handler = functools.partial(_Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    missed: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        print(f"Chromium {browser.version}, {machine()}\n\n{HEAD}")
        for address, data in lessons(folder):
            page = browser.new_page(viewport={"width": 1280, "height": 900}, service_workers="block")
            for row in measured(page, f"http://127.0.0.1:{server.server_port}/", address, data):
                print(row, flush=True)
                missed += row.misses()
            page.close()
    print("\n" + ("\n".join(missed) or "Every limit is kept."))


if __name__ == "__main__":
    main()
