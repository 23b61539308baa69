"""How long a build takes, beside others': `python benchmarks/build.py` prints Markdown tables. Nothing here is a test.

The same course (see `generated.py`) is built by Aferir, mkdocs-jupyter, markdown-exec and MyST, and by MkDocs without
cells as the floor: cold, again unchanged, without its site, with a sentence added to one lesson, with a line added to
one cell. Rivals are installed into a folder of their own, outside this repository, and nothing of them is in our locks.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import venv
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil
from generated import write_course, write_lesson

import aferir
from aferir.settings import Settings

RIVALS = (
    "mkdocs==1.6.1",
    "mkdocs-material==9.8.2",
    "click>=8.4",
    "mkdocs-jupyter==0.26.3",
    "markdown-exec==1.12.6",
    "numpy==2.4.3",
    "matplotlib==3.10.8",
    "ipykernel>=7",
    "jupyter-server>=2",
)
MYST = "mystmd@1"
KINDS = ("plain", "aferir", "mkdocs-jupyter", "markdown-exec", "myst")
NAMES = {
    "plain": "MkDocs without cells (floor)",
    "aferir": "Aferir",
    "mkdocs-jupyter": "mkdocs-jupyter, execute: true",
    "markdown-exec": "markdown-exec",
    "myst": "MyST, up to its content JSON",
}
CACHING = ("aferir", "mkdocs-jupyter", "myst")
"""Those that keep outputs, so that what executing costs can be told from what writing pages costs."""
SCENARIOS = ("cold", "unchanged", "rendered", "prose", "cell")
TITLES = {
    "cold": "cold",
    "unchanged": "unchanged",
    "rendered": "site deleted",
    "prose": "a sentence added",
    "cell": "a cell edited",
}
OUTPUT = {"myst": "_build/site"}
"""Where a generator writes what it publishes, when that is not ``site``."""


@dataclass(frozen=True)
class Cost:
    """Of one build: seconds on the clock, seconds of processor, MiB of its whole tree of processes at its largest."""

    seconds: float
    processor: float
    memory: float


@dataclass(frozen=True)
class Row:
    """A measurement. ``measured`` is the number of lessons it was made with, fewer than ``lessons`` when projected."""

    kind: str
    lessons: int
    scenario: str
    cost: Cost
    measured: int

    @property
    def is_projected(self) -> bool:
        """Whether nobody has measured it."""
        return self.measured != self.lessons


# ── Measuring ────────────────────────────────────────────────────────────────────────────────────────────────────────


def measured(command: Sequence[str], folder: Path, environment: dict[str, str]) -> Cost:
    """What a command and all its descendants cost. Raises SystemExit with what it said when it fails."""
    with tempfile.TemporaryFile() as said:
        start = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=said, stderr=said
        )
        watch = Watch(process.pid)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        watch.stop()
        if process.returncode:
            said.seek(0)
            raise SystemExit(f"{' '.join(command)} failed in {folder}:\n{said.read().decode(errors='replace')[-4000:]}")
    return Cost(seconds, max(usage.ru_utime + usage.ru_stime, watch.processor), watch.memory)


class Watch:
    """Looks at a tree of processes twenty times a second: its memory, and what each of them computed so far.

    Memory is the sum of what each process has for itself (USS), so that shared pages of forks count once.
    """

    def __init__(self, pid: int) -> None:
        self.memory = 0.0
        self._spent: dict[int, float] = {}
        self._seen: set[psutil.Process] = set()
        self._root = psutil.Process(pid)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look)
        self._thread.start()

    @property
    def processor(self) -> float:
        """Seconds that the processes computed, those included that nobody waited for."""
        return sum(self._spent.values())

    def stop(self) -> None:
        """Stop looking, and end what a build has left behind, such as a server of MyST's."""
        self._over.set()
        self._thread.join()
        for process in self._seen:
            if process.is_running():
                process.kill()

    def _look(self) -> None:
        while not self._over.is_set():
            self.memory = max(self.memory, sum(self._each()) / 2**20)
            self._over.wait(0.05)

    def _each(self) -> Iterator[int]:
        try:
            processes = [self._root, *self._root.children(recursive=True)]
        except psutil.Error:
            return
        for process in processes:
            try:
                self._seen.add(process)
                times = process.cpu_times()
                self._spent[process.pid] = times.user + times.system
                yield process.memory_full_info().uss
            except psutil.Error:
                continue


# ── The generators ───────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Tools:
    """Where the rivals are installed."""

    folder: Path

    @property
    def bin(self) -> Path:
        return self.folder / "venv" / "bin"

    @property
    def myst(self) -> Path:
        return self.folder / "node_modules" / ".bin" / "myst"

    def install(self, kinds: Sequence[str]) -> None:
        """Install what is missing, by the ordinary clients."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if not (self.bin / "mkdocs").exists():
            venv.create(self.folder / "venv", with_pip=True)
            subprocess.run([self.bin / "pip", "install", "--quiet", *RIVALS], check=True)
        if "aferir" in kinds:
            build_assets()
        if "myst" in kinds and not self.myst.exists():
            (self.folder / "package.json").write_text("{}")
            subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent", MYST], cwd=self.folder, check=True)


def command_of(kind: str, tools: Tools) -> list[str]:
    if kind == "aferir":
        return [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict"]
    if kind == "myst":
        return [str(tools.myst), "build", "--site", "--execute", "--strict", "--ci"]
    return [str(tools.bin / "python"), "-m", "mkdocs", "build", "--quiet", "--strict"]


def environment_of(kind: str, tools: Tools, root: Path) -> dict[str, str]:
    """The environment of a build: caches inside the course, no banner, the rival's own programs first."""
    first = Path(sys.executable).parent if kind == "aferir" else tools.bin
    own = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return own | {
        "NO_MKDOCS_2_WARNING": "1",
        "AFERIR_CACHE": str(root / ".aferir"),
        "JUPYTER_CONFIG_DIR": str(root / "jupyter"),
        "PATH": f"{first}{os.pathsep}{os.environ['PATH']}",
    }


def build_assets() -> None:
    """Have Aferir fetch and build, once per machine, what every course publishes: Pyodide, fonts, its own modules."""
    with tempfile.TemporaryDirectory(prefix="bench-assets-") as folder:
        root = Path(folder)
        write_course(root, "aferir", 1)
        environment = environment_of("aferir", Tools(root), root)
        prepare(root, "aferir", environment)
        subprocess.run(command_of("aferir", Tools(root)), cwd=root, env=environment, check=True)


def prepare(root: Path, kind: str, environment: dict[str, str]) -> None:
    """What an author has done once: Aferir's third-party files are fetched, and its ledger is committed.

    Whoever installs a package with pip has its bytecode, and Matplotlib's list of the machine's fonts is made once.
    """
    if kind == "aferir":
        subprocess.run([sys.executable, "-m", "compileall", "-q", Path(aferir.__file__).parent], check=True)
        cache, own = root / ".aferir", Settings().cache_folder
        cache.mkdir()
        for name in ("built", "files"):
            (cache / name).symlink_to(own / name)
        accept = [sys.executable, "-m", "aferir", "--config", str(root / "mkdocs.yml"), "accept"]
        subprocess.run(accept, env=environment, check=True, stdout=subprocess.DEVNULL)
        for made in cache.iterdir():
            if not made.is_symlink() and made.name != "matplotlib":
                shutil.rmtree(made)


def scenarios(kind: str, lessons: int, tools: Tools) -> Iterator[Row]:
    """The builds of one course, one after the other."""
    with tempfile.TemporaryDirectory(prefix=f"bench-{kind}-") as folder:
        root = Path(folder)
        write_course(root, kind, lessons)
        prepare(root, kind, environment_of(kind, tools, root))
        command, environment = command_of(kind, tools), environment_of(kind, tools, root)
        for scenario in SCENARIOS:
            if scenario == "rendered":
                shutil.rmtree(root / OUTPUT.get(kind, "site"))
            if scenario in ("prose", "cell"):
                write_lesson(root, kind, 0, prose=True, cell=scenario == "cell")
            row = Row(kind, lessons, scenario, measured(command, root, environment), lessons)
            note(row)
            yield row


def note(row: Row) -> None:
    cost = row.cost
    spent = f"{cost.seconds:.1f} s, processor {cost.processor:.1f} s, {cost.memory:.0f} MiB"
    print(
        f"{row.kind} {row.lessons} {row.scenario}: {spent}, load {os.getloadavg()[0]:.1f}", file=sys.stderr, flush=True
    )


def all_rows(kinds: Sequence[str], sizes: Sequence[int], limit: float, tools: Tools, kept: Path | None) -> list[Row]:
    """Every measurement; where a cold build would take longer than ``limit`` seconds, its growth is projected.

    What is in ``kept`` is not measured again, and what is measured is written there at once.
    """
    rows = read_rows(kept)
    for lessons in sizes:
        for kind in kinds:
            if sum(row.kind == kind and row.lessons == lessons for row in rows) == len(SCENARIOS):
                continue
            before = [row for row in rows if row.kind == kind and row.measured == row.lessons]
            if _expected(before, lessons) > limit:
                rows += _projected(before, lessons)
            else:
                rows += scenarios(kind, lessons, tools)
            if kept:
                kept.write_text(json.dumps([asdict(row) for row in rows], indent=1))
    return rows


def read_rows(kept: Path | None) -> list[Row]:
    """The measurements of an earlier run."""
    if not kept or not kept.exists():
        return []
    return [Row(**row | {"cost": Cost(**row["cost"])}) for row in json.loads(kept.read_text())]


def _expected(before: Sequence[Row], lessons: int) -> float:
    cold = [row for row in before if row.scenario == "cold"]
    return cold[-1].cost.seconds * lessons / cold[-1].lessons if cold else 0.0


def _projected(before: Sequence[Row], lessons: int) -> list[Row]:
    """The cost of a larger course, along the line through the two largest that were measured."""
    rows = []
    for scenario in SCENARIOS:
        few, many = [row for row in before if row.scenario == scenario][-2:]
        share = (lessons - few.lessons) / (many.lessons - few.lessons)
        pairs = zip(asdict(few.cost).values(), asdict(many.cost).values(), strict=True)
        rows.append(Row(many.kind, lessons, scenario, Cost(*(a + (b - a) * share for a, b in pairs)), many.lessons))
    return rows


# ── Telling ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def table(rows: Sequence[Row], lessons: int) -> list[str]:
    """One size: each generator's four builds, and how they compare with the floor and with ours."""
    here = {(row.kind, row.scenario): row for row in rows if row.lessons == lessons}
    lines = [
        f"### {lessons} lessons",
        "",
        "| | "
        + " | ".join(f"{TITLES[name]}, s (CPU s)" for name in SCENARIOS)
        + " | MiB | cold ÷ Aferir | execution ÷ Aferir |",
        "|---|" + "--:|" * (len(SCENARIOS) + 3),
    ]
    for kind in dict.fromkeys(kind for kind, _ in here):
        costs = [here[kind, name].cost for name in SCENARIOS]
        cells = [_written(here[kind, name]) for name in SCENARIOS]
        memory = max(cost.memory for cost in costs)
        whole = _ratio(_cold(here, kind), _cold(here, "aferir"))
        ratio = _ratio(_execution(here, kind), _execution(here, "aferir")) if kind in CACHING else "–"
        lines.append(f"| {NAMES[kind]} | {' | '.join(cells)} | {memory:.0f} | {whole} | {ratio} |")
    floor, own = here["plain", "unchanged"], here["aferir", "unchanged"]
    both = _ratio((_clock(own), own.cost.processor), (_clock(floor), floor.cost.processor))
    return [*lines, "", f"Unchanged, Aferir ÷ floor: {both}.", ""]


def _written(row: Row) -> str:
    """Seconds, and those of processor. Of what is projected only these: the clock depends on the machine's load."""
    if row.is_projected:
        return f"≈ – ({row.cost.processor:.1f})"
    return f"{row.cost.seconds:.1f} ({row.cost.processor:.1f})"


def _clock(row: Row) -> float:
    """Seconds; 0 for what is projected, which no ratio has a place for."""
    return 0.0 if row.is_projected else row.cost.seconds


def _cold(here: dict[tuple[str, str], Row], kind: str) -> tuple[float, float]:
    row = here[kind, "cold"]
    return _clock(row), row.cost.processor


def _execution(here: dict[tuple[str, str], Row], kind: str) -> tuple[float, float]:
    """Seconds, and those of processor, that executing cost: a cold build beyond one that writes the same site.

    Both write every page; the second has every output from a cache. (An unchanged build may write nothing.)
    """
    cold, rendered = here[kind, "cold"], here[kind, "rendered"]
    return _clock(cold) - _clock(rendered), cold.cost.processor - rendered.cost.processor


def _ratio(theirs: tuple[float, float], ours: tuple[float, float]) -> str:
    """How many times as long, by the clock and, in brackets, by the processor."""
    clock, processor = (f"{a / b:.2g}" if a > 0 and b > 0 else "–" for a, b in zip(theirs, ours, strict=True))
    return f"{clock} ({processor})"


def growth(rows: Sequence[Row]) -> list[str]:
    """What one lesson more costs each generator, between the two largest sizes that it was measured with."""
    lines = ["| one lesson more, processor ms | cold | site deleted | unchanged | MiB |", "|---|--:|--:|--:|--:|"]
    for kind in dict.fromkeys(row.kind for row in rows):
        own = [row for row in rows if row.kind == kind and row.measured == row.lessons]
        if len({row.lessons for row in own}) > 1:
            per = [_slope([row for row in own if row.scenario == name][-2:]) for name in SCENARIOS[:3]]
            cold, unchanged, rendered = (f"{processor:.0f}" for processor, _ in per)
            lines.append(f"| {NAMES[kind]} | {cold} | {rendered} | {unchanged} | {per[0][1]:.2f} |")
    return lines


def _slope(pair: Sequence[Row]) -> tuple[float, float]:
    few, many = pair
    more = many.lessons - few.lessons
    return 1000 * (many.cost.processor - few.cost.processor) / more, (many.cost.memory - few.cost.memory) / more


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--lessons", type=int, nargs="*", default=[5, 50, 500], help="sizes of the courses")
    options.add_argument("--kinds", nargs="*", default=list(KINDS), choices=KINDS)
    options.add_argument("--limit", type=float, default=1200, help="seconds beyond which a cold build is projected")
    options.add_argument("--tools", type=Path, default=Path(tempfile.gettempdir()) / "aferir-rivals")
    options.add_argument("--rows", type=Path, help="keep measurements in this file, and take from it what is there")
    chosen = options.parse_args()
    tools = Tools(chosen.tools.resolve())
    tools.install(chosen.kinds)
    machine = f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}"
    print(f"{machine}, load {os.getloadavg()[0]:.1f} before.\n")
    rows = all_rows(chosen.kinds, chosen.lessons, chosen.limit, tools, chosen.rows)
    for lessons in chosen.lessons if "aferir" in chosen.kinds and "plain" in chosen.kinds else ():
        print("\n".join(table(rows, lessons)))
    print("\n".join(growth(rows)))


if __name__ == "__main__":
    main()
