"""What earlier builds computed, found again by what it was computed from.

What a work prints, draws and shows is one entry, its values another, where each is found by its expression; a
third is the snapshot that new expressions and figures are had from without running a cell. Failures are never kept.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import hashlib
import importlib.util
import json
import os
import platform
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from . import __version__
from .model import Failure, Results, Value, Work
from .records import Record, encoded, outputs_of, outputs_record, read_record, values_of, values_record
from .stores import Store

T = TypeVar("T")

_ENGINE = ("execute/*.py", "interpreter.py", "model/*.py", "plain.py", "printed.py", "records.py", "rich.py")
"""The files that decide what an entry holds."""


# ── Keys ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@functools.cache
def versions() -> Mapping[str, str]:
    """The versions that decide what a snippet computes and how a figure looks."""
    return MappingProxyType(
        {
            "aferir": __version__,
            "engine": _engine(),
            "python": f"{sys.version_info.major}.{sys.version_info.minor}",
            **{name: installed_version(name) for name in ("numpy", "matplotlib")},
        }
    )


def _engine() -> str:
    """Hash of the modules that run snippets and say what came of them: a change there makes old entries unknown."""
    package = Path(__file__).parent
    files = [path for pattern in _ENGINE for path in sorted(package.glob(pattern))]
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def installed_version(name: str) -> str:
    """The version of a package of the environment. Raises PackageNotFoundError when there is none.

    Read from the names of the folders where Python finds packages: ``importlib.metadata`` says the same, 10 ms later.
    """
    if name in installed_versions():
        return installed_versions()[name]
    from importlib import metadata  # noqa: PLC0415 - see above

    return metadata.version(name)


@functools.cache
def installed_versions() -> Mapping[str, str]:
    """The version of each package that Python finds, by its name in lower case with hyphens."""
    found: dict[str, str] = {}
    for folder in reversed(sys.path):  # the first one counts, as for an import
        with contextlib.suppress(OSError):
            described = [name.removesuffix(".dist-info") for name in os.listdir(folder) if name.endswith(".dist-info")]  # noqa: PTH208 - a Path for each of 100 names is what this saves
            found |= dict(name.lower().replace("_", "-").rsplit("-", 1) for name in described if "-" in name)
    return MappingProxyType(found)


def work_key(work: Work, files: Iterable[Path], installed: Mapping[str, str]) -> str:
    """The key of all that a work's cells do, in hexadecimal digits.

    ``files`` are the snippet and the modules of the course that it imports: their text counts, and their place below
    the course's folder, not where the course lies. So do the language and the limits, under which a cell may fail.
    """
    return _hash(
        {
            "cells": [dataclasses.asdict(cell) for cell in work.cells],
            "files": {_relative(path, work.import_folder): _hash_of_file(path) for path in files},
            "language": work.language,
            "limits": [work.cell_seconds, work.memory_megabytes],
            "path": work.path,
            "versions": dict(installed),
        }
    )


def outputs_key(work: Work, files: Iterable[Path], installed: Mapping[str, str]) -> str:
    """The key of what a work prints and shows: that of the work, what is wanted, with which fonts and marks."""
    fonts = [_hash_of_file(Path(font)) for font in work.fonts] if work.figures else []
    shown = [work.figures, work.tables, work.states]
    marks = [work.decimal_mark, work.thousands_mark, work.grouped_from] if any(shown) else []
    return _hash({"outputs": [work_key(work, files, installed), *shown, fonts, marks]})


def values_key(work: Work, files: Iterable[Path], installed: Mapping[str, str]) -> str:
    """The key of a work's values, whatever expressions are wanted of it."""
    return _hash({"values": work_key(work, files, installed)})


def snapshot_key(work: Work, files: Iterable[Path], installed: Mapping[str, str]) -> str:
    """The key of a work's snapshot: also what decides how functions and arrays are stored."""
    stored = [importlib.util.MAGIC_NUMBER.hex(), platform.machine(), installed_version("cloudpickle")]
    return _hash({"snapshot": [work_key(work, files, installed), stored]})


def _relative(path: Path, folder: str) -> str:
    root = Path(folder).resolve()
    full = path.resolve()
    return full.relative_to(root).as_posix() if full.is_relative_to(root) else path.name


def _hash_of_file(path: Path) -> str:
    """The SHA-256 of a file; "" when it cannot be read, which the run will notice as well."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def _hash(record: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()


# ── Running ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def run_cached(
    work: Work,
    cache: Store,
    run: Callable[[Work], Results],
    files: Iterable[Path],
    resume: Callable[[Work, bytes], Results | None] = lambda _work, _snapshot: None,
) -> Results:
    """The results of ``work``: what the cache has, and the rest from one ``run`` for all that is missing.

    A new expression draws nothing, a new figure or table evaluates nothing, and neither runs the cells while ``resume``
    makes something of the snapshot that ``run`` gave with its results; what it cannot read is as if it were not there.
    """
    files, installed = tuple(files), versions()
    drawn, known = outputs_key(work, files, installed), values_key(work, files, installed)
    kept = _read(cache, drawn, outputs_of)
    values = _read(cache, known, values_of) or {}
    missing = tuple(expression for expression in work.expressions if expression not in values)
    if kept and not missing:
        return replace(kept, values=_chosen(values, work.expressions))
    asked = replace(work if not kept else _without_shown(work), expressions=missing)
    held = snapshot_key(work, files, installed)
    fresh = _resumed(asked, cache, held, resume) or _run_and_held(asked, cache, held, run)
    if not _all_well(fresh.outputs, [cell.name for cell in work.cells]):
        return fresh
    values |= {expression: value for expression, value in fresh.values.items() if isinstance(value, Value)}
    if missing:
        cache.put(known, encoded(values_record(values)))
    shown = ((fresh.figures, work.figures), (fresh.tables, work.tables), (fresh.states, work.states))
    if not kept and all(_all_well(results, names) for results, names in shown):
        cache.put(drawn, encoded(outputs_record(fresh)))
    both = values | dict(fresh.values)
    return replace(kept or fresh, values=_chosen(both, work.expressions))


def values_cached(
    work: Work,
    cache: Store,
    run: Callable[[Work], Results],
    files: Iterable[Path],
    resume: Callable[[Work, bytes], Results | None],
) -> Mapping[str, Value | Failure]:
    """The values of ``work`` alone, as ``run_cached`` has them."""
    files, installed = tuple(files), versions()
    known, held = values_key(work, files, installed), snapshot_key(work, files, installed)
    values = _read(cache, known, values_of) or {}
    missing = tuple(expression for expression in work.expressions if expression not in values)
    if not missing:
        return _chosen(values, work.expressions)
    asked = replace(_without_shown(work), expressions=missing)
    fresh = _resumed(asked, cache, held, resume) or _run_and_held(asked, cache, held, run)
    if not _all_well(fresh.outputs, [cell.name for cell in work.cells]):
        return fresh.values
    values |= {expression: value for expression, value in fresh.values.items() if isinstance(value, Value)}
    cache.put(known, encoded(values_record(values)))
    return _chosen(values | dict(fresh.values), work.expressions)


def numpy_names(cache: Store) -> frozenset[str]:
    """NumPy's public names. Kept, since loading NumPy takes longer than everything else that checking a page needs."""
    key = _hash({"numpy names": versions()["numpy"]})
    names = _read(cache, key, lambda record: frozenset(map(str, record["names"])))
    if names is None:
        import numpy as np  # noqa: PLC0415 - see above

        names = frozenset(np.__all__)
        cache.put(key, encoded({"names": sorted(names)}))
    return names


def _without_shown(work: Work) -> Work:
    return replace(work, figures=(), tables=(), states=())


def _run_and_held(work: Work, cache: Store, key: str, run: Callable[[Work], Results]) -> Results:
    """A run's results; their snapshot goes to the cache, with the outputs that belong to it: a line of JSON before."""
    fresh = run(work)
    if fresh.snapshot:
        cache.put(key, encoded(outputs_record(replace(fresh, figures={}, states={}))) + b"\n" + fresh.snapshot)
    return replace(fresh, snapshot=b"")


def _resumed(work: Work, cache: Store, key: str, resume: Callable[[Work, bytes], Results | None]) -> Results | None:
    """What is wanted of ``work`` from its snapshot, with the outputs; None when there is none that can be used."""
    head, _, snapshot = (cache.get(key) or b"").partition(b"\n")
    kept = read_record(head, outputs_of) if snapshot else None
    fresh = resume(work, snapshot) if kept else None
    return replace(fresh, outputs=kept.outputs, snapshot=b"") if kept and fresh else None


def _all_well(results: Mapping[str, object], names: Iterable[str]) -> bool:
    """Whether there is a result for every name, and none is a failure."""
    return all(name in results and not isinstance(results[name], Failure) for name in names)


def _chosen(values: Mapping[str, Value | Failure], expressions: Iterable[str]) -> dict[str, Value | Failure]:
    return {expression: values[expression] for expression in expressions if expression in values}


def _read(cache: Store, key: str, read: Callable[[Record], T]) -> T | None:
    data = cache.get(key)
    return None if data is None else read_record(data, read)
