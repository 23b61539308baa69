"""A small web server as static hosts are: gzip for text and WebAssembly, ten minutes of cache, and a count of bytes."""

from __future__ import annotations

import contextlib
import functools
import gzip
import hashlib
import http.server
import mimetypes
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm", ".whl": "application/zip"}
LARGE = 100_000  # bytes
PACKED = ("text/", "application/json", "application/wasm", "application/xml", "image/svg+xml", "application/manifest")


@dataclass
class Served:
    """What has been sent since the last `reset`: address -> bytes of the body, as they went over the wire."""

    bodies: list[tuple[str, int]] = field(default_factory=list)

    def reset(self) -> None:
        self.bodies.clear()

    @property
    def bytes(self) -> int:
        return sum(size for _, size in self.bodies)


@dataclass(frozen=True)
class Answer:
    """A file as it is sent."""

    body: bytes
    kind: str
    encoding: str
    tag: str


@functools.cache
def answer(path: Path) -> Answer:
    content = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = gzip.compress(content, 6, mtime=0) if kind.startswith(PACKED) else content
    return Answer(packed, kind, "gzip" if packed is not content else "", hashlib.sha256(content).hexdigest()[:16])


def compress_ahead(folder: Path) -> None:
    """Compress what takes long before anybody asks for it, as hosts have it."""
    for path in folder.rglob("*"):
        if path.is_file() and path.stat().st_size > LARGE:
            answer(path)


class Handler(http.server.BaseHTTPRequestHandler):
    """One connection serves many requests, as browsers expect."""

    protocol_version = "HTTP/1.1"
    folder: Path
    served: Served

    def do_GET(self) -> None:
        path = self.folder / unquote(urlsplit(self.path).path).lstrip("/")
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            return self.answer_with(404, Answer(b"", "text/plain", "", ""))
        found = answer(path)
        return self.answer_with(304 if self.headers.get("If-None-Match") == f'"{found.tag}"' else 200, found)

    def answer_with(self, status: int, found: Answer) -> None:
        body = found.body if status == 200 else b""
        self.served.bodies.append((self.path, len(body)))
        headers = {"Content-Type": found.kind, "Content-Length": str(len(body)), "Cache-Control": "max-age=600"}
        if found.encoding and body:
            headers["Content-Encoding"] = found.encoding
        self.send_response(status)
        for name, value in {**headers, "ETag": f'"{found.tag}"'}.items():
            self.send_header(name, value)
        self.end_headers()
        with contextlib.suppress(ConnectionError):  # a page that is left closes its connections
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Server(http.server.ThreadingHTTPServer):
    """Silent about browsers that hang up."""

    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def serving(folder: Path, port: int = 0) -> Iterator[tuple[str, Served]]:
    """The address at which a folder is served, with its final slash, and what was sent."""
    served = Served()
    handler = type("Own", (Handler,), {"folder": folder, "served": served})
    with Server(("127.0.0.1", port), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", served
        server.shutdown()
