"""Where a build lays down what is large and not needed yet: a file of its own, out of memory.

The file has no name, so it is gone with the last text in it, however a build ends, and no two builds share one. It lies
where the machine keeps temporary files (``TMPDIR``).
"""

from __future__ import annotations

import errno
import hashlib
import os
import threading
import weakref
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import IO

from .model import Content, Drawing, Failure, Held, Output, Results

_ANY = "surrogatepass"
"""What a cell draws may hold half of a character; who writes it into a file says so."""


class Shelf:
    """Takes texts and gives what reads them again. Safe to use from several threads."""

    def __init__(self) -> None:
        self._file: IO[bytes] | None = None
        self._end = 0
        self._lock = threading.Lock()

    def lay(self, text: str) -> Content:
        """``text``, out of memory; in memory where the disk has no place for it."""
        data = text.encode(errors=_ANY)
        with self._lock:
            start = self._end
            try:
                self._append(data)
            except OSError:
                return Held(text)
            self._end += len(data)
        return Laid(hashlib.sha256(data).digest(), len(data), start, self)

    def _append(self, data: bytes) -> None:
        if not self._file:
            import tempfile  # noqa: PLC0415 - checking one page lays nothing down, and loads little

            self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - closed with the last text in it
            weakref.finalize(self, self._file.close)
        self._file.seek(self._end)
        if self._file.write(data) != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def read(self, start: int, size: int) -> bytes:
        """What was laid down there."""
        assert self._file, "nothing is read that was not laid down"
        with self._lock:
            self._file.seek(start)
            return self._file.read(size)


@dataclass(frozen=True, slots=True)
class Laid:
    """A text on a shelf, which lasts as long as this does. The same text on two shelves is equal."""

    digest: bytes
    size: int
    start: int = field(compare=False, repr=False)
    shelf: Shelf = field(compare=False, repr=False)

    @property
    def text(self) -> str:
        """See :class:`Content`."""
        return self.shelf.read(self.start, self.size).decode(errors=_ANY)


def all_laid(files: Mapping[str, str], shelf: Shelf) -> dict[str, Content]:
    """Texts by their names, each on the shelf."""
    return {name: shelf.lay(text) for name, text in files.items()}


def with_drawings_laid(results: Results, shelf: Shelf) -> Results:
    """The same results, the drawings of figures and of cells on the shelf."""
    outputs = {name: _output(item, shelf) for name, item in results.outputs.items()}
    figures = {name: _drawing(item, shelf) for name, item in results.figures.items()}
    return replace(results, outputs=outputs, figures=figures)


def _drawing(item: Drawing | Failure, shelf: Shelf) -> Drawing | Failure:
    if isinstance(item, Failure):
        return item
    return replace(item, light=shelf.lay(item.light.text), dark=shelf.lay(item.dark.text))


def _output(item: Output | Failure, shelf: Shelf) -> Output | Failure:
    if isinstance(item, Failure) or all(part.kind != "svg" for part in item.parts):
        return item
    parts = (replace(part, content=shelf.lay(part.data)) if part.kind == "svg" else part for part in item.parts)
    return replace(item, parts=tuple(parts))
