"""The wheel that takes Aferir's own grader into Pyodide: the same source files that the command line uses."""

from __future__ import annotations

import base64
import hashlib
import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from .. import __version__
from ..errors import AferirError
from ..runtime import DRAWING, MODULES

NAME = f"aferir-{__version__}-py3-none-any.whl"
_INFO = f"aferir-{__version__}.dist-info"
_METADATA = f"""Metadata-Version: 2.1
Name: aferir
Version: {__version__}
Summary: Runs and grades the cells of a lesson
License: MIT
Requires-Python: >=3.11
Requires-Dist: numpy
"""
_WHEEL = """Wheel-Version: 1.0
Generator: aferir
Root-Is-Purelib: true
Tag: py3-none-any
"""
_DATE = (1980, 1, 1, 0, 0, 0)
_FROM = re.compile(r"^[ \t]*from (\.+)(\w[\w.]*) import ", re.MULTILINE)
"""Found by the eye: to parse forty modules takes a tenth of a second."""


def module_files(modules: Path) -> tuple[Path, ...]:
    """The browser's modules in the folder ``modules``. Raises AferirError naming those that are not there."""
    paths = tuple(modules / f"{name}.py" for name in MODULES)
    absent = sorted(path.name for path in paths if not path.is_file())
    if absent:
        raise AferirError(f"the browser's grader lacks {', '.join(absent)} in {modules}")
    return paths


def drawing_files(modules: Path) -> tuple[Path, ...]:
    """What a figure is drawn with in the browser: the module for it and whatever of ours that imports, and so on.

    Their folder is a package without ``__init__``: that of the generator knows an engine that starts processes.
    """
    found, waiting = set[Path](), [modules / f"{DRAWING}.py"]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imported(path)
    return tuple(sorted(found - set(module_files(modules))))


def _imported(path: Path) -> Iterator[Path]:
    """The modules of ours that a module imports from, wherever in its code."""
    for dots, name in _FROM.findall(path.read_text(encoding="utf-8")):
        place = path.parents[len(dots) - 1] / name.replace(".", "/")
        yield place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def wheel_of(modules: Path) -> bytes:
    """The wheel of the modules in that folder: the same bytes for the same sources. Raises AferirError if one lacks."""
    paths = (*module_files(modules), *drawing_files(modules))
    members = {f"aferir/{path.relative_to(modules).as_posix()}": path.read_bytes() for path in paths}
    members |= {f"{_INFO}/METADATA": _METADATA.encode(), f"{_INFO}/WHEEL": _WHEEL.encode()}
    return _packed({**members, f"{_INFO}/RECORD": _record(members)})


def _record(members: Mapping[str, bytes]) -> bytes:
    rows = [f"{name},sha256={_digest(content)},{len(content)}" for name, content in sorted(members.items())]
    return "".join(f"{row}\n" for row in [*rows, f"{_INFO}/RECORD,,"]).encode()


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")


def _packed(members: Mapping[str, bytes]) -> bytes:
    """Stored in order with fixed dates. Stored, not deflated: zlib's output differs between its versions."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for name, content in sorted(members.items()):
            item = zipfile.ZipInfo(name, _DATE)
            item.create_system, item.external_attr = 3, 0o644 << 16
            archive.writestr(item, content)
    return stream.getvalue()
