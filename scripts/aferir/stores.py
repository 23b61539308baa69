"""Where entries are kept from one build to the next: a folder, a folder that several machines share, or an address.

Every entry carries its SHA-256. Several builds may use one place at once, and a place that is full, read-only, damaged
or out of reach costs time, never correctness.
"""

from __future__ import annotations

import contextlib
import hashlib
import threading
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from .errors import AferirError
from .settings import Settings

_DIGEST_SIZE = hashlib.sha256().digest_size

Report = Callable[[str], object]
"""Is told, in one sentence, what an author may want to know."""


class Store(Protocol):
    """Where entries are kept: a :class:`Cache`, or anything else with these two."""

    def get(self, key: str) -> bytes | None:
        """The entry, None when there is none."""

    def put(self, key: str, data: bytes) -> None:
        """Keep an entry, or not."""


class Bucket(Protocol):
    """Files by name (``ab/abcd…``) in one place. Each of the three raises OSError; ``str`` says where the place is."""

    def read(self, name: str) -> bytes:
        """The whole file. Raises FileNotFoundError when there is none."""

    def write(self, name: str, data: bytes) -> None:
        """The whole file or none of it, whoever reads meanwhile."""

    def remove(self, name: str) -> None:
        """Make it gone."""


class Folder:
    """A folder of this machine, or one that it shares with others."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __str__(self) -> str:
        return str(self._folder)

    def read(self, name: str) -> bytes:
        """See :class:`Bucket`."""
        return (self._folder / name).read_bytes()

    def write(self, name: str, data: bytes) -> None:
        """See :class:`Bucket`."""
        place = self._folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        new = place.with_name(f".new-{uuid.uuid4().hex}")
        try:
            new.write_bytes(data)
            new.replace(place)
        except OSError:
            new.unlink(missing_ok=True)
            raise

    def remove(self, name: str) -> None:
        """See :class:`Bucket`."""
        (self._folder / name).unlink(missing_ok=True)


class Remote:
    """A place that fsspec reaches by its address: ``s3://bucket/aferir``, ``file:///srv/aferir``, ``memory://aferir``.

    Raises AferirError when fsspec, or what it needs for such an address, is not installed.
    """

    def __init__(self, url: str) -> None:
        try:
            from fsspec.core import url_to_fs  # noqa: PLC0415 - an optional extra
        except ImportError:
            raise AferirError(f"the shared cache {url} needs fsspec: pip install 'aferir[shared]'") from None
        try:
            self._files, self._root = url_to_fs(url)
        except (ImportError, ValueError) as error:
            raise AferirError(f"the shared cache {url} cannot be used: {error}") from None
        self._url = url

    def __str__(self) -> str:
        return self._url

    def read(self, name: str) -> bytes:
        """See :class:`Bucket`."""
        return bytes(self._asked(self._files.cat_file, self._place(name)))

    def write(self, name: str, data: bytes) -> None:
        """See :class:`Bucket`. Written beside its place and then moved there: what is half written has no name."""
        place = self._place(name)
        folder = place.rpartition("/")[0]
        new = f"{folder}/.new-{uuid.uuid4().hex}"
        self._asked(self._files.makedirs, folder, exist_ok=True)
        try:
            self._asked(self._files.pipe_file, new, data)
            self._asked(self._files.mv, new, place)
        except OSError:
            with contextlib.suppress(OSError):
                self._asked(self._files.rm_file, new)
            raise

    def remove(self, name: str) -> None:
        """See :class:`Bucket`."""
        with contextlib.suppress(FileNotFoundError):
            self._asked(self._files.rm_file, self._place(name))

    def _place(self, name: str) -> str:
        return f"{self._root.rstrip('/')}/{name}"

    def _asked(self, step: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        """What ``step`` gives; whatever a library of one of many services raises becomes an OSError."""
        try:
            return step(*arguments, **named)
        except OSError:
            raise
        except Exception as error:
            raise OSError(0, f"{type(error).__name__}: {error}") from error


class Cache:
    """Entries ``<two digits>/<key>`` in a folder or bucket: a SHA-256, then the data it is of. Safe for several builds.

    ``report`` is told of each damaged entry (which is dropped), and once of a place that cannot be read or written
    (from then on this build does not ask it any more).
    """

    def __init__(self, place: Path | Bucket, report: Report = lambda _note: None) -> None:
        self._bucket: Bucket = Folder(place) if isinstance(place, Path) else place
        self._report = report
        self._lock = threading.Lock()
        self._readable = self._writable = True

    def get(self, key: str) -> bytes | None:
        """The entry of ``key``; None when there is none, or when it is damaged."""
        if not self._readable:
            return None
        try:
            entry = self._bucket.read(_name(key))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            self._give_up_reading(error)
            return None
        digest, data = entry[:_DIGEST_SIZE], entry[_DIGEST_SIZE:]
        if digest == hashlib.sha256(data).digest():
            return data
        self._drop(key)
        return None

    def put(self, key: str, data: bytes) -> None:
        """Keep ``data``: all of it or nothing, whoever reads meanwhile."""
        if not self._writable:
            return
        try:
            self._bucket.write(_name(key), hashlib.sha256(data).digest() + data)
        except OSError as error:
            self._give_up_writing(error)

    def _drop(self, key: str) -> None:
        place = f"{self._bucket}/{_name(key)}"
        self._report(f"{place}: this entry of the cache was damaged; what it held is computed again")
        try:
            self._bucket.remove(_name(key))
        except OSError as error:
            self._give_up_writing(error)

    def _give_up_writing(self, error: OSError) -> None:
        with self._lock:
            first, self._writable = self._writable, False
        if first:
            self._report(f"{self._bucket}: the cache cannot be written ({error.strerror}); this build keeps nothing")

    def _give_up_reading(self, error: OSError) -> None:
        with self._lock:
            first, self._readable = self._readable, False
        if first:
            self._report(f"{self._bucket}: the cache cannot be read ({error.strerror}); this build computes anew")


def _name(key: str) -> str:
    return f"{key[:2]}/{key}"


class NoCache:
    """Keeps nothing."""

    def get(self, key: str) -> bytes | None:  # noqa: ARG002 - a Store
        """Nothing."""
        return None

    def put(self, key: str, data: bytes) -> None:
        """Do nothing."""


class Layered:
    """A store near by, and one farther off that others fill as well: what only that one has is kept near by, too."""

    def __init__(self, near: Store, far: Store) -> None:
        self._near, self._far = near, far

    def get(self, key: str) -> bytes | None:
        """The entry of either."""
        data = self._near.get(key)
        if data is None:
            data = self._far.get(key)
            if data is not None:
                self._near.put(key, data)
        return data

    def put(self, key: str, data: bytes) -> None:
        """Keep an entry in both."""
        self._near.put(key, data)
        self._far.put(key, data)


def store_of(settings: Settings, name: str, report: Report = lambda _note: None) -> Store:
    """The store ``name`` of a build: that of this machine and, where the settings name one, the shared one behind it.

    Raises AferirError when the shared one needs a package that is not there.
    """
    near = Cache(settings.cache_folder / name, report)
    shared = settings.shared_cache_place
    return Layered(near, Cache(_bucket(f"{shared.rstrip('/')}/{name}", settings.root), report)) if shared else near


def _bucket(place: str, root: Path) -> Bucket:
    return Remote(place) if "://" in place else Folder(root / place)
