"""Starting and ending the processes that run snippets: one warm process that forks, or a fresh one for each work."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from ..errors import AferirError
from .wire import DONE, DRAW, FORK, NO_BYTECODE, REAP, REQUEST

START_SECONDS = 60.0
"""How long a process may take until it is ready for the first cell."""

_REHEARSED_FOR = 6
"""Which child that draws is the first after the rehearsal: for fewer that takes longer than it saves."""
_ENVIRONMENT = {
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "PYTHONHASHSEED": "0",
    NO_BYTECODE: "1",
    "PYTHONUTF8": "1",
    "MPLBACKEND": "module://aferir.execute.canvas",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "VECLIB_MAXIMUM_THREADS": "1",
}
_INHERITED = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT")
_COMMAND = "from aferir.execute.warm import main; main()"


class Launcher(Protocol):
    """Starts children and says how they ended. A child exists, if only as a zombie, until it is reaped."""

    def launch(self, streams: Sequence[int]) -> int:
        """Start a child with the channel, standard output and standard error; its process id."""

    def will_draw(self, fonts: Sequence[str]) -> None:
        """The next child draws, in these fonts."""

    def reap(self, process: int) -> int:
        """The exit status of a child that has ended or been killed; minus the signal that killed it."""


class GoneError(AferirError):
    """Raised when the warm process ended, which only a snippet can have brought about: start another."""


class Warm:
    """The process that forks, started and then waited for. One request at a time: each takes a millisecond or two."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._lock = threading.Lock()
        self._gone = False
        self._drawing = 0
        self._control, theirs = socket.socketpair()
        with theirs:
            self._log = Path(environment["TMPDIR"], "warm.log")
            with self._log.open("wb") as errors:
                self._process = _started(environment, "serve", [theirs.fileno()], errors.fileno())
        self._control.settimeout(START_SECONDS)

    def wait(self) -> None:
        """Until it is ready. Raises AferirError with its last words when it will not be."""
        try:
            self._answer()
        except OSError as error:
            self._gone = True
            words = self._log.read_text(errors="replace").split("\n")
            raise AferirError(
                f"the process that runs snippets did not start: {words[-2] if len(words) > 1 else 'no reason given'}"
            ) from error

    def alive(self) -> bool:
        """Whether it still answers."""
        return not self._gone and self._process.poll() is None

    def launch(self, streams: Sequence[int]) -> int:
        """Have it fork. Raises GoneError."""
        try:
            with self._lock:
                socket.send_fds(self._control, [REQUEST.pack(FORK, 0)], list(streams))
                return self._answer()
        except OSError as error:
            self._gone = True
            raise GoneError("the process that runs snippets ended") from error

    def will_draw(self, fonts: Sequence[str]) -> None:
        """Have it rehearse once several children draw."""
        data = json.dumps(list(fonts)).encode()
        with self._lock, contextlib.suppress(OSError):  # whoever launches next hears that it is gone
            self._drawing += 1
            if self._drawing == _REHEARSED_FOR:
                self._control.sendall(REQUEST.pack(DRAW, len(data)) + data)

    def reap(self, process: int) -> int:
        """Have it wait for a child. Raises OSError when it is gone."""
        with self._lock:
            self._control.sendall(REQUEST.pack(REAP, process))
            return self._answer()

    def close(self) -> None:
        """Let it end its children and itself."""
        with self._lock, contextlib.suppress(OSError):
            self._control.sendall(REQUEST.pack(DONE, 0))
        self._control.close()
        try:
            self._process.wait(START_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _answer(self) -> int:
        data = b""
        while len(data) < REQUEST.size:
            more = self._control.recv(REQUEST.size - len(data))
            if not more:
                raise ConnectionError("the warm process is gone")
            data += more
        return int(REQUEST.unpack(data)[1])


class Fresh:
    """A new Python for each work."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment
        self._started: dict[int, subprocess.Popen[bytes]] = {}

    def launch(self, streams: Sequence[int]) -> int:
        """Start a Python."""
        process = _started(self._environment, "once", streams, streams[-1])
        self._started[process.pid] = process
        return process.pid

    def will_draw(self, fonts: Sequence[str]) -> None:
        """Nothing to do ahead."""

    def reap(self, process: int) -> int:
        """Wait for it."""
        return self._started.pop(process).wait()


def _started(
    environment: dict[str, str], kind: str, descriptors: Sequence[int], errors: int
) -> subprocess.Popen[bytes]:
    """A Python in ``warm.main``. The warm one has its own session: Ctrl-C reaches only the engine, which ends it.

    It may keep the bytecode of what it loads before it forks if this process may: some installers leave that to us.
    """
    if os.name != "posix":
        raise AferirError("lessons run on Linux, macOS and the Windows Subsystem for Linux, not on Windows itself")
    if kind == "serve" and not sys.dont_write_bytecode:
        environment = {name: value for name, value in environment.items() if name != NO_BYTECODE}
    return subprocess.Popen(  # noqa: S603 - this very Python
        [sys.executable, "-P", "-c", _COMMAND, kind, *map(str, descriptors)],
        env=environment,
        pass_fds=descriptors,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=errors,
        start_new_session=kind == "serve",
    )


def environment_in(folder: Path | None, temporary: Path) -> dict[str, str]:
    """The whole environment of the processes: nothing of the machine's but where its programs and libraries are."""
    inherited = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    package_root = str(Path(__file__).parent.parent.parent)
    own = {"PYTHONPATH": package_root, "HOME": str(temporary), "TMPDIR": str(temporary)}
    return inherited | _ENVIRONMENT | own | {"MPLCONFIGDIR": str(_matplotlib_folder(folder, temporary))}


def _matplotlib_folder(folder: Path | None, temporary: Path) -> Path:
    if folder is None:
        return temporary
    kept = folder / "matplotlib"
    try:
        kept.mkdir(parents=True, exist_ok=True)
    except OSError:
        return temporary
    return kept if os.access(kept, os.W_OK) else temporary
