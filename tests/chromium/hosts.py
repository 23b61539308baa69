"""A host whose folder can be exchanged, whose types can be wrong, and which can be stopped."""

from __future__ import annotations

import contextlib
import http.server
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..hosted import SUB_PATH


@dataclass
class Host:
    """What a static host does with ``folder``: it serves it below /course/, and redirects folders to their slash."""

    folder: Path
    types: Mapping[str, str] = field(default_factory=dict)
    """Ending -> content type, where it differs from what it should be."""
    asked: list[str] = field(default_factory=list)
    server: http.server.ThreadingHTTPServer | None = None

    @property
    def site(self) -> str:
        """The address of the site, with its final slash."""
        assert self.server
        return f"http://127.0.0.1:{self.server.server_port}/{SUB_PATH}/"

    def start(self, port: int = 0) -> None:
        """Serve, at the same port again if it is given."""
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), _handler(self))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Refuse connections from now on."""
        if self.server:
            self.server.shutdown()
            self.server.server_close()
            self.server = None


@contextlib.contextmanager
def hosting(folder: Path, types: Mapping[str, str] | None = None) -> Iterator[Host]:
    """A host that is up."""
    host = Host(folder, types or {})
    host.start()
    yield host
    host.stop()


def _handler(host: Host) -> type[http.server.SimpleHTTPRequestHandler]:
    class Handler(http.server.SimpleHTTPRequestHandler):
        def translate_path(self, path: str) -> str:
            host.asked.append(path)
            self.directory = str(host.folder)
            inside = path.removeprefix(f"/{SUB_PATH}")
            return super().translate_path(inside or "/") if path.startswith(f"/{SUB_PATH}") else str(host.folder / "?")

        def guess_type(self, path: str) -> str:
            ending = str(path).rsplit(".", 1)[-1]
            return host.types.get(ending, super().guess_type(path))

        def end_headers(self) -> None:
            self.send_header("X-Content-Type-Options", "nosniff")
            # Else a browser takes a tenth of a file's age for the time in which it need not ask again.
            self.send_header("Cache-Control", "max-age=0")
            super().end_headers()

        def log_message(self, *arguments: object) -> None:
            """Say nothing."""

    return Handler
