"""The file ``_headers`` of hosts that read one: which folders a browser may keep for ever."""

from __future__ import annotations

import re
from pathlib import Path

from ..errors import AferirError
from .folders import asset_path

_HASHED = re.compile(r"[a-z]+-[0-9a-f]{12}")
_FOR_EVER = "public, max-age=31536000, immutable"
_HEAD = "# Folders that carry the hash of what they hold: a browser may keep them for ever."


def headers_text(site: Path) -> str:
    """``_headers`` for a built site. Raises AferirError where none lies.

    Rules that match one path are joined by these hosts, so nothing is said of all files.
    """
    folder = site / asset_path("").strip("/")
    names = sorted(path.name for path in folder.iterdir() if _HASHED.fullmatch(path.name)) if folder.is_dir() else []
    if not names:
        raise AferirError(f"{site}: is no built site; give the folder that `mkdocs build` wrote, for example site")
    rules = [f"/{asset_path(name)}*\n  Cache-Control: {_FOR_EVER}" for name in names]
    return "\n".join((_HEAD, *rules)) + "\n"
