"""The built site as folders: content-hashed assets, and the swap into place."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ..assets import AssetFolder
from ..languages import Language, plural_categories
from ..shades import shade_sheet
from .modules import rename_modules

_HASH_DIGITS = 12
_ASSETS = "assets"


@dataclass(frozen=True)
class ContentFolder:
    """A folder of the site that we write ourselves, named by the hash of its contents."""

    name: str
    files: Mapping[str, bytes]
    fixed_name: str = ""
    """Stands in the place of the name with the hash where nobody keeps files by their address: in ``serve``."""

    @cached_property
    def folder_name(self) -> str:
        """``<name>-<hash>``: changes exactly when a file changes. Every page asks for it several times."""
        if self.fixed_name:
            return self.fixed_name
        digest = hashlib.sha256()
        for path in sorted(self.files):
            digest.update(path.encode() + b"\0" + hashlib.sha256(self.files[path]).digest())
        return f"{self.name}-{digest.hexdigest()[:_HASH_DIGITS]}"


def module_folder(
    program: Mapping[str, bytes],
    siblings: Mapping[str, str],
    files: Mapping[str, Mapping[str, int]],
    seconds: float,
    languages: Iterable[Language],
) -> ContentFolder:
    """What our pages run, their style sheet and strings, with ``folders.js`` that names the folders beside them."""
    strings = {f"strings/{spoken.code}.json": _json(browser_strings(spoken)) for spoken in languages}
    made = {"page.css": program["page.css"] + shade_sheet(), "folders.js": folders_module(siblings, files, seconds)}
    return ContentFolder("aferir", {**program, **strings, **made})


def folders_module(siblings: Mapping[str, str], files: Mapping[str, Mapping[str, int]], seconds: float) -> bytes:
    """The generated module ``folders.js``: where the folders beside ours lie, and how much a first run loads.

    ``files``: of ``pyodide`` what a first run loads, of ``drawing`` what a first drawing loads besides.
    """
    folders = {name: f"../{folder}/" for name, folder in sorted(siblings.items())}
    first, besides = ({"bytes": sum(own.values()), "files": dict(own)} for own in (files["pyodide"], files["drawing"]))
    lines = (
        f"export const folders = {_text(folders)};",
        f"export const runtime = {_text({**first, 'seconds': seconds})};",
        f"export const drawing = {_text(besides)};",
    )
    return ("\n".join(lines) + "\n").encode()


def browser_strings(own: Language) -> dict[str, object]:
    """The catalogue of a language for the browser: message -> text, or -> texts by plural category."""
    texts = own.catalogue.texts
    order = plural_categories(own.code)
    return {
        message: text if isinstance(text, str) else {category: text[category] for category in order}
        for message, text in sorted(texts.items())
    }


def write_folder(folder: ContentFolder, site: Path) -> None:
    """Write a folder of ours below ``assets/``."""
    for path, data in folder.files.items():
        target = site / _ASSETS / folder.folder_name / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def copy_assets(folder: AssetFolder, site: Path) -> None:
    """Copy a third-party folder below ``assets/``, its modules under names that every host knows.

    Its name holds its hash, so one that is there is the same.
    """
    target = site / _ASSETS / folder.folder_name
    if not target.exists():
        shutil.copytree(folder.path, target)
        rename_modules(target)


def asset_path(folder_name: str, file: str = "") -> str:
    """The path of an asset from the root of the site."""
    return f"{_ASSETS}/{folder_name}/{file}"


def swap(building: Path, site: Path) -> None:
    """Put a finished build in the place of the old one; the old one leaves only when the new one is there."""
    previous = site.with_name(f"{site.name}.previous")
    shutil.rmtree(previous, ignore_errors=True)
    if site.exists():
        site.rename(previous)
    building.rename(site)
    shutil.rmtree(previous, ignore_errors=True)


def _json(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def _text(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)
