"""LICENCES.txt of a folder: what it holds from elsewhere, under which licence, with the texts the packages carry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from .npm import members
from .thirdparty import ThirdPartyFile, cached

NAME = "LICENCES.txt"
_TEXTS = ("licen", "copying", "notice")


def write_licences(cache: Path, items: Iterable[ThirdPartyFile], folder: Path) -> None:
    """Write ``folder``/LICENCES.txt. The texts of wheels lie in the wheels."""
    parts = [part for item in items for part in (_heading(item), *_texts(cache, item))]
    (folder / NAME).write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def _heading(item: ThirdPartyFile) -> str:
    return f"{item.name} {item.version} ({item.licence}): {item.purpose}"


def _texts(cache: Path, item: ThirdPartyFile) -> Iterator[str]:
    """The licence texts at the top of an npm package."""
    if item.source == "npm":
        for path, content in members(cached(cache, item)):
            if "/" not in path and path.lower().startswith(_TEXTS):
                yield content.decode("utf-8").strip()
