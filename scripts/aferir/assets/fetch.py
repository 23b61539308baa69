"""Fetching third-party files. A source puts what it can get into a folder; the caller verifies whatever lies there.

One command per registry: ``npm pack`` for all of npm's tarballs, ``pip download`` for all pure wheels. Pyodide's wheels
come from its own distribution, else out of the carrier by range requests, else out of the whole carrier.
"""

from __future__ import annotations

import os
import sys
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import requests
from pypi_simple import PyPISimple
from remotezip import RemoteIOError, RemoteZip, RemoteZipError

from ..errors import AferirError
from .nodejs import find_node, run
from .thirdparty import ThirdParty, ThirdPartyFile

# A source asks for files and leaves them in the folder under their own names; it raises AferirError with its reason.
Source = Callable[[ThirdParty, Sequence[ThirdPartyFile], Path], None]

_CONNECT_SECONDS = 4  # a closed network answers at once or never
_READ_SECONDS = 60
_TIMEOUT = (_CONNECT_SECONDS, _READ_SECONDS)
_NPM_OPTIONS = (
    "--fetch-retries=1",
    "--fetch-retry-mintimeout=500",
    "--fetch-retry-maxtimeout=1000",
    "--loglevel=error",
)
_PIP_OPTIONS = ("--no-deps", "--disable-pip-version-check", "--no-input", "--retries=1", "--quiet")
_REMOTE_PROBLEMS = (requests.RequestException, RemoteZipError, RemoteIOError, zipfile.BadZipFile, OSError)


def npm_pack(_: ThirdParty, wanted: Sequence[ThirdPartyFile], folder: Path) -> None:
    """The tarballs of npm, by one command; its own settings (registry, proxy) hold."""
    node = find_node(with_npm=True)
    names = [f"{item.name}@{item.version}" for item in wanted]
    run([*node.npm, "pack", *_NPM_OPTIONS, *names], folder=folder, environment=node.environment)


def pip_download(_: ThirdParty, wanted: Sequence[ThirdPartyFile], folder: Path) -> None:
    """Pure wheels, by one command: those of Python 3.14, which is what runs them, whatever Python runs pip."""
    names = [f"{item.name}=={item.version}" for item in wanted]
    platform = ("--only-binary=:all:", "--python-version=3.14", "--implementation=py", "--abi=none", "--platform=any")
    _pip("download", *_PIP_OPTIONS, *platform, "--dest", str(folder), *names)


def pyodide_distribution(listed: ThirdParty, wanted: Sequence[ThirdPartyFile], folder: Path) -> None:
    """Wheels from Pyodide's own address. The first that does not come ends the attempt."""
    with requests.Session() as session:
        for item in wanted:
            try:
                answer = session.get(listed.distribution + item.file, timeout=_TIMEOUT)
                answer.raise_for_status()
            except requests.RequestException as problem:
                raise AferirError(f"Pyodide's distribution does not answer ({type(problem).__name__})") from problem
            (folder / item.file).write_bytes(answer.content)


def carrier_members(listed: ThirdParty, wanted: Sequence[ThirdPartyFile], folder: Path) -> None:
    """Wheels out of the carrier by range requests: a few megabytes instead of a hundred."""
    try:
        with RemoteZip(_carrier_address(listed), initial_buffer_size=1 << 20, timeout=_TIMEOUT) as carrier:
            _extract(carrier, listed, wanted, folder)
    except _REMOTE_PROBLEMS as problem:
        raise AferirError(f"{listed.carrier.file} cannot be read in parts ({type(problem).__name__})") from problem


def whole_carrier(listed: ThirdParty, wanted: Sequence[ThirdPartyFile], folder: Path) -> None:
    """Wheels out of the whole carrier, for an index that serves no ranges. Its claim on the Python version is moot."""
    options = (*_PIP_OPTIONS, "--ignore-requires-python", "--no-cache-dir", "--dest", str(folder))
    _pip("download", *options, f"{listed.carrier.name}=={listed.carrier.version}")
    path = folder / listed.carrier.file
    with zipfile.ZipFile(path) as carrier:
        _extract(carrier, listed, wanted, folder)
    path.unlink()


# Asked in this order, each for what the ones before it did not bring.
SOURCES: Mapping[str, tuple[Source, ...]] = {
    "npm": (npm_pack,),
    "pypi": (pip_download,),
    "pyodide": (pyodide_distribution, carrier_members, whole_carrier),
}


def fetch_into(
    folder: Path, listed: ThirdParty, wanted: Sequence[ThirdPartyFile], sources: Mapping[str, tuple[Source, ...]]
) -> tuple[str, ...]:
    """Ask the sources for the wanted files; why those that failed did. The files are not verified yet."""
    reasons = []
    for kind, asked in sources.items():
        for source in asked:
            absent = [item for item in wanted if item.source == kind and not (folder / item.file).is_file()]
            if not absent:
                break
            try:
                source(listed, absent, folder)
            except AferirError as problem:
                reasons.append(str(problem))
    return tuple(reasons)


def _extract(archive: zipfile.ZipFile, listed: ThirdParty, wanted: Sequence[ThirdPartyFile], folder: Path) -> None:
    for item in wanted:
        try:
            content = archive.read(listed.carrier.folder + item.file)
        except KeyError as problem:
            raise AferirError(f"{listed.carrier.file} does not hold {item.file}") from problem
        (folder / item.file).write_bytes(content)


def _carrier_address(listed: ThirdParty) -> str:
    """Where the index that pip is set to use serves the carrier. Raises AferirError when it does not list it."""
    index = _index()
    with PyPISimple(index) if index else PyPISimple() as client:
        page = client.get_project_page(listed.carrier.name, timeout=_TIMEOUT)
    for package in page.packages:
        if package.filename == listed.carrier.file:
            return str(package.url)
    raise AferirError(f"the package index does not list {listed.carrier.file}")


def _index() -> str:
    """The index that pip is set to use, empty for its default."""
    if os.environ.get("PIP_INDEX_URL"):
        return os.environ["PIP_INDEX_URL"]
    try:
        return _pip("config", "get", "global.index-url").strip()
    except AferirError:
        return ""


def _pip(*arguments: str) -> str:
    return run([sys.executable, "-m", "pip", *arguments])
