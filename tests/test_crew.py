"""The crew: the unit of work is pure and whole, so threads, any executor and a Dask cluster give the same results."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from aferir.assets import figure_fonts
from aferir.build import check_course
from aferir.errors import AferirError
from aferir.execute.crew import LARGEST_SENT, Elsewhere, crew_of, done, task_of
from aferir.model import Cell, Failure, Work
from aferir.settings import Settings

from .tiny import write_course

MODULE = "import numpy as np\n\n\ndef halves(n):\n    return np.full(n, 0.5)\n"
CELL = "from helper import halves\n\nh = halves(3)\nprint(h)"
FIGURE = "def figure_bars(figure, text):\n    figure.subplots().bar(range(3), h)"


@pytest.fixture
def course(tmp_path: Path) -> tuple[Work, tuple[Path, ...]]:
    """A work that imports a module of its course and draws, and its files."""
    files = {"helper.py": MODULE, "lessons/x.py": f"{CELL}\n\n\n{FIGURE}\n"}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    cells = (Cell("one", CELL, 1), Cell("figures", FIGURE, 7))
    work = Work("x", "snippets/lessons/x.py", cells, "pt", ("h.sum()",), ("bars",), import_folder=str(tmp_path))
    return work, tuple(tmp_path / name for name in files)


class Wire(Executor):
    """An executor that sends everything as bytes, as another machine would get it, and counts."""

    def __init__(self) -> None:
        self.count = 0

    def submit(self, function, /, *arguments, **named):
        self.count += 1
        future: Future = Future()
        function, arguments = pickle.loads(pickle.dumps((function, arguments)))
        try:
            future.set_result(pickle.loads(pickle.dumps(function(*arguments, **named))))
        except Exception as error:  # noqa: BLE001 - an executor passes on whatever is raised
            future.set_exception(error)
        return future


@pytest.mark.slow
def test_a_task_holds_all_it_needs_and_no_folder_of_this_machine(course, engine, shared_cache, tmp_path):
    work, files = course
    work = replace(work, fonts=tuple(map(str, figure_fonts(shared_cache))))
    here = engine.run(work)
    task = pickle.loads(pickle.dumps(task_of(work, files)))
    for path in files:
        path.unlink()
    assert done(task) == here
    assert str(tmp_path).encode() not in pickle.dumps(task)


def test_any_executor_gives_the_results_of_the_engine(course, engine):
    work, files = course
    wire = Wire()
    crew = Elsewhere(lambda: wire)
    assert crew.run(work, files, keep=False) == engine.run(work)
    kept = crew.run(work, files, keep=True)
    again = crew.resume(replace(work, expressions=("h.max()",), figures=()), files, kept.snapshot)
    assert again.values["h.max()"].data == 0.5
    assert crew.resume(work, files, b"no snapshot") is None
    assert wire.count == 4


def test_a_snapshot_that_is_too_large_is_not_sent(course):
    crew = Elsewhere(lambda: pytest.fail("nobody is to be asked"))
    assert crew.resume(*course, bytes(LARGEST_SENT + 1)) is None


def test_a_failing_cell_fails_there_as_here(course, engine):
    work, files = course
    wrong = replace(work, cells=(Cell("one", "from helper import halves\n1 / 0", 1),), figures=(), expressions=())
    output = Elsewhere(Wire).run(wrong, files, keep=False).outputs["one"]
    assert isinstance(output, Failure)
    assert output == engine.run(wrong).outputs["one"]


def test_a_worker_with_other_versions_refuses(course):
    task = task_of(*course)
    with pytest.raises(AferirError, match=r"a worker has other versions than this machine: numpy \d"):
        done(replace(task, versions={**task.versions, "numpy": "1.0"}))


def test_an_executor_that_breaks_is_one_sentence(course):
    broken = ThreadPoolExecutor(1)
    broken.shutdown()
    with pytest.raises(AferirError, match=r"x\.py: its executor failed: RuntimeError: cannot schedule"):
        Elsewhere(lambda: broken).run(*course, keep=False)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"executor": "cluster"}, "aferir.executor needs threads or dask, got 'cluster'"),
        ({"executor": "dask"}, "aferir.executor dask needs aferir.scheduler"),
    ],
)
def test_settings_that_name_nobody_are_said(settings, message):
    with pytest.raises(AferirError, match=message), crew_of(Settings(**settings)):
        pass


# ── A Dask cluster: a scheduler and two workers, processes of their own ──────────────────────────────────────────────


def _dask(kind: str, place: Path, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--scheduler-file", str(place / "scheduler.json")]
    log = (place / f"{kind}-{len(list(place.iterdir()))}.log").open("wb")
    with log:
        return subprocess.Popen([*command, *arguments], cwd=place, stdout=log, stderr=log, env=os.environ)


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory) -> Iterator[str]:
    """The address of a local scheduler that has two workers."""
    from distributed import Client

    place = tmp_path_factory.mktemp("dask")
    started = [_dask("scheduler", place, "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-jupyter")]
    for name in ("one", "two"):
        options = ("--host", "127.0.0.1", "--nthreads", "1", "--name", name, "--no-dashboard", "--memory-limit", "0")
        started.append(_dask("worker", place, *options, "--local-directory", str(place)))
    try:
        with Client(scheduler_file=str(place / "scheduler.json"), set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
            address = client.scheduler.address
        yield address
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            process.wait(30)


@pytest.mark.slow
def test_a_dask_cluster_builds_the_course_of_this_machine(scheduler, tmp_path):
    """The same findings, outputs, values and figures, from workers that share no folder with the builder."""
    root = write_course(tmp_path / "course")
    said: list[str] = []
    here = check_course(Settings(root=root, use_cache=False), said.append)
    cluster = Settings(root=root, use_cache=False, executor="dask", scheduler=scheduler)
    there = check_course(cluster, said.append)
    assert here.findings == there.findings == ()
    assert there.results == here.results
    assert there.results["lessons/pt/one.md"].figures["bars"].light.text.startswith("<svg")


@pytest.mark.slow
def test_two_workers_share_the_work(scheduler, course):
    work, files = course
    tell = replace(work, cells=(Cell("one", "import os\nprint(os.getppid())", 1),), expressions=(), figures=())
    with crew_of(Settings(executor="dask", scheduler=scheduler)) as crew, ThreadPoolExecutor(8) as threads:
        slow = [replace(tell, expressions=(f"__import__('time').sleep(0.2) or {n}",)) for n in range(8)]
        texts = [done.outputs["one"].text for done in threads.map(lambda one: crew.run(one, files, keep=False), slow)]
    assert len(set(texts)) == 2


@pytest.mark.slow
def test_a_cell_that_kills_its_process_harms_no_worker(scheduler, course):
    work, files = course
    deadly = replace(work, cells=(Cell("one", "import os\nos.kill(os.getpid(), 9)", 1),), expressions=(), figures=())
    with crew_of(Settings(executor="dask", scheduler=scheduler)) as crew:
        assert crew.run(deadly, files, keep=False).outputs["one"].kind == "died"
        assert crew.run(work, files, keep=False).values["h.sum()"].data == 1.5


@pytest.mark.slow
def test_a_scheduler_that_is_not_there_is_one_sentence(course, monkeypatch):
    from aferir.execute import crew as module

    monkeypatch.setattr(module, "_CONNECT_SECONDS", 0.3)
    settings = Settings(executor="dask", scheduler="tcp://127.0.0.1:9")
    with crew_of(settings) as crew, pytest.raises(AferirError, match=r"the Dask scheduler .* does not answer"):
        crew.run(*course, keep=False)
