"""Who runs the works of a course: the engine of this machine, or any ``concurrent.futures.Executor``, such as Dask's.

What an executor is given is a ``Task`` and the function ``done``: the unit of work, pure and whole. A task holds the
text of every module its cells import and the fonts its figures use, so a worker needs no folder of ours, only the same
versions. It runs the task by an engine of its own (subprocesses: Dask's workers refuse those of ``multiprocessing``).
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import os
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from ..cache import versions
from ..errors import AferirError
from ..model import Results, Work
from ..settings import Settings
from .engine import Engine

LARGEST_SENT = 8 * 2**20
"""Bytes of a snapshot that is worth sending; for a larger one the cells run again where the worker is."""

_CONNECT_SECONDS = 15
_FONTS = ".fonts"  # no module of a course has such a name


class Crew(Protocol):
    """Runs works, several at once. ``width``: how many it can have in hand."""

    width: int

    def run(self, work: Work, files: Sequence[Path], *, keep: bool) -> Results:
        """As ``Engine.run``. ``files``: the snippet and what it imports of the course."""

    def resume(self, work: Work, files: Sequence[Path], snapshot: bytes) -> Results | None:
        """As ``Engine.resume``."""


class Here:
    """The engine of this machine: a lesson per processor, and one that is begun or put away meanwhile."""

    width = (os.cpu_count() or 1) + 1

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def run(self, work: Work, files: Sequence[Path], *, keep: bool) -> Results:  # noqa: ARG002 - a Crew
        """See :class:`Crew`."""
        return self._engine.run(work, keep=keep)

    def resume(self, work: Work, files: Sequence[Path], snapshot: bytes) -> Results | None:  # noqa: ARG002 - a Crew
        """See :class:`Crew`."""
        return self._engine.resume(work, snapshot)


class Elsewhere:
    """Any executor, which ``start`` gives when the first task comes: a build that runs nothing asks nobody."""

    width = 64

    def __init__(self, start: Callable[[], Executor]) -> None:
        self._start = start
        self._executor: Executor | None = None
        self._lock = threading.Lock()

    def run(self, work: Work, files: Sequence[Path], *, keep: bool) -> Results:
        """See :class:`Crew`."""
        results = self._done(task_of(work, files, keep=keep))
        assert results is not None
        return results

    def resume(self, work: Work, files: Sequence[Path], snapshot: bytes) -> Results | None:
        """See :class:`Crew`."""
        return self._done(task_of(work, files, snapshot=snapshot)) if len(snapshot) <= LARGEST_SENT else None

    def _done(self, task: Task) -> Results | None:
        with self._lock:
            self._executor = self._executor or self._start()
        try:
            return self._executor.submit(done, task).result()
        except AferirError:
            raise
        except Exception as error:
            raise AferirError(f"{task.work.path}: its executor failed: {type(error).__name__}: {error}") from error


@contextlib.contextmanager
def crew_of(settings: Settings, meanwhile: Callable[[], object] = lambda: None) -> Iterator[Crew]:
    """Who runs the works of a build, until the block ends. Raises AferirError for settings that name nobody.

    ``meanwhile`` is called once if a process starts on this machine, and while it does.
    """
    if settings.executor == "threads":
        with Engine(settings.cache_folder, meanwhile=meanwhile) as engine:
            yield Here(engine)
    elif settings.executor == "dask" and settings.scheduler:
        with contextlib.ExitStack() as stack:
            yield Elsewhere(lambda: stack.enter_context(_dask(settings.scheduler)))
    elif settings.executor == "dask":
        raise AferirError("mkdocs.yml: aferir.executor dask needs aferir.scheduler; example: tcp://10.0.0.5:8786")
    else:
        raise AferirError(
            f"mkdocs.yml: aferir.executor needs threads or dask, got {settings.executor!r}; example: threads"
        )


@contextlib.contextmanager
def _dask(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client  # noqa: PLC0415 - an optional extra
    except ImportError:
        raise AferirError("aferir.executor dask needs distributed: pip install 'aferir[dask]'") from None
    try:
        client = Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise AferirError(f"the Dask scheduler {address} does not answer: {error}") from None
    with client:
        yield client.get_executor(pure=False)


# ── The unit of work ─────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Task:
    """A work with all it needs. ``files`` are by path below the course's folder, fonts among them.

    With a ``snapshot`` no cell runs; with ``keep`` one is made. ``versions`` must be those of whoever runs it.
    """

    work: Work
    files: Mapping[str, bytes]
    versions: Mapping[str, str]
    keep: bool = False
    snapshot: bytes = b""


def task_of(work: Work, files: Sequence[Path], *, keep: bool = False, snapshot: bytes = b"") -> Task:
    """The task of a work whose cells can import ``files``, which lie below ``work.import_folder``."""
    root = Path(work.import_folder)
    texts = {path.resolve().relative_to(root).as_posix(): path.read_bytes() for path in files}
    fonts = {f"{_FONTS}/{number}/{Path(font).name}": Path(font).read_bytes() for number, font in enumerate(work.fonts)}
    bare = replace(work, import_folder="", fonts=tuple(fonts))
    return Task(bare, texts | fonts, dict(versions()), keep, snapshot)


def done(task: Task) -> Results | None:
    """The results of a task, wherever Aferir is installed; None for a snapshot that cannot be read there.

    Raises AferirError when the versions here are others: the results would not be those of the machine that asks.
    """
    others = {name: here for name, here in versions().items() if task.versions.get(name) != here}
    if others:
        here = ", ".join(f"{name} {version[:12]}" for name, version in others.items())
        raise AferirError(f"a worker has other versions than this machine: {here}; install the same on both")
    with tempfile.TemporaryDirectory(prefix="aferir-task-", ignore_cleanup_errors=True) as folder:
        for name, data in task.files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        fonts = tuple(str(Path(folder, name)) for name in task.work.fonts)
        work = replace(task.work, import_folder=folder, fonts=fonts)
        return _engine().resume(work, task.snapshot) if task.snapshot else _engine().run(work, keep=task.keep)


@functools.cache
def _engine() -> Engine:
    """One per process of a worker. It knows no course: what it keeps warm is NumPy and Matplotlib."""
    engine = Engine()
    atexit.register(engine.__exit__, None, None, None)
    return engine
