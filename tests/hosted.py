"""A host for a built site, below a sub-path, as static hosts serve it."""

from __future__ import annotations

import contextlib
import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

SUB_PATH = "course"
PLACE = "AFERIR_TEST_SITE"
"""Environment variable: the folder of the one site of a test run and its address, on two lines."""


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        """Say nothing."""

    def copyfile(self, source: object, outputfile: object) -> None:
        """A browser that closes in the middle of an answer is no fault of the host."""
        with contextlib.suppress(ConnectionError):
            super().copyfile(source, outputfile)  # type: ignore[type-var]


@contextlib.contextmanager
def serving(parent: Path) -> Iterator[tuple[Path, str]]:
    """A folder below ``parent`` and the address it is served at, with its final slash."""
    handler = functools.partial(_Quiet, directory=str(parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield parent / SUB_PATH, f"http://127.0.0.1:{server.server_port}/{SUB_PATH}/"
        server.shutdown()
