"""The wheel of the browser's grader: deterministic, valid, complete."""

from __future__ import annotations

import ast
import base64
import csv
import hashlib
import io
import os
import zipfile
from pathlib import Path

import pytest

from aferir import __version__
from aferir.assets import wheel
from aferir.errors import AferirError
from aferir.runtime import DRAWING, MODULES


@pytest.fixture
def modules(tmp_path: Path) -> Path:
    for name in MODULES:
        (tmp_path / f"{name}.py").write_text(f'NAME = "{name}"\n', encoding="utf-8")
    (tmp_path / "execute").mkdir()
    (tmp_path / "execute" / "ink.py").write_text("from ..scan import x\nfrom ..nouns import y\n", encoding="utf-8")
    (tmp_path / "nouns").mkdir()
    (tmp_path / "nouns" / "__init__.py").write_text("from .verbs import y\n", encoding="utf-8")
    (tmp_path / "nouns" / "verbs.py").write_text("", encoding="utf-8")
    (tmp_path / f"{DRAWING}.py").write_text("def later():\n    from .ink import blue\n", encoding="utf-8")
    (tmp_path / "scan.py").write_text("", encoding="utf-8")
    return tmp_path


def members(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_wheel_is_the_same_bytes_whatever_the_dates_of_its_sources(modules: Path) -> None:
    first = wheel.wheel_of(modules)
    os.utime(modules / "grader.py", (1, 1))
    assert wheel.wheel_of(modules) == first


def test_the_wheel_holds_what_the_browser_runs_and_draws_with_and_nothing_else(
    modules: Path,
) -> None:
    names = set(members(wheel.wheel_of(modules)))
    info = f"aferir-{__version__}.dist-info"
    assert names == {
        *(f"aferir/{name}.py" for name in (*MODULES, DRAWING, "execute/ink", "scan", "nouns/__init__", "nouns/verbs")),
        *(f"{info}/{name}" for name in ("METADATA", "WHEEL", "RECORD")),
    }


def test_the_metadata_names_version_and_numpy(modules: Path) -> None:
    metadata = members(wheel.wheel_of(modules))[f"aferir-{__version__}.dist-info/METADATA"].decode()
    assert f"\nVersion: {__version__}\n" in metadata
    assert "\nRequires-Dist: numpy\n" in metadata
    assert f"aferir-{__version__}-py3-none-any.whl" == wheel.NAME


def test_the_record_has_size_and_hash_of_every_other_member(modules: Path) -> None:
    content = members(wheel.wheel_of(modules))
    record = f"aferir-{__version__}.dist-info/RECORD"
    rows = {name: (digest, size) for name, digest, size in csv.reader(content[record].decode().splitlines())}
    assert rows.pop(record) == ("", "")
    assert set(rows) == set(content) - {record}
    for name, (digest, size) in rows.items():
        expected = base64.urlsafe_b64encode(hashlib.sha256(content[name]).digest()).decode().rstrip("=")
        assert (digest, size) == (f"sha256={expected}", str(len(content[name])))


def test_modules_that_are_not_there_are_named(modules: Path) -> None:
    (modules / "grader.py").unlink()
    (modules / "runtime.py").unlink()
    with pytest.raises(AferirError, match=r"^the browser's grader lacks grader\.py, runtime\.py in "):
        wheel.wheel_of(modules)


def test_what_a_module_of_the_wheel_imports_is_found_as_python_finds_it(root: Path) -> None:
    package = root / "scripts" / "aferir"
    for path in (*wheel.module_files(package), *wheel.drawing_files(package)):
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        named = {(node.level, node.module) for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
        places = [path.parents[level - 1].joinpath(*name.split(".")) for level, name in named if level]
        expected = {place / "__init__.py" if place.is_dir() else place.with_suffix(".py") for place in places}
        assert set(wheel._imported(path)) == expected, path
        assert all(place.is_file() for place in expected), path
