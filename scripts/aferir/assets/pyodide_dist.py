"""The folders ``pyodide`` and ``drawing``: Pyodide for readers, and Matplotlib for those who draw a figure again.

Made in steps, so that a change of our grader costs only the last, and readers keep what has not changed.

1. Under Node, inside Pyodide, pyodide-build compiles what is loaded and drops what no browser uses (`core`).
2. Matplotlib, what it needs beside NumPy, and the typeface of figures make a folder of their own (`drawing`).
3. Our wheel joins Pyodide, NumPy and the standard library, and pyodide-lock writes the lock for exactly what lies in
   both folders (`program`).
4. Python is started under Node and kept as it is then, libraries and all; the other files are packed for later
   (`runtime`).
"""

from __future__ import annotations

import gzip
import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from . import wheel
from .built import Recipe, built, contents_hash, copy_all, files_of, key_of
from .fonts import figure_fonts
from .licences import NAME as LICENCES
from .licences import write_licences
from .nodejs import SCRIPTS, run_node
from .npm import unpack
from .thirdparty import ThirdParty, ThirdPartyFile, cached

_LOCK = "pyodide-lock.json"
_LIBRARY = "python_stdlib.zip"
_PROGRAM = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_PACKAGES = ("numpy", "matplotlib")
_MEMORY = "started.bin"
_BROWSER = SCRIPTS.parents[1] / "browser"
_PAGE_MODULES = tuple(
    _BROWSER / f"{name}.js"
    for name in (
        "archive",
        "download",
        "filing",
        "guarded",
        "libraries",
        "memory",
        "snapshot",
        "thawed",
        "typed",
        "zstd",
    )
)
_STARTED = SCRIPTS / "started.mjs"
_SCRIPT = SCRIPTS / "precompile.mjs"
_CODE = (Path(__file__), _SCRIPT, *(SCRIPTS / name for name in ("precompile.py", "precompile.toml", "pyodide.mjs")))


def core(cache: Path, listed: ThirdParty) -> Recipe:
    """The standard library and the wheels, compiled. Takes about 15 s."""
    sources = (*_program_files(listed), *_wheels(listed), *_tools(listed))
    return Recipe(
        "pyodide-core", key_of(*(item.sha256 for item in sources), *_CODE), partial(_make_core, cache, listed)
    )


def drawing(cache: Path, listed: ThirdParty) -> Recipe:
    """Matplotlib, its needs and the typeface of figures."""
    key = key_of(core(cache, listed).key, figure_fonts(cache, listed).key)
    return Recipe("drawing", key, partial(_make_drawing, cache, listed))


def program(cache: Path, listed: ThirdParty, modules: Path) -> Recipe:
    """Pyodide, NumPy and the wheel of the modules in ``modules``, as Pyodide loads them."""
    key = key_of(drawing(cache, listed).key, wheel.wheel_of(modules), Path(wheel.__file__))
    return Recipe("pyodide-program", key, partial(_make_program, cache, listed, modules))


def runtime(cache: Path, listed: ThirdParty, modules: Path) -> Recipe:
    """What every reader who runs code loads: `program` started. Takes about 20 s."""
    own = program(cache, listed, modules)
    key = key_of(own.key, _STARTED, *_PAGE_MODULES)
    return Recipe("pyodide", key, partial(_make_runtime, cache, own))


def runtime_bytes(folder: Path) -> Mapping[str, int]:
    """Sizes in bytes, as stored, of the files that a first run loads, by name."""
    return {name: (folder / name).stat().st_size for name in (*_PROGRAM, _LOCK, _MEMORY)}


def drawing_bytes(folder: Path) -> Mapping[str, int]:
    """Sizes in bytes of the files that a first drawing loads besides, by name."""
    return {path.name: path.stat().st_size for path in files_of(folder) if path.suffix in (".whl", ".ttf")}


@dataclass(frozen=True, slots=True)
class _Job:
    """A call of a function of precompile.py: see precompile.mjs. ``folders``: path inside Pyodide -> folder here."""

    pyodide: Path
    packages: Sequence[str]
    folders: Mapping[str, Path]
    call: str
    arguments: Sequence[object]


def transfer_bytes(folder: Path) -> int:
    """How many bytes of a first run travel when the host compresses what hosts do: modules, WebAssembly, JSON."""
    packed = (".mjs", ".wasm", ".json")
    return sum(
        len(gzip.compress((folder / name).read_bytes(), 6)) if name.endswith(packed) else size
        for name, size in runtime_bytes(folder).items()
    )


def _make_core(cache: Path, listed: ThirdParty, target: Path) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        stock = Path(temporary, "stock")
        unpack(cached(cache, listed.named("pyodide")), stock, (*_PROGRAM, _LIBRARY, _LOCK).__contains__)
        copy_all((cached(cache, item) for item in _wheels(listed)), stock)
        folders = {"/in": stock, "/out": target}
        _run(cache, listed, _Job(stock, _PACKAGES, folders, "compile_archives", ("/in", "/out")))


def _make_drawing(cache: Path, listed: ThirdParty, target: Path) -> None:
    made = files_of(built(cache, core(cache, listed)))
    copy_all((path for path in made if path.name != _LIBRARY and not path.name.startswith("numpy-")), target)
    copy_all(files_of(built(cache, figure_fonts(cache, listed))), target)
    write_licences(cache, _wheels(listed), target)


def _make_program(cache: Path, listed: ThirdParty, modules: Path, target: Path) -> None:
    made = files_of(built(cache, core(cache, listed)))
    copy_all((path for path in made if path.name == _LIBRARY or path.name.startswith("numpy-")), target)
    beside = built(cache, drawing(cache, listed))
    unpack(cached(cache, listed.named("pyodide")), target, (*_PROGRAM, _LOCK).__contains__)
    (target / wheel.NAME).write_bytes(wheel.wheel_of(modules))
    address = f"../{beside_name(beside)}/"
    arguments = ("/out", f"/out/{_LOCK}", _PACKAGES, wheel.NAME, ("/beside", address))
    _run(cache, listed, _Job(target, (), {"/out": target, "/beside": beside}, "write_lock", arguments))
    write_licences(cache, (*_program_files(listed), listed.named("numpy", "pyodide")), target)


def _make_runtime(cache: Path, own: Recipe, target: Path) -> None:
    made = built(cache, own)
    copy_all((made / name for name in (*_PROGRAM, _LOCK, LICENCES)), target)
    with tempfile.TemporaryDirectory() as temporary:
        copy_all(_PAGE_MODULES, Path(temporary))
        Path(temporary, "package.json").write_text('{"type": "module"}', encoding="utf-8")
        run_node(_STARTED, given=json.dumps({"pyodide": made, "target": target, "modules": temporary}, default=str))


def beside_name(folder: Path) -> str:
    """The name under which a site publishes the folder ``drawing`` that lies at ``folder``."""
    return f"drawing-{contents_hash(folder)}"


def _run(cache: Path, listed: ThirdParty, job: _Job) -> None:
    """Do the job under Node, inside Pyodide. Raises AferirError with the complaint when it fails."""
    with tempfile.TemporaryDirectory() as tools:
        copy_all((cached(cache, item) for item in _tools(listed)), Path(tools))
        run_node(_SCRIPT, given=json.dumps({**asdict(job), "tools": tools}, default=str))


def _program_files(listed: ThirdParty) -> tuple[ThirdPartyFile, ...]:
    return (listed.named("pyodide"),)


def _wheels(listed: ThirdParty) -> tuple[ThirdPartyFile, ...]:
    return listed.of("pyodide")


def _tools(listed: ThirdParty) -> tuple[ThirdPartyFile, ...]:
    """What runs inside Pyodide while the folder is made: pyodide-build, pyodide-lock and what they import."""
    return (*listed.of("pypi"), listed.named("packaging", "pyodide"))
