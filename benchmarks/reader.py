"""What a reader waits for, side by side with stock Pyodide: `python benchmarks/reader.py` prints Markdown tables.

The site is built into a temporary folder, and beside it pages with the same version of Pyodide and of NumPy, as their
makers published them: Python on the page's own thread, Python in a worker, and Python on the thread of the same lesson.
One server serves them all as static hosts do; every visit begins in a Chromium that has never been anywhere. Nothing
here is a test.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import visits
from bs4 import BeautifulSoup
from playwright.sync_api import Playwright, sync_playwright
from serving import Served, compress_ahead, serving

from aferir.assets import fetch_all
from aferir.assets.npm import unpack
from aferir.assets.thirdparty import cached, third_party
from aferir.settings import Settings

HERE = Path(__file__).parent
ROOT = HERE.parent
PORT = 8799  # the site knows its address: links without reload depend on it
AUDITED = 5  # times: Lighthouse's own figures differ from run to run
AUDITS = ("performance", "accessibility", "best-practices", "seo")

Row = tuple[str, Sequence[float | None], str]


def build(folder: Path, address: str) -> None:
    """The site, by the strict command, below the folder as ``course``."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder / "course")]
    subprocess.run(
        command, cwd=ROOT, env=os.environ | {"NO_MKDOCS_2_WARNING": "1", "AFERIR_SITE_URL": address}, check=True
    )


def write_stock(folder: Path) -> None:
    """Pyodide and NumPy as published, the lesson's cells and the modules that they import, and the pages."""
    shutil.copytree(HERE / "stock", folder / "stock")
    cache, listed = Settings(root=ROOT).cache_folder, third_party()
    fetch_all(cache)
    unpack(cached(cache, listed.named("pyodide")), folder / "stock" / "pyodide")
    shutil.copy(cached(cache, listed.named("numpy", "pyodide")), folder / "stock" / "pyodide")
    (data,) = (folder / "course" / "assets").glob("course-*")
    shutil.copy(data / "python.json", folder / "stock" / "modules.json")
    lesson = json.loads((data / visits.LANGUAGE / "lessons" / f"{visits.LESSON}.json").read_text(encoding="utf-8"))
    first = next(at for at, cell in enumerate(lesson["cells"]) if cell["shown"])
    code = "\n".join(cell["source"] for cell in lesson["cells"][: first + 1])
    (folder / "stock" / "cells.json").write_text(json.dumps({"code": code}), encoding="utf-8")


def write_stock_lesson(folder: Path) -> Path:
    """The lesson as the site has it, with stock Pyodide in the place of our program. Returns its folder."""
    own = folder / "course" / visits.LANGUAGE / visits.LESSON
    page = BeautifulSoup((own / "index.html").read_text(encoding="utf-8"), "html.parser")
    for ours in page.select("script[type=module], link[rel=modulepreload], link[rel=preload]"):
        ours.decompose()
    article = page.select_one("article")
    assert article
    button = page.new_tag("button", id="run")
    button.string = "Run"
    article.append(button)
    article.append(page.new_tag("pre", id="output"))
    article.append(page.new_tag("script", type="module", src="/stock/main.js"))
    target = own.with_name("stock-lesson")
    target.mkdir()
    (target / "index.html").write_text(str(page), encoding="utf-8")
    return target


def medians(found: Sequence[Mapping[str, float]]) -> dict[str, float]:
    return {name: statistics.median(one[name] for one in found) for name in found[0]}


def measured(playwright: Playwright, served: Served, address: str, runs: int) -> dict[str, dict[str, float]]:
    """All, turn by turn, so that what else the machine does meets them alike; the medians."""
    pages = {
        "ours": (visits.lesson_address(f"{address}course/"), visits.OURS),
        "page": (f"{address}stock/main.html", visits.STOCK),
        "worker": (f"{address}stock/worker.html", visits.STOCK),
        "lesson": (f"{address}course/{visits.LANGUAGE}/stock-lesson/", visits.STOCK),
    }
    found: dict[str, list[dict[str, float]]] = {name: [] for name in pages}
    for turn in range(runs):
        for name, (page, script) in pages.items():
            found[name].append(visits.two_visits(playwright, served, page, script))
            print(f"run {turn + 1}, {name}: {found[name][-1]}", file=sys.stderr, flush=True)
    return {name: medians(each) for name, each in found.items()}


def more(playwright: Playwright, address: str, runs: int) -> tuple[dict[str, float], dict[str, float]]:
    site, solution = f"{address}course/", visits.solution_of(ROOT)
    ours = medians([visits.next_lesson(playwright, site) for _ in range(runs)])
    ours |= visits.stop_and_go(playwright, site, runs) | visits.verdicts(playwright, site, solution)
    return ours, visits.stock_worker(playwright, f"{address}stock/worker.html", runs)


def lighthouse(address: str, runs: int) -> dict[str, float]:
    """The scores of Lighthouse, of 100; its own simulation of a phone on a slow network. Median of the runs."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or ""
    program = HERE / "node_modules" / "lighthouse" / "cli" / "index.js"
    command = ["node", str(program), address, "--quiet", "--output=json", f"--only-categories={','.join(AUDITS)}"]
    command.append("--chrome-flags=--headless=new --no-sandbox --disable-gpu")
    reports = []
    for _ in range(runs):
        done = subprocess.run(
            command, env=os.environ | {"CHROME_PATH": chromium}, capture_output=True, text=True, check=True
        )
        reports.append({name: 100 * kind["score"] for name, kind in json.loads(done.stdout)["categories"].items()})
        print(f"Lighthouse: {reports[-1]}", file=sys.stderr, flush=True)
    return medians(reports)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def compared(name: str, unit: str, ours: float, stock: Sequence[float | None], target: str) -> list[str]:
    """A row: ours, the two of stock Pyodide, and how much of each ours is."""
    shown = [f"{value:.{0 if value >= 100 else 1}f}" if value is not None else "–" for value in (ours, *stock)]
    ratios = [f"{ours / value:.2f}" if value else "–" for value in stock]
    return [f"{name}, {unit}", *shown, *ratios, target]


def running(found: Mapping[str, Mapping[str, float]], ours: Mapping[str, float], worker: Mapping[str, float]) -> str:
    def both(key: str) -> list[float | None]:
        return [found[name][key] for name in ("lesson", "page", "worker")]

    cached = both("cached")
    rows = [
        compared("first run, cold", "ms", found["ours"]["cold"], both("cold"), "≤ 0.50"),
        compared("first run, second visit", "ms", found["ours"]["cached"], cached, "≤ 0.40"),
        compared("what that computes, cold", "ms", found["ours"]["cold processor"], both("cold processor"), ""),
        compared("from the press on Run, cold", "ms", found["ours"]["cold pressed"], both("cold pressed"), ""),
        compared(
            "from the press on Run, second visit", "ms", found["ours"]["cached pressed"], both("cached pressed"), ""
        ),
        compared(
            "what that computes, second visit", "ms", found["ours"]["cached processor"], both("cached processor"), ""
        ),
        compared(
            "until the first result, gzip", "MB", found["ours"]["cold megabytes"], both("cold megabytes"), "≤ 10 MB"
        ),
        compared("a result on the next lesson", "ms", ours["next lesson"], cached, "no reload"),
        compared("Stop to ready", "ms", ours["stop to ready"], [None, None, worker["stop to ready"]], "≤ 50 ms"),
        compared("Stop to the next result", "ms", ours["stop to result"], [None, None, None], ""),
        compared("a cell again", "ms", ours["cell again"], [None, None, worker["cell again"]], ""),
        compared("the first verdict", "ms", ours["first verdict"], [None, None, None], ""),
        compared("a verdict", "ms", ours["verdict"], [None, None, None], ""),
    ]
    stock = ["stock, in the lesson", "stock, on a bare page", "stock, in a worker"]
    return table(["", "Aferir", *stock, "ratio", "ratio", "ratio", "target"], rows)


def weighed(weights: Mapping[str, Mapping[str, Any]]) -> str:
    rows = [
        [name, *(f"{one[key]:.0f}" for key in ("kilobytes", "with what is kept", "requests", "python"))]
        for name, one in weights.items()
    ]
    head = ["a lesson that is only read", "KB, gzip", "with what is kept for reading offline", "requests", "for Python"]
    return table(head, rows)


def read_pages(playwright: Playwright, served: Served, site: str) -> dict[str, Mapping[str, Any]]:
    lessons = ("soft-lookup", "parallel-heads", visits.LESSON, visits.NEXT, "whole-path")
    found = {lesson: _weight(playwright, served, visits.lesson_address(site, lesson)) for lesson in lessons}
    last = _weight(playwright, served, visits.lesson_address(site), to_the_end=True)
    return found | {f"{visits.LESSON}, scrolled to its end: the challenge's editor comes": last}


def _weight(playwright: Playwright, served: Served, address: str, *, to_the_end: bool = False) -> dict[str, Any]:
    read = visits.weight(playwright, served, address, to_the_end=to_the_end)
    kept = visits.weight(playwright, served, address, to_the_end=to_the_end, keeps=True)
    return read | {"with what is kept": kept["kilobytes"], "python": max(read["python"], kept["python"])}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runs", type=int, default=5, help="visits of each kind")
    options.add_argument("--no-lighthouse", action="store_true", help="without the scores of Lighthouse")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as temporary, serving(Path(temporary), PORT) as (address, served):
        build(Path(temporary), f"{address}course/")
        write_stock(Path(temporary))
        write_stock_lesson(Path(temporary))
        compress_ahead(Path(temporary))
        before = os.getloadavg()[0]
        with sync_playwright() as playwright:
            weights = read_pages(playwright, served, f"{address}course/")
            found = measured(playwright, served, address, chosen.runs)
            ours, worker = more(playwright, address, chosen.runs)
        scores = {} if chosen.no_lighthouse else lighthouse(visits.lesson_address(f"{address}course/"), AUDITED)
    load = f"load {before:.1f} before and {os.getloadavg()[0]:.1f} after"
    print(f"{os.cpu_count()} cores, {load}; medians of {chosen.runs}.\n")
    print(running(found, ours, worker), weighed(weights), sep="\n")
    if scores:
        head = [f"Lighthouse, phone, median of {AUDITED}", *scores]
        print(table(head, [["", *(f"{score:.0f}" for score in scores.values())]]))


if __name__ == "__main__":
    main()
