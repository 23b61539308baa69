"""Earlier texts of a file, from the course's Git repository, where it has one."""

from __future__ import annotations

import subprocess
import tomllib
from collections.abc import Collection, Iterator
from pathlib import Path

from .languages import language
from .model import Lesson
from .scan import scan
from .scan.strings import scan_strings
from .translations import Behind, parts_of

_VERSIONS = 60
"""How far back a text is looked for."""


def earlier_texts(items: Collection[Behind], source: str, root: Path) -> dict[str, str]:
    """Fingerprint -> the text that a section of the source had, for what the sections behind were translated from.

    Reads the history of each source file, newest version first, until all are found. Nothing without Git or history.
    """
    found: dict[str, str] = {}
    for path in dict.fromkeys(item.source_path for item in items):
        wanted = {digest for item in items if item.source_path == path for digest in item.known}
        for text in _versions(root, path) if wanted else ():
            lesson = _as_lesson(text, path, source)
            parts = parts_of(lesson, text) if lesson else ()
            found |= {part.digest: part.text for part in parts if part.digest in wanted}
            if wanted <= set(found):
                break
    return found


def repository_state(root: Path) -> str:
    """The commit of the course's repository, and whether its history is whole: what decides which texts are found."""
    return _git(root, "rev-parse", "HEAD", "--is-shallow-repository")


def _as_lesson(text: str, path: str, source: str) -> Lesson | None:
    """An earlier text read as it would be today; None for texts of a challenge that are no TOML."""
    own = language(source)
    if not path.endswith(".toml"):
        return scan(text, path, own, Path(path).stem)[0]
    try:
        return scan_strings(text, tomllib.loads(text), path, own, Path(path).parent.name).lesson
    except tomllib.TOMLDecodeError:
        return None


def _versions(root: Path, path: str) -> Iterator[str]:
    """The text of a file in each commit that changed it, newest first."""
    for commit in _git(root, "log", f"--max-count={_VERSIONS}", "--format=%H", "--", path).split():
        yield _git(root, "show", f"{commit}:./{path}")


def _git(root: Path, *arguments: str) -> str:
    """What Git prints; "" when it is not there or has nothing to say."""
    try:
        done = subprocess.run(  # noqa: S603 - no shell; the arguments are ours and a path
            ["git", "-C", str(root), *arguments],  # noqa: S607 - Git is where PATH has it
            capture_output=True,
            check=False,
        )
    except OSError:
        return ""
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else ""
