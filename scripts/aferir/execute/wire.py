"""How the engine, the warm process and its children talk, and how a child is ended.

Engine and child exchange frames over a socket: four bytes of length, then a JSON record. Engine and warm process
exchange requests of a fixed size, a letter and a number, with the descriptors of a new child beside them; after
``DRAW`` come as many bytes as the number says, and no answer.
"""

from __future__ import annotations

import contextlib
import os
import signal
import struct

LENGTH = struct.Struct("!I")
REQUEST = struct.Struct("!cq")
FORK, REAP, DRAW, DONE = b"f", b"r", b"w", b"d"
STREAMS = 3
"""Descriptors a child is given: the channel, and where its standard output and standard error go."""
NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
"""What cells import is not compiled beside its source: whoever watches that would be woken."""


def kill_group(process: int) -> None:
    """End a child and its process group. Does nothing when they are gone."""
    for end in (os.killpg, os.kill):  # the second reaches a child that has not made its group yet
        with contextlib.suppress(ProcessLookupError, PermissionError):
            end(process, signal.SIGKILL)
