"""The built site as folders: content-hashed assets, the swap into place, and one last look at every page."""

from __future__ import annotations

import hashlib
import html.parser
import json
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from .assets import AssetFolder
from .languages import language, plural_categories

_HASH_DIGITS = 12
_ASSETS = "assets"


@dataclass(frozen=True, slots=True)
class ContentFolder:
    """A folder of the site that we write ourselves, named by the hash of its contents."""

    name: str
    files: Mapping[str, bytes]

    @property
    def folder_name(self) -> str:
        """``<name>-<hash>``: changes exactly when a file changes."""
        digest = hashlib.sha256()
        for path in sorted(self.files):
            digest.update(path.encode() + b"\0" + hashlib.sha256(self.files[path]).digest())
        return f"{self.name}-{digest.hexdigest()[:_HASH_DIGITS]}"


def module_folder(
    siblings: Mapping[str, str], runtime_files: Mapping[str, int], seconds: float, languages: tuple[str, ...]
) -> ContentFolder:
    """Our browser modules, style sheets, strings and icons, with ``folders.js`` that names the folders beside them."""
    browser = resources.files("aferir").joinpath("browser")
    own = {
        item.name: item.read_bytes()
        for item in browser.iterdir()
        if item.name.endswith((".js", ".css", ".svg")) and item.name != "folders.js"
    }
    strings = {f"strings/{code}.json": _json(browser_strings(code)) for code in languages}
    return ContentFolder("aferir", own | strings | {"folders.js": folders_module(siblings, runtime_files, seconds)})


def folders_module(siblings: Mapping[str, str], runtime_files: Mapping[str, int], seconds: float) -> bytes:
    """The generated module ``folders.js``: where the folders beside ours lie, and how much a first run loads."""
    folders = {name: f"../{folder}/" for name, folder in sorted(siblings.items())}
    runtime = {"bytes": sum(runtime_files.values()), "files": dict(runtime_files), "seconds": seconds}
    lines = (f"export const folders = {_text(folders)};", f"export const runtime = {_text(runtime)};")
    return ("\n".join(lines) + "\n").encode()


def browser_strings(code: str) -> dict[str, object]:
    """The catalogue of a language for the browser: message -> text, or -> texts by plural category."""
    texts = language(code).catalogue.texts
    order = plural_categories(code)
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
    """Copy a third-party folder below ``assets/``."""
    shutil.copytree(folder.path, site / _ASSETS / folder.folder_name, dirs_exist_ok=True)


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


_MARKS = re.compile(r"[\ue000-\ue002]|\{[=!@][^}\n]*\}?")
_CODE = ("code", "pre", "script", "style", "annotation")


class _Marks(html.parser.HTMLParser):
    """Collects what of our syntax survives in the text and attributes of a page, code left aside."""

    def __init__(self) -> None:
        super().__init__()
        self.depth = 0
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.depth += tag in _CODE
        for _, value in attrs:
            self.found += _MARKS.findall(value or "")

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag in _CODE and self.depth > 0

    def handle_data(self, data: str) -> None:
        if not self.depth:
            self.found += _MARKS.findall(data)


def surviving_marks(page: str) -> tuple[str, ...]:
    """Bindings and tokens that a finished HTML page still shows: there must be none."""
    parser = _Marks()
    parser.feed(page)
    return tuple(parser.found)


def pages_with_marks(site: Path) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Each page, and each search index, of a built site that still shows our syntax."""
    for path in sorted(site.rglob("*.html")):
        if found := surviving_marks(path.read_text(encoding="utf-8")):
            yield path, found
    for path in sorted(site.rglob("search_index.json")):
        index = json.loads(path.read_text(encoding="utf-8"))
        texts = " ".join(f"{entry['title']} {entry['text']}" for entry in index["docs"])
        if found := surviving_marks(texts):
            yield path, found


def _json(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def _text(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)
