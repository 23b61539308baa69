"""How long a step may take: the time it had, not the time in which other work had the processor.

A process that is ready to run and waits for a processor cannot help it; one that sleeps can. Linux counts the first
(``/proc/<process>/schedstat``), so the limit holds for all the rest: computing, sleeping, waiting for a file or a lock.
On a machine that nobody else uses the two are the same. Elsewhere than on Linux the limit is the clock's.
"""

from __future__ import annotations

import time
from pathlib import Path

MOST = 10
"""How many times its limit a step may take by the clock, however long it waited: it may keep itself waiting."""


class Patience:
    """The limit of one step of a process, of ``seconds`` from now on."""

    def __init__(self, process: int, seconds: float) -> None:
        self._process, self._seconds = process, seconds
        self._began, self._waited = time.monotonic(), waited(process)

    def left(self) -> float:
        """Seconds after which to ask again; 0 or less when there is none left. Asks the system only at the limit."""
        taken = time.monotonic() - self._began
        if taken < self._seconds:
            return self._seconds - taken
        kept_waiting = waited(self._process) - self._waited
        return min(self._seconds + kept_waiting, self._seconds * MOST) - taken

    def words(self) -> str:
        """What was too long: ``longer than 20 s``, and by the clock, where the process waited all that time."""
        if time.monotonic() - self._began < self._seconds * MOST:
            return f"longer than {self._seconds:g} s"
        return f"longer than {self._seconds * MOST:g} s, on a machine too busy to give it {self._seconds:g} s"


def waited(process: int) -> float:
    """Seconds for which the main thread of a process was ready and had no processor; 0.0 where nobody counts them.

    A wait counts once it has ended: so a limit may come early by one turn in the queue, a few milliseconds as a rule.
    """
    try:
        counted = Path(f"/proc/{process}/schedstat").read_text(encoding="ascii").split()
        return int(counted[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0
