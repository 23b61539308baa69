"""npm tarballs: safely unpacked, member by member."""

from __future__ import annotations

import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from ..errors import AferirError

Keep = Callable[[str], bool]


def everything(_: str) -> bool:
    """Keep each member."""
    return True


def unpack(tarball: Path, folder: Path, keep: Keep = everything) -> None:
    """Write the members of ``tarball`` for which ``keep(path)`` holds below ``folder``, without their top folder.

    Only plain files are written, and only below ``folder``. Links, devices and paths that lead elsewhere raise
    AferirError. (``tarfile``'s own data filter does not exist in Python 3.11.2 and would follow links.)
    """
    for path, content in members(tarball):
        if keep(path):
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)


def members(tarball: Path) -> Iterator[tuple[str, bytes]]:
    """Path and content of each file in ``tarball``. Raises AferirError for what an npm package never holds."""
    with tarfile.open(tarball, "r:gz") as archive:
        for member in archive:
            if member.isdir():
                continue
            stream = archive.extractfile(member) if member.isreg() else None
            if stream is None:
                raise AferirError(f"{tarball.name} is refused: {member.name} is no plain file")
            yield _safe_path(tarball, member.name), stream.read()


def member(tarball: Path, path: str) -> bytes:
    """The content of one file in ``tarball``. Raises AferirError when it is not there."""
    for name, content in members(tarball):
        if name == path:
            return content
    raise AferirError(f"{tarball.name} does not hold {path}")


def _safe_path(tarball: Path, name: str) -> str:
    """The path without its first folder. Raises AferirError when it could lead outside."""
    parts = PurePosixPath(name).parts[1:]
    if not parts or name.startswith("/") or any(part == ".." or "\\" in part or ":" in part for part in parts):
        raise AferirError(f"{tarball.name} is refused: {name} leads outside the package")
    return "/".join(parts)
