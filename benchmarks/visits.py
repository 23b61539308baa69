"""What a reader does on a page, timed in the page itself: from navigation, from a press, from a link."""

from __future__ import annotations

import contextlib
import os
import shutil
import statistics
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Playwright
from serving import Served

LESSON, NEXT, LANGUAGE, CHALLENGE = "split-then-sum", "masks-and-two-heads", "pt", "multi_head"
PATIENCE = 180_000
READING = 12_000  # ms that a reader stays on the first page after its result, before the second visit
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")

# Resolves with the moment when `find` first finds something, looked for at every change of the page.
SEEN = """(find) => new Promise((resolve) => {
  const look = () => {
    const found = find();
    if (!found) return;
    watch.disconnect();
    resolve({ at: performance.now(), found });
  };
  const watch = new MutationObserver(look);
  watch.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  look();
})"""
# Presses Run of a cell and waits until its run has ended; both moments, in ms since the navigation.
OURS = f"""(async (select) => {{
  const seen = {SEEN};
  const run = await seen(() => document.querySelector(`${{select}} .tool-run`));
  const cell = run.found.closest("figure");
  run.found.click();
  await seen(() => cell.querySelector(".tool-stop"));
  const end = await seen(() => cell.querySelector(".tool-run"));
  const problem = cell.querySelector(".problem-line, .outcome");
  if (problem || !cell.querySelector(".tool-note").textContent) throw new Error(`no result: ${{cell.innerText}}`);
  return {{ pressed: run.at, ended: end.at }};
}})"""
STOCK = """(async () => {
  if (!window.live) await new Promise((resolve) => addEventListener("live", resolve, { once: true }));
  const ended = new Promise((resolve) => addEventListener("result", () => resolve(performance.now()), { once: true }));
  const pressed = performance.now();
  document.querySelector("#run").click();
  return { pressed, ended: await ended };
})"""


def processor_seconds(folder: str) -> dict[int, float]:
    """What each process of the browser with this profile has computed so far (Linux)."""
    found: dict[int, tuple[int, int]] = {}
    roots = []
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            fields = (place / "stat").read_text().rsplit(")", 1)[1].split()
            found[int(place.name)] = (int(fields[1]), int(fields[11]) + int(fields[12]))
            if folder.encode() in (place / "cmdline").read_bytes():
                roots.append(int(place.name))
    own = set(roots)
    while more := {process for process, (parent, _) in found.items() if parent in own} - own:
        own |= more
    return {process: found[process][1] / os.sysconf("SC_CLK_TCK") for process in own if process in found}


@contextlib.contextmanager
def profile(playwright: Playwright, *, keeps: bool = True) -> Iterator[tuple[BrowserContext, str]]:
    """A browser that has never been anywhere, with a profile on disk, as readers have it.

    ``keeps``: the service worker may keep pages for when there is no network.
    """
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    assert chromium, "these measurements need Chromium: apt-get install chromium"
    with tempfile.TemporaryDirectory() as folder:
        context = playwright.chromium.launch_persistent_context(
            folder,
            executable_path=chromium,
            headless=True,
            args=list(ARGUMENTS),
            locale="en-US",
            service_workers="allow" if keeps else "block",
        )
        context.set_default_timeout(PATIENCE)
        yield context, folder
        context.close()


def lesson_address(site: str, lesson: str = LESSON) -> str:
    return f"{site}{LANGUAGE}/{lesson}/"


def first_run(page: Page, address: str, script: str, argument: str = "") -> Mapping[str, float]:
    """Open a page and press Run as soon as it can be pressed."""
    page.goto(address, wait_until="commit")
    return dict(page.evaluate(f"{script}({argument!r})"))


def two_visits(playwright: Playwright, served: Served, address: str, script: str) -> dict[str, float]:
    """The first run of a new reader, with the bytes until its result, and that of a second visit."""
    found: dict[str, float] = {}
    with profile(playwright) as (context, folder):
        for visit in ("cold", "cached"):
            page = context.new_page()
            served.reset()
            before = processor_seconds(folder)
            ran = first_run(page, address, script, "figure.cell")
            found[visit], found[f"{visit} pressed"] = ran["ended"], ran["ended"] - ran["pressed"]
            computed = processor_seconds(folder).items()
            found[f"{visit} processor"] = 1000 * sum(each - before.get(process, 0) for process, each in computed)
            found[f"{visit} megabytes"] = served.bytes / 1e6
            page.wait_for_timeout(READING)  # what is still done in the background is no part of the second visit
            page.close()
    return found


def next_lesson(playwright: Playwright, site: str) -> dict[str, float]:
    """From the press on a link to the first result on the lesson it leads to, with Python there already."""
    with profile(playwright) as (context, _):
        page = context.new_page()
        first_run(page, lesson_address(site), OURS, "figure.cell")
        page.evaluate("window.stillHere = true")
        time = page.evaluate(f"""async () => {{
          const begin = performance.now();
          document.querySelector(".path-step--next").click();
          const there = "#aferir-page[data-lesson={NEXT}]";
          await ({SEEN})(() => document.querySelector(there) && document.querySelector("figure.cell .tool-run"));
          return (await {OURS}("figure.cell")).ended - begin;
        }}""")
        return {"next lesson": time, "reloads": 0.0 if page.evaluate("window.stillHere") else 1.0}


def put(page: Page, key: str, code: str) -> None:
    """A reader's code, as the page keeps it: the next visit finds it."""
    kept = {"own": code, "from": "", "others": []}
    write = "([key, value]) => localStorage.setItem(`aferir:attention:${key}`, JSON.stringify({ at: 1, value }))"
    page.evaluate(write, [key, kept])


def again(page: Page, runs: int = 15) -> float:
    """The median time from the press on Run to the end, for a cell that has run before."""
    times = [page.evaluate(f'{OURS}("figure.cell")') for _ in range(runs)]
    return statistics.median(each["ended"] - each["pressed"] for each in times)


def stop_and_go(playwright: Playwright, site: str, runs: int) -> dict[str, float]:
    """From the press on Stop, in an endless loop, until Python works on the next request, and until that has ended."""
    with profile(playwright) as (context, _):
        page = context.new_page()
        page.goto(lesson_address(site))
        last = page.locator("figure.cell").last.get_attribute("data-cell")
        put(page, f"cell:{LESSON}:{last}", "while True:\n    pass")
        first_run(page, lesson_address(site), OURS, "figure.cell")
        latency = again(page)
        page.wait_for_timeout(4000)  # a spare worker, where there is one, gets ready
        times = [stopped(page) for _ in range(runs)]
        found = {name: statistics.median(one[name] for one in times) for name in ("stop to ready", "stop to result")}
        return found | {"cell again": latency}


def stopped(page: Page) -> dict[str, float]:
    """The first cell is asked to run at once after Stop: it begins when Python is ready."""
    times: dict[str, float] = page.evaluate(f"""async () => {{
      const seen = {SEEN};
      const cells = [...document.querySelectorAll("figure.cell")];
      const [first, last] = [cells[0], cells.at(-1)];
      const words = () => last.querySelector(".tool-note").textContent;
      const before = words();
      last.querySelector(".tool-run").click();
      await seen(() => last.querySelector(".tool-stop") && words() && words() !== before);
      await new Promise((wait) => setTimeout(wait, 1000));
      const begin = performance.now();
      last.querySelector(".tool-stop").click();
      const said = first.querySelector(".tool-note");
      said.replaceChildren();
      first.querySelector(".tool-run").click();
      const ready = await seen(() => said.textContent);
      const end = await seen(() => first.querySelector(".tool-run"));
      return {{ "stop to ready": ready.at - begin, "stop to result": end.at - begin }};
    }}""")
    page.wait_for_timeout(4000)
    return times


def verdicts(playwright: Playwright, site: str, solution: str, runs: int = 5) -> dict[str, float]:
    """From the press on Check to the verdict, with Python there already: the first time, and after that."""
    with profile(playwright) as (context, _):
        page = context.new_page()
        page.goto(lesson_address(site))
        put(page, f"challenge:{CHALLENGE}", solution)
        first_run(page, lesson_address(site), OURS, "figure.cell")
        page.locator("section.challenge").scroll_into_view_if_needed()
        page.wait_for_selector("section.challenge .cm-content")
        times = [page.evaluate(CHECK) for _ in range(runs + 1)]
        return {"first verdict": times[0], "verdict": statistics.median(times[1:])}


CHECK = f"""async () => {{
  document.querySelector(".verdict")?.remove();
  const begin = performance.now();
  document.querySelector("section.challenge .tool-main").click();
  await ({SEEN})(() => document.querySelector(".verdict-passed, .verdict.verdict-passed, .verdict-heading"));
  return performance.now() - begin;
}}"""


def stock_worker(playwright: Playwright, address: str, runs: int) -> dict[str, float]:
    """The same of a stock worker: a cell again, and a new worker after Stop."""
    with profile(playwright) as (context, _):
        page = context.new_page()
        first_run(page, address, STOCK)
        page.evaluate("window.code = 'print(1)'")
        cells = [page.evaluate(f"{STOCK}()") for _ in range(15)]
        times = [page.evaluate(STOCK_STOP) for _ in range(runs)]
        return {
            "cell again": statistics.median(each["ended"] - each["pressed"] for each in cells),
            "stop to ready": statistics.median(times),
        }


STOCK_STOP = """async () => {
  const begin = performance.now();
  const ready = new Promise((resolve) => addEventListener("ready", () => resolve(performance.now()), { once: true }));
  document.querySelector("#stop").click();
  return (await ready) - begin;
}"""


def weight(
    playwright: Playwright, served: Served, address: str, *, to_the_end: bool, keeps: bool = False
) -> dict[str, Any]:
    """A page that is opened and read, by a reader who has never been here: bytes, requests, and whether Python came."""
    with profile(playwright, keeps=keeps) as (context, _):
        page = context.new_page()
        served.reset()
        page.goto(address)
        page.wait_for_selector("figure.cell .tool-run")
        page.evaluate("document.fonts.ready.then(() => true)")
        page.wait_for_load_state("networkidle")
        if to_the_end:
            page.evaluate("""async () => {
              for (let at = 0; at < document.body.scrollHeight; at += 400) {
                scrollTo(0, at);
                await new Promise((wait) => setTimeout(wait, 30));
              }
            }""")
        page.wait_for_timeout(3000)
        python = [path for path, _ in served.bodies if "/pyodide-" in path]
        return {"kilobytes": served.bytes / 1e3, "requests": len(served.bodies), "python": len(python)} | {
            "bodies": sorted(served.bodies, key=lambda item: -item[1])
        }


def solution_of(root: Path) -> str:
    return (root / "snippets" / "challenges" / CHALLENGE / "solution.py").read_text(encoding="utf-8")
