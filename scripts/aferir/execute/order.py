"""In which order a cell wrote to its two streams and showed things, though each stream reaches the engine by itself.

Both streams are cut at the same moments by marks that only this process and the engine know. Between two cuts all of
standard output comes before all of standard error. Exact for whatever Python writes; what C code or a child process
writes keeps its place among the rest of its own stream.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence

MARK_SIZE = 16
NUMBER_SIZE = 4


class Order:
    """Cuts the streams whose ends it is given, output first. A process that a cell forks cuts nothing."""

    def __init__(self, ends: Sequence[int]) -> None:
        self.mark = os.urandom(MARK_SIZE)
        self._ends = ends
        self._owner = os.getpid()
        self._lock = threading.Lock()
        self._number = 0
        self._is_at_errors = False

    def begin(self) -> None:
        """A step begins: neither stream has anything yet."""
        self._is_at_errors = False

    def writing(self, descriptor: int) -> None:
        """Standard output (1) or standard error (2) is about to be written."""
        with self._lock:
            if self._is_at_errors and descriptor == 1:
                self._cut()
            self._is_at_errors = descriptor == 2

    def cut(self) -> int:
        """Cut here. The number of what comes now, on either stream."""
        with self._lock:
            self._is_at_errors = False
            return self._cut()

    def _cut(self) -> int:
        if os.getpid() == self._owner:
            self._number += 1
            for end in self._ends:
                os.write(end, self.mark + self._number.to_bytes(NUMBER_SIZE, "big"))  # short enough to stay whole
        return self._number


def sections(data: bytes, mark: bytes) -> Mapping[int, bytes]:
    """What a stream held between its cuts, by number; before the first cut the number is 0."""
    first, *others = data.split(mark) if mark else (data,)
    found = {0: first}
    for piece in others:
        number = int.from_bytes(piece[:NUMBER_SIZE], "big")
        found[number] = found.get(number, b"") + piece[NUMBER_SIZE:]
    return found


def unmarked(data: bytes, mark: bytes) -> bytes:
    """What was written, without the cuts, also without the beginning of one where the data end."""
    for size in range(MARK_SIZE - 1, 0, -1) if mark else ():
        if data.endswith(mark[:size]):
            data = data[:-size]
            break
    return b"".join(sections(data, mark).values())
