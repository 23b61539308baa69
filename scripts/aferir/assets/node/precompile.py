"""What runs inside Pyodide while the runtime is built: pyodide-build compiles modules, pyodide-lock trims the lock.

What a first run loads is compiled to ``.pyc`` (unchecked hashes, so nothing is looked up when it loads); the rest stays
source, which is half as large; what no browser can use is left out. ``precompile.toml`` names both. Fixed dates and
order make the archives equal in every run. `precompile.mjs` calls `compile_archives` and `write_lock` with paths inside
Pyodide.
"""

from __future__ import annotations

import base64
import hashlib
import importlib
import importlib.util
import io
import py_compile
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import SimpleNamespace

Members = Mapping[str, bytes]

_LISTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def compile_archives(folder: str, target: str) -> None:
    """Write python_stdlib.zip and the wheels of ``folder``, compiled and trimmed, to ``target``."""
    first, drawing = imported_files(), files_of_drawing()
    for archive in sorted((*Path(folder).glob("*.zip"), *Path(folder).glob("*.whl"))):
        early = archive.name.startswith(("python_stdlib", "numpy-"))
        name, members = compiled(archive, first if early else drawing)
        Path(target, name).write_bytes(packed(members))


def imported_files() -> frozenset[str]:
    """The files of what is loaded once the ``first`` modules are imported, relative to their archive."""
    for name in _LISTS["first"]:
        importlib.import_module(name)
    return _loaded_files()


def files_of_drawing() -> frozenset[str]:
    """The files of what is loaded once a heat map with a colour bar and a line is drawn as PNG and SVG."""
    importlib.import_module("matplotlib").use("agg")
    pyplot = importlib.import_module("matplotlib.pyplot")
    figure, axes = pyplot.subplots()
    figure.colorbar(axes.imshow([[0.0, 1.0], [1.0, 0.0]]))
    axes.plot([0.0, 1.0], label="$d_k$")
    axes.legend()
    for kind in ("png", "svg"):
        figure.savefig(io.BytesIO(), format=kind)
    return _loaded_files()


def _loaded_files() -> frozenset[str]:
    paths = (getattr(module, "__file__", None) or "" for module in list(sys.modules.values()))
    return frozenset(relative for path in paths if (relative := _relative(path)))


def _relative(path: str) -> str:
    """The path below the standard library's archive or site-packages, empty for other places."""
    for root in (f"python3{sys.version_info.minor}.zip/", "/site-packages/"):
        _, found, relative = path.partition(root)
        if found:
            return relative
    return ""


def compiled(archive: Path, loaded: frozenset[str]) -> tuple[str, Members]:
    """The new name of ``archive`` and its members, those in ``loaded`` as ``.pyc``."""
    kept = trimmed(unpacked(archive))
    sources = {name: content for name, content in kept.items() if name in loaded and name.endswith(".py")}
    name, modules = _compiled_sources(archive.name, sources)
    members = {name: content for name, content in kept.items() if name not in sources} | dict(modules)
    return name, with_record(members)


def trimmed(members: Members) -> Members:
    """The useful members of an archive, and what stands in for some of the others."""
    stand_ins = {name: text.encode() + b"\n" for name, text in _LISTS["stand_ins"].items() if name in members}
    return {name: content for name, content in members.items() if useful(name)} | stand_ins


def useful(name: str) -> bool:
    """Whether a browser may ever want this member of an archive."""
    parts = name.split("/")
    if ".dist-info" in parts[0]:
        return True
    if parts[0] == "encodings":
        return parts[-1].removesuffix(".py") in _LISTS["encodings"]
    if name.endswith(tuple(_LISTS["developer_suffixes"])) or "tests" in parts or parts[0].endswith(".data"):
        return False
    return not any(_is_below(name, part) for part in (*_LISTS["unusable"], *_LISTS["developer"]))


def _is_below(name: str, part: str) -> bool:
    return name == part or (part.endswith("/") and name.startswith(part))


def _compiled_sources(name: str, sources: Members) -> tuple[str, Members]:
    """pyodide-build's own compilation of an archive that holds only ``sources``, and the name it gives the archive."""
    builder = importlib.import_module("pyodide_build._py_compile")
    # It asks py_compile for the default mode, which writes dates that differ in each run.
    unchecked = partial(py_compile.compile, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    builder.py_compile = SimpleNamespace(compile=unchecked)  # type: ignore[attr-defined]
    with tempfile.TemporaryDirectory() as temporary:
        archive = Path(temporary, name)
        archive.write_bytes(packed(sources or {"none.py": b""}))
        result = builder._py_compile_archive(archive, verbose=False)  # noqa: SLF001 (its public face is a program)
        return result.name, unpacked(result) if sources else {}


def unpacked(archive: Path) -> Members:
    """The files of a zip archive by name."""
    with zipfile.ZipFile(archive) as opened:
        return {item.filename: opened.read(item) for item in opened.infolist() if not item.is_dir()}


def packed(members: Members) -> bytes:
    """A zip archive of ``members``: sorted, with fixed dates and rights, the same bytes each time."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(members):
            item = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            item.create_system, item.external_attr = 3, 0o644 << 16
            archive.writestr(item, members[name], zipfile.ZIP_DEFLATED, 9)
    return stream.getvalue()


def with_record(members: Members) -> Members:
    """The members with the RECORD of a wheel brought up to date; those of no wheel unchanged."""
    record = next((name for name in members if name.endswith(".dist-info/RECORD")), "")
    if not record:
        return members
    lines = [f"{name},{_digest(content)}" for name, content in sorted(members.items()) if name != record]
    return {**members, record: "".join(f"{line}\n" for line in [*lines, f"{record},,"]).encode()}


def _digest(content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
    return f"sha256={digest},{len(content)}"


def write_lock(folder: str, lock: str, wanted: Iterable[str], own_wheel: str, beside: Sequence[str]) -> None:
    """Write ``folder``/pyodide-lock.json: ``lock`` trimmed to ``wanted`` and its needs, with the wheels that lie in
    ``folder`` and their hashes, and our own wheel, which must lie there too and is given bytecode.

    ``beside``: a folder of more wheels, and its address on a site, relative to ``folder``.
    """
    lock_spec, utils = importlib.import_module("pyodide_lock"), importlib.import_module("pyodide_lock.utils")
    Path(folder, own_wheel).write_bytes(packed(with_bytecode(Path(folder, own_wheel))))
    spec = lock_spec.PyodideLockSpec.from_json(Path(lock))
    kept = closure({name: package.depends for name, package in spec.packages.items()}, wanted)
    spec.packages = {name: package for name, package in spec.packages.items() if name in kept}
    for wheel in (*_wheels(folder, own_wheel), *_wheels(beside[0], own_wheel)):
        package = spec.packages[_package_of(wheel)]
        package.file_name = wheel.name
        utils.update_package_sha256(package, wheel)
    spec = utils.add_wheels_to_spec(spec, [Path(folder, own_wheel)])
    spec.check_wheel_filenames()
    for wheel in _wheels(beside[0], own_wheel):
        spec.packages[_package_of(wheel)].file_name = beside[1] + wheel.name
    spec.to_json(Path(folder, "pyodide-lock.json"))


def with_bytecode(wheel: Path) -> Members:
    """The members of our wheel and, beside each module, what Python would compile it to: it imports in a third of the
    time, and tracebacks and ``inspect`` still find its source.
    """
    members = unpacked(wheel)
    sources = {name: content for name, content in members.items() if name.endswith(".py")}
    _, modules = _compiled_sources(wheel.name, sources)
    bytecode = {importlib.util.cache_from_source(name[:-1]): content for name, content in modules.items()}
    return with_record({**members, **bytecode})


def closure(needs: Mapping[str, Iterable[str]], wanted: Iterable[str]) -> frozenset[str]:
    """The wanted packages, what they need, what that needs, and so on."""
    found: set[str] = set()
    waiting = list(wanted)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(needs[name])
    return frozenset(found)


def _wheels(folder: str, own_wheel: str) -> list[Path]:
    return [path for path in sorted(Path(folder).glob("*.whl")) if path.name != own_wheel]


def _package_of(wheel: Path) -> str:
    return str(importlib.import_module("packaging.utils").parse_wheel_filename(wheel.name)[0])
