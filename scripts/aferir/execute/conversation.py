"""What the engine hears from one child: its answers, what it prints meanwhile, and how it ends."""

from __future__ import annotations

import contextlib
import os
import re
import selectors
import signal
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass

from ..model import Failure
from ..printed import CUT, LONGEST
from ..records import Record, decoded, encoded
from .order import sections, unmarked
from .patience import Patience
from .processes import START_SECONDS, Launcher
from .wire import LENGTH, kill_group

_DUMP_SECONDS = 0.5
_CHUNK = 65_536
_NOT_THE_AUTHORS = re.compile(r'  File "|Extension modules:')


@contextlib.contextmanager
def conversation(launcher: Launcher, request: Record, path: str) -> Iterator[Conversation]:
    """A child that was sent ``request``. When the block ends, however it ends, so do the child and all it started."""
    with contextlib.ExitStack() as mine:
        with contextlib.ExitStack() as theirs:
            channel, far = (mine.enter_context(end) for end in socket.socketpair())
            theirs.callback(far.close)
            printed, errors = (_pipe(mine, theirs) for _ in range(2))
            process = launcher.launch((far.fileno(), printed[1], errors[1]))
        ends = Ends(channel, Stream(printed[0]), Stream(errors[0]))
        talk = Conversation(launcher, process, ends, path)
        mine.callback(talk.end)
        talk.say(request)
        yield talk


def _pipe(mine: contextlib.ExitStack, theirs: contextlib.ExitStack) -> tuple[int, int]:
    near, far = os.pipe()
    mine.callback(os.close, near)
    theirs.callback(os.close, far)
    os.set_blocking(near, False)
    return near, far


class Stream:
    """One end of a pipe: what has come out of it since it was last taken, up to a limit."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.mark = b""
        """What cuts it, as soon as the child has said so: see ``order``."""
        self._kept = bytearray()
        self._cut = False

    def read(self) -> bool:
        """Keep what is there now. False when no more can come. Raises BlockingIOError when nothing is there yet."""
        data = os.read(self.descriptor, _CHUNK)
        room = LONGEST - len(self._kept)
        self._kept += data[:room]
        self._cut |= len(data) > room
        return bool(data)

    def drain(self) -> None:
        """Keep all that was written before now."""
        with contextlib.suppress(BlockingIOError):
            while self.read():
                pass

    def text(self) -> str:
        """What is kept, as text."""
        return unmarked(bytes(self._kept), self.mark).decode("utf-8", "replace") + (CUT if self._cut else "")

    def taken(self) -> dict[int, str]:
        """What is kept, as text by the number of its cut; from then on it starts empty."""
        found = sections(bytes(self._kept), self.mark)
        texts = {number: data.decode("utf-8", "replace") for number, data in found.items()}
        if self._cut:
            texts[max(texts)] += CUT
        self._kept.clear()
        self._cut = False
        return texts


@dataclass(frozen=True, slots=True)
class Ends:
    """The engine's ends of what a child was given."""

    channel: socket.socket
    printed: Stream
    errors: Stream


class Conversation:
    """One child. ``answer`` waits for its next frame; after a time-out or its death ``over`` is true."""

    def __init__(self, launcher: Launcher, process: int, ends: Ends, path: str) -> None:
        self.printed, self.errors, self.over = ends.printed, ends.errors, False
        self._launcher, self._process, self._channel, self._path = launcher, process, ends.channel, path
        self._frames = bytearray()
        self._status: int | None = None
        self._channel.settimeout(START_SECONDS)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._channel, selectors.EVENT_READ)
        for stream in (self.printed, self.errors):
            self._selector.register(stream.descriptor, selectors.EVENT_READ, stream)

    def say(self, record: Record) -> None:
        """Send a record; a child that is no longer there is noticed by the next ``answer``."""
        data = encoded(record)
        with contextlib.suppress(OSError):
            self._channel.sendall(LENGTH.pack(len(data)) + data)

    def answer(self, seconds: float, line: int = 0) -> Record | Failure:
        """The child's next record, or why there is none: ``timeout`` (it is killed) or ``died``.

        All that was printed until then is in ``printed`` and ``errors``. ``line`` is where the step begins, for a
        failure that does not say where it happened.
        """
        patience = Patience(self._process, seconds)
        try:
            record = self._next_record(patience)
        except TimeoutError:
            said = patience.words()
            self._ask_for_line()
            failure = Failure("timeout", f"TimeoutError: {said}", self._line() or line)
        except EOFError:
            self._drain()
            failure = Failure("died", _end_in_words(self.end()), self._line() or line, self._last_words())
        else:
            self._drain()
            return record
        self.over = True
        self.end()
        return failure

    def end(self) -> int | None:
        """Kill the child with all it started, if that has not happened; its exit status, None when nobody knows."""
        if self._process:
            self._selector.close()
            kill_group(self._process)
            with contextlib.suppress(OSError):  # the warm process is gone: so is its zombie
                self._status = self._launcher.reap(self._process)
            self._process = 0
        return self._status

    def _next_record(self, patience: Patience) -> Record:
        while (record := self._whole_record()) is None:
            self._hear(patience)
        return record

    def _hear(self, patience: Patience) -> None:
        left = patience.left()
        if left <= 0:
            raise TimeoutError
        for key, _ in self._selector.select(left):
            if key.data is None:
                self._hear_channel()
            elif not key.data.read():
                self._selector.unregister(key.fileobj)

    def _hear_channel(self) -> None:
        try:
            data = self._channel.recv(_CHUNK)
        except ConnectionError:
            data = b""
        if not data:
            raise EOFError
        self._frames += data

    def _whole_record(self) -> Record | None:
        if len(self._frames) < LENGTH.size:
            return None
        end = LENGTH.size + LENGTH.unpack_from(self._frames)[0]
        if len(self._frames) < end:
            return None
        record = decoded(bytes(self._frames[LENGTH.size : end]))
        del self._frames[:end]
        return record

    def _drain(self) -> None:
        # What a step printed was written before its frame was sent: so it is all in the pipes by now.
        self.printed.drain()
        self.errors.drain()

    def _ask_for_line(self) -> None:
        """Have the child dump the line it is at, C code and ``except BaseException`` notwithstanding."""
        self._drain()
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._process, signal.SIGUSR1)
        deadline = time.monotonic() + _DUMP_SECONDS
        while not self._line() and time.monotonic() < deadline:
            time.sleep(0.01)
            self.errors.drain()

    def _line(self) -> int:
        """The author's line in the last dump of ``faulthandler``, innermost first; 0 when there is none."""
        _, _, dump = self.errors.text().rpartition("(most recent call first)")
        found = re.search(rf'File "{re.escape(self._path)}", line (\d+)', dump)
        return int(found[1]) if found else 0

    def _last_words(self) -> str:
        """What went to standard error, without the lines of a dump that are not the author's."""
        lines = self.errors.text().splitlines()
        return "\n".join(line for line in lines if not _NOT_THE_AUTHORS.match(line) or self._path in line).strip()


def _end_in_words(status: int | None) -> str:
    if status is None:
        return "for a reason that nobody can tell"
    if status >= 0:
        return f"exit status {status}"
    try:
        return f"signal {signal.Signals(-status).name}"
    except ValueError:
        return f"signal {-status}"
