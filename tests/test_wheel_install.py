"""The package, built as a wheel and installed elsewhere, carries everything that it needs and builds a course."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from .tiny import write_course

pytestmark = pytest.mark.slow


def run(command: list[str], folder: Path, **environment: str) -> str:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, env=os.environ | environment, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory, root) -> Path:
    """A folder that holds the package as pip installs it, and nothing else."""
    wheels = tmp_path_factory.mktemp("wheels")
    run([sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(wheels)], root)
    (wheel,) = wheels.glob("aferir-*.whl")
    target = tmp_path_factory.mktemp("installed")
    zipfile.ZipFile(wheel).extractall(target)
    return target


def test_the_wheel_carries_what_is_not_python(installed, root) -> None:
    source = root / "scripts" / "aferir"
    for pattern in (
        "browser/*.js",
        "browser/*.css",
        "templates/*",
        "theme/**/*.html",
        "theme/assets/*.svg",
        "locale/*/*/*.po",
        "assets/node/*",
        "assets/*.toml",
    ):
        names = [path.relative_to(source) for path in source.glob(pattern) if path.is_file()]
        assert names, pattern
        assert [name for name in names if not (installed / "aferir" / name).exists()] == []


def test_the_installed_package_checks_and_builds_a_course(installed, tmp_path, shared_cache) -> None:
    course = write_course(tmp_path)
    there = {"PYTHONPATH": str(installed), "AFERIR_CACHE": str(shared_cache), "NO_MKDOCS_2_WARNING": "1"}
    where = run([sys.executable, "-c", "import aferir; print(aferir.__file__)"], course, **there)
    assert where.startswith(str(installed))
    run([sys.executable, "-m", "aferir", "check"], course, **there)
    run([sys.executable, "-m", "mkdocs", "build", "--strict"], course, **there)
    assert (course / "site" / "es" / "one" / "index.html").exists()
