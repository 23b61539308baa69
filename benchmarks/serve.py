"""How long an edit takes in ``mkdocs serve``: from writing the file until the new text is served.

    python benchmarks/serve.py [--course .] [--runs 5]

``edits`` is importable: ``build.py`` has a row of it.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

STEP_SECONDS = 0.02
LONGEST_SECONDS = 300.0


@dataclass(frozen=True)
class Edit:
    """One edit of a course: in which file, what becomes what (``{n}``: a number that differs each time), seen where."""

    name: str
    file: str
    old: str
    new: str
    page: str
    shown: str


@dataclass(frozen=True)
class Measured:
    """Seconds of each run of an edit; ``built`` are those of MkDocs and ours, without waiting to notice the change."""

    name: str
    seconds: tuple[float, ...]
    built: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle one."""
        return statistics.median(self.seconds)


class Server:
    """``mkdocs serve`` of a folder."""

    def __init__(self, root: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._log = root / "serve.log"
        command = [sys.executable, "-m", "mkdocs", "serve", "--dev-addr", f"127.0.0.1:{self.port}"]
        environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(command, cwd=root, env=environment, stdout=log, stderr=log)

    def waits_for(self, text: str, page: str) -> None:
        """Until the page holds the text. Raises TimeoutError with what the server said."""
        end = time.monotonic() + LONGEST_SECONDS
        while text not in self._page(page):
            if time.monotonic() > end or self._process.poll() is not None:
                raise TimeoutError(f"{page} never held {text!r}:\n{self._said()}")
            time.sleep(STEP_SECONDS)

    def last_build(self) -> float:
        """Seconds of the last build, as MkDocs says it; of the root, which holds the languages' builds."""
        found = re.findall(r"Documentation built in ([0-9.]+) seconds", self._said())
        return float(found[-1]) if found else 0.0

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait()

    def _page(self, page: str) -> str:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{page}", timeout=60) as answer:
                return answer.read().decode()
        except OSError:
            return ""

    def _said(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")


@contextlib.contextmanager
def serving(course: Path) -> Iterator[tuple[Path, Server]]:
    """A copy of a course, served."""
    with tempfile.TemporaryDirectory(prefix="aferir-serve-") as folder:
        root = Path(folder, "course")
        left = shutil.ignore_patterns(".*", "site", "site.*", "node_modules", "__pycache__")
        shutil.copytree(course, root, ignore=left)
        server = Server(root)
        try:
            yield root, server
        finally:
            server.stop()


def measured(root: Path, server: Server, edit: Edit, runs: int) -> Measured:
    """An edit made ``runs`` times, each time from what the last one left."""
    path = root / edit.file
    text = path.read_text(encoding="utf-8")
    assert text.count(edit.old) == 1, f"{edit.file} does not hold {edit.old!r} once"
    seconds, built = [], []
    for run in range(runs):
        start = time.monotonic()
        path.write_text(text.replace(edit.old, edit.new.format(n=run)), encoding="utf-8")
        server.waits_for(edit.shown.format(n=run), edit.page)
        seconds.append(time.monotonic() - start)
        time.sleep(1.2)  # two edits within a second would be one to a file's time stamp, or to the watcher
        built.append(server.last_build())
    path.write_text(text, encoding="utf-8")
    return Measured(edit.name, tuple(seconds), tuple(built))


def edits(course: Path, wanted: tuple[Edit, ...], runs: int = 5) -> tuple[Measured, ...]:
    """Each edit of a served copy of ``course``, after a first build that warms every cache."""
    with serving(course) as (root, server):
        server.waits_for("</html>", wanted[0].page)
        return tuple(measured(root, server, edit, runs) for edit in wanted)


OURS = (
    Edit(
        "one line of prose",
        "lessons/es/split-then-sum.md",
        "\n## ",
        "\nPrueba número {n}, sin más.\n\n## ",
        "es/split-then-sum/",
        "sin más.",
    ),
)


def _first_heading(course: Path, edit: Edit) -> Edit:
    """The edit before the first heading, whichever it is."""
    heading = next(
        line for line in (course / edit.file).read_text(encoding="utf-8").split("\n") if line.startswith("## ")
    )
    new = f"{edit.name} {{n}}.\n\n{heading}"
    return Edit(edit.name, edit.file, heading, new.replace("{n}", "{n:x}x"), edit.page, f"{edit.name} {{n:x}}x.")


def main() -> None:
    """Measure the course's own lesson."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--course", type=Path, default=Path())
    parser.add_argument("--runs", type=int, default=5)
    chosen = parser.parse_args()
    wanted = tuple(_first_heading(chosen.course, edit) for edit in OURS)
    print("| edit in serve | median s | of which building s |\n|---|--:|--:|")
    for found in edits(chosen.course, wanted, chosen.runs):
        print(f"| {found.name} | {found.median:.2f} | {statistics.median(found.built):.2f} |")


if __name__ == "__main__":
    main()
