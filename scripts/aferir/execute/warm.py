"""The warm process: NumPy and Matplotlib loaded, one thread, and never a line of a snippet; it forks a child per work.

A child stays a zombie until the engine asks for its end, so its process id cannot be given to another meanwhile. The
engine keeps time and kills; when the engine is gone, however that came about, the warm process ends every child.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import json
import os
import shutil
import socket
import sys
from pathlib import Path

from .sandbox import run_child
from .wire import DONE, FORK, NO_BYTECODE, REAP, REQUEST, STREAMS, kill_group

_CHILD_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of Linux


def main() -> None:
    """``serve CONTROL`` or ``once CHANNEL OUTPUT ERRORS``: descriptors that the engine passed on."""
    kind, *numbers = sys.argv[1:]
    if kind == "serve":
        serve(int(numbers[0]))
        os._exit(0)  # to take apart all that is loaded would keep the build waiting for 25 ms
    else:
        run_child(*map(int, numbers))


def serve(control_number: int) -> None:
    """Answer the engine's requests until it says that it is done, or is gone; then end every child."""
    gc.disable()  # what is loaded stays; a child looks for garbage again
    preload()
    sys.dont_write_bytecode, os.environ[NO_BYTECODE] = True, "1"
    _adopt_orphans()
    children: set[int] = set()
    gone = False
    with socket.socket(fileno=control_number) as control:
        try:
            control.sendall(REQUEST.pack(FORK, os.getpid()))  # "ready"
            while (request := _request(control))[0] != DONE:
                control.sendall(_answer(control, *request, children))
        except ConnectionError:
            gone = True
    for child in children:
        kill_group(child)
    if gone:  # the engine was killed, so nobody else tidies up
        shutil.rmtree(os.environ["TMPDIR"], ignore_errors=True)


def _request(control: socket.socket) -> tuple[bytes, int, list[int]]:
    """The next request: its kind, its number, its descriptors. Raises ConnectionError when the engine is gone."""
    data, descriptors, *_ = socket.recv_fds(control, REQUEST.size, STREAMS)
    if not data:
        raise ConnectionError("the engine is gone")
    return *REQUEST.unpack(data), descriptors


def _answer(control: socket.socket, kind: bytes, number: int, descriptors: list[int], children: set[int]) -> bytes:
    if kind == FORK:
        return REQUEST.pack(FORK, _forked(control, descriptors, children))
    if kind == REAP:
        return REQUEST.pack(REAP, _reaped(number, children))
    _rehearse(json.loads(_received(control, number)))
    return b""


def _received(control: socket.socket, length: int) -> bytes:
    """So many bytes and none of the next request, whose descriptors would be lost. Raises ConnectionError."""
    data = b""
    while len(data) < length:
        more = control.recv(length - len(data))
        if not more:
            raise ConnectionError("the engine is gone")
        data += more
    return data


def _forked(control: socket.socket, descriptors: list[int], children: set[int]) -> int:
    child = os.fork()
    if child == 0:
        gc.enable()
        control.close()
        run_child(*descriptors)
    for descriptor in descriptors:
        os.close(descriptor)
    children.add(child)
    return child


def _reaped(child: int, children: set[int]) -> int:
    """How ``child`` ended (as ``subprocess`` says it). Also ends what it left behind outside its process group."""
    children.discard(child)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    while orphans := _own_children() - children:
        for orphan in orphans:
            kill_group(orphan)
            os.waitpid(orphan, 0)
    return status


def _own_children() -> set[int]:
    """The processes whose parent this one is; empty where the system does not say."""
    try:
        return set(map(int, Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()))
    except OSError:
        return set()


def _adopt_orphans() -> None:
    """Become the parent of descendants that lose theirs (Linux), so that a daemonised one is found and ended."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_CHILD_SUBREAPER, 1, 0, 0, 0)


def preload() -> None:
    """Load what snippets need, and leave the objects to the system's copy-on-write."""
    from .described import described_once  # noqa: PLC0415 - a fresh child loads what it needs

    with described_once():
        from . import figures, rehearsal, snapshot, standins, states  # noqa: PLC0415, F401 - the same

    rehearsal.load()
    standins.prepare()
    snapshot.loaded()
    gc.freeze()


def _rehearse(fonts: list[str]) -> None:
    """Write a formula, so that no child has to read the fonts and build the grammar."""
    from .rehearsal import rehearse  # noqa: PLC0415 - see `preload`

    with contextlib.suppress(Exception):  # the child that has the same trouble says so
        rehearse(fonts)
    gc.freeze()
