"""The time limit of a step: what other work takes of it does not count, what the step itself spends does."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from aferir.execute import patience
from aferir.execute.patience import MOST, Patience, waited
from aferir.model import Cell, Failure, Work

BUSY = "while True:\n    pass"
SLEEP = "import time\ntime.sleep(60)"


@contextmanager
def started(code: str) -> Iterator[subprocess.Popen[bytes]]:
    """A Python that is at it."""
    process = subprocess.Popen([sys.executable, "-c", f"print(1, flush=True)\n{code}"], stdout=subprocess.PIPE)
    assert process.stdout
    with process.stdout:
        process.stdout.readline()
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def stopped_after(process: int, seconds: float) -> tuple[float, str]:
    """Seconds by the clock until a limit is reached, asked for as the engine asks, and what is said then."""
    began, limit = time.monotonic(), Patience(process, seconds)
    while (left := limit.left()) > 0:
        time.sleep(left)
    return time.monotonic() - began, limit.words()


@pytest.mark.parametrize("code", [BUSY, SLEEP], ids=["busy", "sleeping"])
def test_a_process_that_nobody_keeps_waiting_is_stopped_at_its_limit(code, monkeypatch):
    monkeypatch.setattr(patience, "waited", lambda _process: 3.0)  # of before: what counts is what comes to it
    with started(code) as process:
        taken, words = stopped_after(process.pid, 0.3)
    assert 0.3 <= taken < 1.5
    assert words == "longer than 0.3 s"


def test_a_process_that_sleeps_is_stopped_at_its_limit_on_a_busy_machine():
    with started(BUSY), started(BUSY), started(BUSY), started(SLEEP) as process:
        taken, words = stopped_after(process.pid, 0.5)
    assert 0.5 <= taken < 2.5
    assert words == "longer than 0.5 s"


@pytest.mark.slow
def test_a_process_that_shares_its_processor_is_given_more_by_the_clock_and_no_more_of_the_processor(monkeypatch):
    monkeypatch.setattr(patience, "MOST", 1000)  # whoever else is at work here
    pinned = f"import os\nos.sched_setaffinity(0, {{{min(os.sched_getaffinity(0))}}})\n{BUSY}"
    with started(pinned), started(pinned), started(pinned) as process:
        clock = (~process.pid << 3) | 2  # Linux' name for the time that a process has had
        before = time.clock_gettime(clock)
        taken, words = stopped_after(process.pid, 1)
        had = time.clock_gettime(clock) - before
    assert taken > 1.5
    assert had < 1.4
    assert words == "longer than 1 s"


def test_a_process_that_is_kept_waiting_for_ever_is_stopped_at_last_and_that_is_said(monkeypatch):
    monkeypatch.setattr(patience, "waited", lambda _process: time.monotonic())
    taken, words = stopped_after(os.getpid(), 0.05)
    assert 0.05 * MOST <= taken < 0.05 * MOST * 4
    assert words == "longer than 0.5 s, on a machine too busy to give it 0.05 s"


def test_where_nobody_counts_nothing_is_added_to_the_limit():
    assert waited(2**30) == 0.0  # no such process, and so no such file


def test_the_engine_stops_a_cell_by_it_and_says_why(engine, monkeypatch):
    monkeypatch.setattr(patience, "waited", lambda _process: time.monotonic())
    cells = (Cell("one", BUSY, 1),)
    found = engine.run(Work("x", "snippets/lessons/x.py", cells, "pt", cell_seconds=0.05)).outputs["one"]
    assert isinstance(found, Failure)
    assert (found.kind, found.message) == (
        "timeout",
        "TimeoutError: longer than 0.5 s, on a machine too busy to give it 0.05 s",
    )
