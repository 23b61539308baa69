"""The child that runs one work: its limits, its streams, its steps.

It answers each step (cell, expression, figure) with one frame, in the order of the work, and waits after each cell
until the engine has taken what it printed. After the cells it keeps a snapshot, or it starts from one; at the end it
says whether expressions and figures left the namespace as it was. It keeps no time: the engine does, and kills.
"""

from __future__ import annotations

import builtins
import contextlib
import ctypes
import faulthandler
import io
import os
import re
import signal
import socket
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

from ..interpreter import Problem, problem_of, remember_lines, run_cell, start_lesson
from ..model import Cell, Drawing, Failure, Value, Work
from ..plain import plain_value
from ..records import (
    Record,
    decoded,
    drawing_record,
    encoded,
    explorable_record,
    failure_record,
    table_record,
    value_record,
    work_of,
)
from .halfway import notes_taken, with_notes
from .order import Order
from .shown import Shown
from .tables import table
from .wire import LENGTH
from .writing import writing_of

if TYPE_CHECKING:
    from .asking import Code
    from .snapshot import Before

_WORD = re.compile(r"[^\W\d]\w*")
NO_INPUT = "input() has nobody to ask, since lessons run without a keyboard: give the value, for example x = 3"


def run_child(channel_number: int, output: int, errors: int) -> NoReturn:
    """Do one work and end the process. Its first frame is the work, its answers are one frame per step."""
    try:
        os.setsid()
        channel = Channel(socket.socket(fileno=channel_number))
        capture = Capture(output, errors)
        _dump_lines_to(errors)
        with capture.running():
            _do(channel, capture)
        os._exit(0)
    except BaseException:  # noqa: BLE001 - nothing may come back to the warm process, whose copy this is
        traceback.print_exc()
        os._exit(1)


class Channel:
    """The child's end: frames in and out. Only the process that opened it may speak."""

    def __init__(self, connection: socket.socket) -> None:
        self._stream = connection.makefile("rwb")
        self._owner = os.getpid()
        connection.set_inheritable(False)

    def receive(self) -> Record:
        """The next record. Raises EOFError when the engine is gone."""
        head = self._stream.read(LENGTH.size)
        if len(head) < LENGTH.size:
            raise EOFError
        return decoded(self._stream.read(*LENGTH.unpack(head)))

    def send(self, record: Record) -> None:
        """Send a record. A process that a cell forked and that came back here ends instead."""
        if os.getpid() != self._owner:
            os._exit(0)
        data = encoded(record)
        self._stream.write(LENGTH.pack(len(data)) + data)
        self._stream.flush()


class Capture:
    """Standard output and error of the cells, caught at the descriptors: Python's, C's and child processes' alike."""

    def __init__(self, output: int, errors: int) -> None:
        os.set_inheritable(output, False)
        os.set_inheritable(errors, False)
        self._ends = {1: output, 2: errors}
        self.order = Order((output, errors))
        self._library = _c_library()

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """A step during which everything printed goes to the engine, in the order in which it is written.

        Set up anew for each step, since a cell may have closed or replaced the streams.
        """
        for descriptor, end in self._ends.items():
            os.dup2(end, descriptor, inheritable=True)
        self.order.begin()
        sys.stdout = sys.__stdout__ = _unbuffered(1, self.order)  # type: ignore[misc]
        sys.stderr = sys.__stderr__ = _unbuffered(2, self.order)  # type: ignore[misc]
        try:
            yield
        finally:
            with contextlib.suppress(OSError, ValueError, AttributeError):
                sys.stdout.flush()  # may be an object of the cell's own
            if self._library:
                self._library.fflush(None)


def _unbuffered(descriptor: int, order: Order) -> io.TextIOWrapper:
    return io.TextIOWrapper(_Ordered(descriptor, order), "utf-8", "backslashreplace", write_through=True)


class _Ordered(io.FileIO):
    """A standard stream that says when it writes, before it does."""

    def __init__(self, descriptor: int, order: Order) -> None:
        super().__init__(descriptor, "w", closefd=False)
        self._order = order

    def write(self, data: Any) -> int:
        self._order.writing(self.fileno())
        return super().write(data)


def _c_library() -> ctypes.CDLL | None:
    """The C library, its own standard output no longer buffered, so that its lines come where they belong."""
    try:
        library = ctypes.CDLL(None)
        library.setvbuf(ctypes.c_void_p.in_dll(library, "stdout"), None, 2, 0)  # 2 is _IONBF
    except (OSError, ValueError, AttributeError, TypeError):
        return None
    return library


def _dump_lines_to(errors: int) -> None:
    """Say on standard error which line was running when the process crashes, or when the engine asks (SIGUSR1)."""
    faulthandler.enable(file=errors, all_threads=False)
    faulthandler.register(signal.SIGUSR1, file=errors, all_threads=False, chain=False)


def _do(channel: Channel, capture: Capture) -> None:
    request = channel.receive()
    work = work_of(request["work"])
    _confine(request["folder"], work.memory_megabytes)
    _set_paths(work)
    namespace = _main_module(work.language)
    halves = notes_taken()  # before anything is compared with what the cells found
    channel.send({"mark": capture.order.mark.hex()})
    if request.get("resume"):
        kept = _resumed(channel, capture, namespace, work, Path(request["resume"]))
    else:
        keep = Path(request["keep"]) if request.get("keep") else None
        kept = _cells_ran(Stage(channel, capture, namespace, work, halves, Shown(capture.order, work, halves)), keep)
    if kept is None:
        return
    _evaluate(channel, capture, namespace, work)
    _draw(channel, capture, namespace, work)
    _tabulate(channel, capture, namespace, work)
    _explore(channel, capture, namespace, work)
    with capture.running():
        channel.send({"untouched": _steps(work) < 2 or not kept or _snapshot(namespace, work) == kept})


def _steps(work: Work) -> int:
    """How many steps follow the cells, each of which might change what another one sees."""
    return sum(map(len, (work.expressions, work.figures, work.tables, work.states)))


def _confine(folder: str, megabytes: int) -> None:
    """Keep the process to its folder, its memory and no keyboard."""
    os.chdir(folder)
    os.environ.update(HOME=folder, TMPDIR=folder)
    tempfile.tempdir = None
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0, inheritable=True)
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.FileIO(0, "r", closefd=False))  # type: ignore[misc]
    builtins.input = _no_input
    _limit("RLIMIT_CORE", 0)
    _limit("RLIMIT_AS", megabytes * 1024 * 1024)


def _limit(name: str, amount: int) -> None:
    import resource  # noqa: PLC0415 - not on every system

    with contextlib.suppress(ValueError, OSError):  # macOS refuses some
        resource.setrlimit(getattr(resource, name), (amount, amount))


def _no_input(_prompt: object = "") -> NoReturn:
    raise RuntimeError(NO_INPUT)


def _set_paths(work: Work) -> None:
    """The course's modules first, the generator not at all: snippets never import it."""
    package_root = str(Path(__file__).parent.parent.parent)
    inherited = os.environ.pop("PYTHONPATH", "")
    sys.path[:] = [work.import_folder, *(path for path in sys.path if path != package_root or path != inherited)]
    sys.argv = [work.path]
    sys.dont_write_bytecode = True  # a build that writes beside the sources would wake the one that watches them


def _main_module(language: str) -> dict[str, object]:
    """The namespace of the lesson, as that of the program: so pickling and dataclasses find the classes of cells."""
    module = ModuleType("__main__")
    module.__dict__.update(start_lesson(language))
    sys.modules["__main__"] = module
    return module.__dict__


# ── The namespace kept, and taken up again ───────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Stage:
    """Where the cells of a work run: ``halves`` fills with the half-way values that they print."""

    channel: Channel
    capture: Capture
    namespace: dict[str, object]
    work: Work
    halves: dict[str, str]
    shown: Shown


def _cells_ran(stage: Stage, keep: Path | None) -> bytes | None:
    """None when a cell failed; else the snapshot after the cells, written to ``keep``, empty when none can be had."""
    start = _before() if keep else None
    if not all(_cell_ran(stage, cell) for cell in stage.work.cells):
        return None
    if not keep:
        return b""
    with stage.capture.running():
        kept = _snapshot(stage.namespace, stage.work, start)
        keep.write_bytes(kept)
        stage.channel.send({"kept": bool(kept)})
    return kept


def _resumed(channel: Channel, capture: Capture, namespace: dict[str, object], work: Work, path: Path) -> bytes | None:
    """None when the snapshot in ``path`` cannot be loaded; else what to compare with (empty for a single step)."""
    from .snapshot import restore  # noqa: PLC0415 - see `_snapshot`

    for cell in work.cells:
        remember_lines(cell.source, work.path, cell.line)
    with capture.running():
        try:
            restore(path.read_bytes(), namespace)
        except Exception:  # noqa: BLE001 - any object of a lesson may refuse, in its own way: then the cells run again
            channel.send({"restored": False})
            return None
        channel.send({"restored": True})
        return _snapshot(namespace, work) if _steps(work) > 1 else b""


def _before() -> Before:
    from .snapshot import before  # noqa: PLC0415 - see `_snapshot`

    return before()


def _snapshot(namespace: dict[str, object], work: Work, start: Before | None = None) -> bytes:
    from .snapshot import taken  # noqa: PLC0415 - loads cloudpickle, which a work without a cache never needs

    return taken(namespace, work.import_folder, start) or b""


# ── Its steps ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _cell_ran(stage: Stage, cell: Cell) -> bool:
    stage.halves.clear()
    shown = stage.shown.of(cell)
    with stage.capture.running():
        problem = run_cell(
            cell.source, stage.namespace, stage.work.path, cell.line, show=shown.value, rewrite=with_notes
        ) or shown.left_open(cell.line)
    failure = {"failure": failure_record(failure_of_problem(problem, stage.work))} if problem else {}
    stage.channel.send(failure or {"halves": dict(stage.halves), "shown": shown.records})
    if problem is None:
        stage.channel.receive()  # the engine has what this cell printed; what comes now belongs to the next
    return problem is None


def _evaluate(channel: Channel, capture: Capture, namespace: dict[str, object], work: Work) -> None:
    if not work.expressions:
        return
    names = namespace | {"__builtins__": _numpy_names(work.expressions) | vars(builtins)}
    with capture.running():
        for expression in work.expressions:
            channel.send(_attempted(lambda: {"value": value_record(_value(expression, names))}, work))  # noqa: B023


def _value(expression: str, names: dict[str, object]) -> Value:
    return plain_value(eval(compile(expression.strip(), "<expression>", "eval"), names))  # noqa: S307


def _numpy_names(expressions: Iterable[str]) -> dict[str, object]:
    """NumPy's public names among the words of expressions: ``allclose(A, B)`` without ``np.``.

    All of them would load parts of NumPy that hardly any lesson uses, which takes longer than the lesson.
    """
    import numpy as np  # noqa: PLC0415 - loaded where it is needed, as in a course without NumPy

    words = {word for expression in expressions for word in _WORD.findall(expression)}
    return {name: getattr(np, name) for name in words.intersection(np.__all__)}


def _draw(channel: Channel, capture: Capture, namespace: dict[str, object], work: Work) -> None:
    if not work.figures:
        return
    from .asking import code_of  # noqa: PLC0415 - loads Matplotlib

    with capture.running():
        code = code_of(work)
        for name in work.figures:
            drawn = _attempted(lambda: {"figure": drawing_record(_drawing(name, namespace, work, code))}, work)  # noqa: B023
            channel.send(drawn)


def _drawing(name: str, namespace: dict[str, object], work: Work, code: Code) -> Drawing:
    from .figures import drawing  # noqa: PLC0415 - loads Matplotlib

    draw = namespace[f"figure_{name}"]
    return drawing(name, draw, writing_of(work), work.fonts, code)  # type: ignore[arg-type]


def _tabulate(channel: Channel, capture: Capture, namespace: dict[str, object], work: Work) -> None:
    with capture.running():
        for name in work.tables:
            make = namespace[f"table_{name}"]
            made = _attempted(lambda: {"table": table_record(table(name, make, writing_of(work)))}, work)  # type: ignore[arg-type] # noqa: B023
            channel.send(made)


def _explore(channel: Channel, capture: Capture, namespace: dict[str, object], work: Work) -> None:
    if not work.states:
        return
    from .states import explorable  # noqa: PLC0415 - loads NumPy

    with capture.running():
        for name in work.states:
            make = namespace[f"states_{name}"]
            made = _attempted(
                lambda: {"explorable": explorable_record(explorable(name, make, writing_of(work)))},  # type: ignore[arg-type] # noqa: B023
                work,
            )
            channel.send(made)


def _attempted(step: Callable[[], Record], work: Work) -> Record:
    try:
        return step()
    except BaseException as error:  # noqa: BLE001 - whatever the snippet raises is its author's to read
        return {"failure": failure_record(failure_of_problem(problem_of("raised", error, work.path, 0), work))}


def failure_of_problem(problem: Problem, work: Work) -> Failure:
    """A problem as the model says it: running out of memory is a kind of its own, an exit is something raised."""
    message = f"{problem.type}: {problem.message}" if problem.message else problem.type
    if problem.type.endswith("MemoryError"):  # NumPy has its own
        limit = f"{message} (a lesson may use {work.memory_megabytes} MiB)"
        return Failure("memory", limit, problem.line, problem.traceback)
    kind = "syntax" if problem.kind == "syntax" else "raised"
    return Failure(kind, message, problem.line, problem.traceback)
