"""How long checking takes: `python benchmarks/check.py` prints a Markdown table. Nothing here is a test.

Courses of 10, 100 and 1000 lessons are generated in a temporary folder and checked without a cache, each by a fresh
command; `check --stdin` is measured on this repository's own lesson, with a warm cache, as an editor would call it.
"""

from __future__ import annotations

import argparse
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parent.parent
LESSON = ROOT / "lessons" / "es" / "split-then-sum.md"
LITERALS = 40
SNIPPET = """\
import numpy as np

# %% data
rng = np.random.default_rng({seed})
table = np.round(rng.random(({count},)), 3)
print(table.sum())
"""


def write_course(root: Path, lessons: int) -> None:
    """A course in one language; each lesson has its own snippet and `LITERALS` bound numbers."""
    slugs = [f"lesson-{number}" for number in range(lessons)]
    write(root / "mkdocs.yml", "site_name: Generated\nplugins:\n  - aferir\n")
    listed = "".join(f"  - {slug}\n" for slug in slugs)
    write(root / "lessons/course.yml", f"id: generated\ntitle: {{pt: Curso}}\nlanguages: [pt]\nlessons:\n{listed}")
    write(root / "docs/pt/index.md", "---\ntitle: Curso\n---\n```lessons\n```\n")
    write(root / "snippets/reference/__init__.py", "")
    for seed, slug in enumerate(slugs):
        values = np.round(np.random.default_rng(seed).random(LITERALS), 3)
        name = slug.replace("-", "_")
        write(root / f"snippets/lessons/{name}.py", SNIPPET.format(seed=seed, count=LITERALS))
        lines = [
            f"O peso seguinte é {value:.3f}{{=table[{at}]}}.\n".replace(".", ",", 1) for at, value in enumerate(values)
        ]
        head = f"---\ntitle: Lição\nsnippet: {name}\n---\n"
        write(root / f"lessons/pt/{slug}.md", head + "\n".join(lines) + "\n```cell data\n```\n")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@dataclass(frozen=True)
class Cost:
    """Of one command: seconds on the clock, seconds of processor, MiB of its largest process."""

    seconds: float
    processor: float
    memory: float


def measured(root: Path, *arguments: str, text: str = "") -> Cost:
    """What one `aferir check` costs that ends as it should: with 0, or with 1 for findings."""
    command = [sys.executable, "-m", "aferir", "--config", str(root / "mkdocs.yml"), "check", *arguments]
    # A package that pip has installed is compiled, whatever this machine does with what runs from a checkout.
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    quiet = inherited | {"AFERIR_QUIET": "1"}
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as said:
        given.write(text.encode())
        given.seek(0)
        start = time.perf_counter()
        process = subprocess.Popen(command, stdin=given, stdout=said, stderr=said, env=quiet)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1):
            said.seek(0)
            raise SystemExit(said.read().decode())
    return Cost(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def exponent(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    """The power of the size with which the time grows: the slope of a line through the logarithms."""
    slope, _ = statistics.linear_regression([math.log(size) for size in sizes], [math.log(each) for each in seconds])
    return slope


def growth(sizes: Sequence[int]) -> list[str]:
    costs = [course_cost(size) for size in sizes]
    rows = [
        "| lessons | seconds | processor s | ms per lesson | s per 1000 literals | MiB |",
        "|--:|--:|--:|--:|--:|--:|",
    ]
    for size, cost in zip(sizes, costs, strict=True):
        each, thousand = 1000 * cost.seconds / size, 1000 * cost.seconds / (size * LITERALS)
        rows.append(
            f"| {size} | {cost.seconds:.1f} | {cost.processor:.1f} | {each:.0f} | {thousand:.2f} | {cost.memory:.0f} |"
        )
    if len(sizes) > 1:
        clock, processor = exponent(sizes, [c.seconds for c in costs]), exponent(sizes, [c.processor for c in costs])
        rows.append(f"\nGrows with the number of lessons to the power {clock:.2f} (processor: {processor:.2f}).")
    return rows


def course_cost(size: int) -> Cost:
    with tempfile.TemporaryDirectory() as folder:
        write_course(Path(folder), size)
        cost = measured(Path(folder), "--no-cache")
    print(f"{size} lessons: {cost.seconds:.1f} s", file=sys.stderr)
    return cost


def editor(runs: int) -> list[str]:
    text = LESSON.read_text(encoding="utf-8")
    path = LESSON.relative_to(ROOT).as_posix()
    changes: dict[str, Callable[[int], str]] = {
        "the same text": lambda _: text,
        "a number changed": lambda turn: text.replace("0,591{", f"0,{600 + turn}{{", 1),
        "a sentence added": lambda _: f"{text}\nUna frase más: {new_word()}.\n",
        "an expression added": lambda turn: f"{text}\nSon 3{{=3 + 0 * {time.time_ns() + turn}}}.\n",
    }
    rows = ["| `check --stdin`, warm | median ms | p95 ms | processor, median ms |", "|---|--:|--:|--:|"]
    for name, change in changes.items():
        measured(ROOT, "--stdin", "--path", path, text=text)
        costs = [measured(ROOT, "--stdin", "--path", path, text=change(turn)) for turn in range(runs)]
        ordered = sorted(1000 * cost.seconds for cost in costs)
        late = ordered[math.ceil(0.95 * len(ordered)) - 1]
        processor = statistics.median(1000 * cost.processor for cost in costs)
        rows.append(f"| {name} | {statistics.median(ordered):.0f} | {late:.0f} | {processor:.0f} |")
    return rows


def new_word() -> str:
    """A word that no earlier run wrote, without a digit."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(time.time_ns()))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--lessons", type=int, nargs="*", default=[10, 100, 1000], help="sizes of generated courses")
    options.add_argument("--runs", type=int, default=20, help="runs of check --stdin per kind of change")
    chosen = options.parse_args()
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    facts = f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}, load {load:.1f} before"
    print(f"{facts}; {LITERALS} literals a lesson.\n")
    print("\n".join(editor(chosen.runs)), end="\n\n", flush=True)
    if chosen.lessons:
        print("\n".join(growth(chosen.lessons)))


if __name__ == "__main__":
    main()
