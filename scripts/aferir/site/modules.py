"""Third-party modules under names that every host serves as JavaScript: many call ``.mjs`` text, and it cannot run."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

_ENDING = ".mjs"
_NAME_END = re.compile(r"[\w.-]*\Z")
_LONGEST = 200
"""Characters: no file of a package has a longer name."""


def as_js(texts: Mapping[str, str]) -> dict[str, str]:
    """Modules by their path, renamed from ``.mjs`` to ``.js``, and named so where they name one another."""
    names = {path.rsplit("/", 1)[-1] for path in texts}
    return {_renamed(path): _naming_js(text, names) for path, text in texts.items()}


def rename_modules(folder: Path) -> None:
    """The same, in a folder of the site."""
    texts = _modules(folder)
    for path in texts:
        (folder / path).unlink()
    for path, text in as_js(texts).items():
        (folder / path).write_text(text, encoding="utf-8", newline="")


def published_sizes(folder: Path, sizes: Mapping[str, int]) -> dict[str, int]:
    """Sizes in bytes by name, of files of ``folder``, as they are once its modules are renamed."""
    changed = {path: len(text.encode()) for path, text in as_js(_modules(folder)).items()}
    return {_renamed(name): changed.get(_renamed(name), size) for name, size in sizes.items()}


def _modules(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.mjs"))
    }


def _renamed(name: str) -> str:
    return re.sub(r"\.mjs$", ".js", name)


def _naming_js(text: str, names: set[str]) -> str:
    """The text with ``.js`` where it names one of ``names``. A regular expression takes seconds for its megabytes."""
    first, *others = text.split(_ENDING)
    pieces = [first]
    for piece in others:
        stem = _NAME_END.search(pieces[-1][-_LONGEST:])
        is_name = not re.match(r"\w", piece) and stem is not None and f"{stem[0]}{_ENDING}" in names
        pieces += [".js" if is_name else _ENDING, piece]
    return "".join(pieces)
