"""What becomes of Pyodide's archives: the rules of precompile.py, which runs inside Pyodide, tried here."""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from aferir.assets.nodejs import SCRIPTS


@pytest.fixture(scope="module")
def precompile() -> ModuleType:
    spec = importlib.util.spec_from_file_location("precompile", SCRIPTS / "precompile.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "name",
    [
        "collections/__init__.py",
        "encodings/utf_8.py",
        "numpy/_core/_multiarray_umath.cpython-314-wasm32-emscripten.so",
        "numpy/testing/__init__.py",
        "numpy/typing/__init__.py",
        "numpy-2.4.3.dist-info/licenses/LICENSE.txt",
        "pydoc.py",
        "_pyrepl/pager.py",
        "matplotlib/mpl-data/fonts/ttf/DejaVuSans.ttf",
    ],
)
def test_what_a_reader_may_import_is_kept(precompile: ModuleType, name: str) -> None:
    assert precompile.useful(name)


@pytest.mark.parametrize(
    "name",
    [
        "encodings/cp037.py",
        "idlelib/run.py",
        "turtle.py",
        "multiprocessing/pool.py",
        "numpy/__init__.pyi",
        "numpy/_core/include/numpy/arrayobject.h",
        "numpy/f2py/rules.py",
        "numpy/lib/tests/test_io.py",
        "numpy/random/lib/libnpyrandom.a",
        "matplotlib/mpl-data/sample_data/goog.npz",
        "fonttools-4.62.1.data/data/share/man/man1/ttx.1",
    ],
)
def test_what_no_browser_can_use_is_left_out(precompile: ModuleType, name: str) -> None:
    assert not precompile.useful(name)


def test_numpy_keeps_a_module_for_every_name_that_a_star_import_asks_for(precompile: ModuleType) -> None:
    members = {"numpy/f2py/__init__.py": b"import compiler", "numpy/f2py/rules.py": b"", "numpy/a.py": b""}
    trimmed = precompile.trimmed(members)
    assert set(trimmed) == {"numpy/f2py/__init__.py", "numpy/a.py"}
    assert trimmed["numpy/f2py/__init__.py"].startswith(b'"""Left out of this build')
    assert precompile.trimmed({"os.py": b""}) == {"os.py": b""}


def test_an_archive_is_the_same_bytes_whatever_the_order(precompile: ModuleType, tmp_path: Path) -> None:
    packed = precompile.packed({"b": b"2", "a": b"1"})
    assert packed == precompile.packed({"a": b"1", "b": b"2"})
    (tmp_path / "a.zip").write_bytes(packed)
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        assert [(item.filename, item.date_time) for item in archive.infolist()] == [
            ("a", (1980, 1, 1, 0, 0, 0)),
            ("b", (1980, 1, 1, 0, 0, 0)),
        ]
    assert precompile.unpacked(tmp_path / "a.zip") == {"a": b"1", "b": b"2"}


def test_the_record_of_a_wheel_is_brought_up_to_date(precompile: ModuleType) -> None:
    record = "x-1.dist-info/RECORD"
    members = precompile.with_record({"x.pyc": b"code", record: b"x.py,sha256=old,1\n"})
    digest = base64.urlsafe_b64encode(hashlib.sha256(b"code").digest()).decode().rstrip("=")
    assert members[record].decode() == f"x.pyc,sha256={digest},4\n{record},,\n"
    assert precompile.with_record({"os.py": b""}) == {"os.py": b""}


def test_the_lock_is_trimmed_to_what_is_wanted_and_its_needs(precompile: ModuleType) -> None:
    needs = {"numpy": [], "matplotlib": ["numpy", "cycler"], "cycler": ["six"], "six": [], "scipy": ["numpy"]}
    assert precompile.closure(needs, ["numpy"]) == {"numpy"}
    assert precompile.closure(needs, ["numpy", "matplotlib"]) == {"numpy", "matplotlib", "cycler", "six"}
    assert precompile.closure({"a": ["b"], "b": ["a"]}, ["a"]) == {"a", "b"}
