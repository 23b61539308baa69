"""The third-party files by name, and the verified store that keeps them: ``<cache>/files/<sha256>/<file>``.

``thirdparty.toml`` decides; nothing that it does not name, or whose sha256 differs, is ever used.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import AferirError

_LIST = Path(__file__).parent / "thirdparty.toml"


@dataclass(frozen=True, slots=True)
class ThirdPartyFile:
    """One file from elsewhere. ``source`` is ``npm``, ``pypi`` or ``pyodide``; ``file`` is its name in a folder."""

    name: str
    version: str
    file: str
    source: str
    sha256: str
    licence: str
    purpose: str

    def __str__(self) -> str:
        return f"{self.file}  ({self.name} {self.version}, sha256 {self.sha256})"


@dataclass(frozen=True, slots=True)
class Carrier:
    """A wheel of the package index that holds Pyodide's wheels in ``folder``."""

    name: str
    version: str
    file: str
    folder: str


@dataclass(frozen=True, slots=True)
class ThirdParty:
    """The whole list: the files, the address of Pyodide's own distribution, and the carrier asked after it."""

    files: tuple[ThirdPartyFile, ...]
    distribution: str
    carrier: Carrier

    def of(self, source: str) -> tuple[ThirdPartyFile, ...]:
        """The files of one source, in the order of the list."""
        return tuple(item for item in self.files if item.source == source)

    def named(self, name: str, source: str = "npm") -> ThirdPartyFile:
        """The file of that name, as in ``named("katex")``. Raises KeyError for a name that is not in the list."""
        return {item.name: item for item in self.of(source)}[name]


def third_party(path: Path = _LIST) -> ThirdParty:
    """The list that ``path`` holds."""
    content: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    files = tuple(ThirdPartyFile(**entry) for entry in content["file"])
    return ThirdParty(files, content["distribution"]["address"], Carrier(**content["carrier"]))


def sha256_of(path: Path) -> str:
    """The sha256 of a file's bytes, in hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def cache_folder(folder: Path, cache: Path) -> Path:
    """``folder`` of the cache, made if it is not there. Raises AferirError when it cannot be made or written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise AferirError(
            f"the cache folder {cache} cannot be used: {error.strerror}; "
            "set AFERIR_CACHE to a folder that can be written, for example AFERIR_CACHE=~/.cache/aferir"
        ) from None
    return folder


def cached(cache: Path, item: ThirdPartyFile) -> Path:
    """Where a verified copy of ``item`` lies, or will lie."""
    return cache / "files" / item.sha256 / item.file


def is_cached(cache: Path, item: ThirdPartyFile) -> bool:
    """Whether the copy in the cache is there and whole. A damaged one counts as absent and is fetched anew."""
    path = cached(cache, item)
    return path.is_file() and sha256_of(path) == item.sha256


def missing_files(cache: Path, files: Iterable[ThirdPartyFile]) -> tuple[ThirdPartyFile, ...]:
    """Those of ``files`` that the cache does not hold whole."""
    return tuple(item for item in files if not is_cached(cache, item))


def admit(cache: Path, item: ThirdPartyFile, path: Path) -> Path:
    """Take ``path`` into the cache as ``item``, and return where it lies there.

    Raises AferirError when its sha256 is not the listed one: the file is refused, whoever it came from.
    """
    got = sha256_of(path)
    if got != item.sha256:
        raise AferirError(
            f"{item.file} is refused: its sha256 is not the one of {item.name} {item.version}.\n"
            f"  expected {item.sha256}\n  got      {got}"
        )
    target = cached(cache, item)
    cache_folder(target.parent, cache)
    with _beside(target) as temporary:
        shutil.copyfile(path, temporary)
        temporary.replace(target)
    return target


def admit_all(cache: Path, wanted: Sequence[ThirdPartyFile], folder: Path) -> None:
    """Take every wanted file that lies in ``folder`` under its own name. Raises AferirError for a wrong hash."""
    for item in wanted:
        path = folder / item.file
        if path.is_file():
            admit(cache, item, path)


@contextlib.contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A temporary name in the folder of ``target``, so that a rename is atomic; removed when it was not used."""
    handle, name = tempfile.mkstemp(prefix=".", dir=target.parent)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)
