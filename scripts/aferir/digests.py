"""The SHA-256 of a file, read piece by piece: the largest of a site would take more memory than all else of a build."""

from __future__ import annotations

import hashlib

_PIECE = 1 << 16


def file_digest(path: str) -> tuple[bytes, int]:
    """The SHA-256 of the file at ``path``, and its size in bytes. Raises OSError."""
    digest, size = hashlib.sha256(), 0
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - a Path for each of a thousand takes longer than reading
        while piece := file.read(_PIECE):
            digest.update(piece)
            size += len(piece)
    return digest.digest(), size
