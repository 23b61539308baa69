"""The store of what is built from third-party files: ``<cache>/built/<name>-<key>/``, its hash of contents beside it.

A result is written under another name and renamed, so it is whole or absent, and two builds at once do not meet. One
that has been damaged since no longer has the recorded hash and is built again. What nobody asked for in a month goes.
"""

from __future__ import annotations

import hashlib
import secrets
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from .thirdparty import cache_folder, sha256_of

_HASH_LENGTH = 12
_KEY_LENGTH = 16
_KEPT_SECONDS = 30 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one folder is made. ``key`` covers everything ``make`` reads, its own code included."""

    name: str
    key: str
    make: Callable[[Path], None]


def key_of(*parts: str | bytes | Path) -> str:
    """A short key over texts, bytes and the contents of files, in order."""
    digest = hashlib.sha256()
    for part in parts:
        content = part.read_bytes() if isinstance(part, Path) else part.encode() if isinstance(part, str) else part
        digest.update(len(content).to_bytes(8, "big") + content)
    return digest.hexdigest()[:_KEY_LENGTH]


def contents_hash(folder: Path) -> str:
    """A short hash over the names and contents of all files below ``folder``."""
    digest = hashlib.sha256()
    for path in files_of(folder):
        digest.update(f"{path.relative_to(folder).as_posix()}\0{sha256_of(path)}\n".encode())
    return digest.hexdigest()[:_HASH_LENGTH]


def files_of(folder: Path) -> tuple[Path, ...]:
    """All files below ``folder``, sorted by their path."""
    return tuple(sorted(path for path in folder.rglob("*") if path.is_file()))


def place_of(cache: Path, recipe: Recipe) -> Path:
    """Where the result of ``recipe`` lies, or will lie."""
    return cache / "built" / f"{recipe.name}-{recipe.key}"


def intact_hash(cache: Path, recipe: Recipe) -> str:
    """The hash of a result that is there and whole, else the empty string. Asking marks it as used."""
    place = place_of(cache, recipe)
    with suppress(OSError):
        recorded = _record(place).read_text(encoding="ascii")
        if place.is_dir() and contents_hash(place) == recorded:
            _record(place).touch()
            return recorded
    return ""


def built(cache: Path, recipe: Recipe) -> Path:
    """The folder that ``recipe`` makes: the one in the cache if it is whole, else a new one."""
    place = place_of(cache, recipe)
    if not intact_hash(cache, recipe):
        cache_folder(place.parent, cache)
        with tempfile.TemporaryDirectory(prefix=".", dir=place.parent) as temporary:
            made = Path(temporary) / "made"
            made.mkdir()
            recipe.make(made)
            _publish(made, place)
        _drop_unused(place.parent, recipe.name)
    return place


def _publish(made: Path, place: Path) -> None:
    """Move ``made`` to ``place``. When another build was faster, its equal result stays; a damaged one goes."""
    recorded = contents_hash(made)
    try:
        made.rename(place)
    except OSError:
        if not place.is_dir() or contents_hash(place) != recorded:
            shutil.rmtree(place, ignore_errors=True)
            made.rename(place)
    record = place.with_name(f".{place.name}-{secrets.token_hex(4)}")
    record.write_text(recorded, encoding="ascii")
    record.replace(_record(place))


def _drop_unused(folder: Path, name: str) -> None:
    """Remove results of that name that nobody asked for in a month: each change of a course's letters leaves one."""
    for record in folder.glob(f"{name}-{'?' * _KEY_LENGTH}.hash"):
        with suppress(FileNotFoundError):  # another build may be at it
            if record.stat().st_mtime < time.time() - _KEPT_SECONDS:
                shutil.rmtree(record.with_suffix(""), ignore_errors=True)
                record.unlink()


def _record(place: Path) -> Path:
    return place.with_name(place.name + ".hash")


def copy_all(paths: Iterable[Path], folder: Path) -> None:
    """Copy files into ``folder`` under their own names."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in paths:
        shutil.copyfile(path, folder / path.name)
