"""Third-party modules under names that every host serves as JavaScript: many call ``.mjs`` text, and it cannot run."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

_NAME = re.compile(r"([\w.-]+)\.mjs\b")


def as_js(texts: Mapping[str, str]) -> dict[str, str]:
    """Modules by their path, renamed from ``.mjs`` to ``.js``, and named so where they name one another."""
    names = {path.rsplit("/", 1)[-1] for path in texts}
    return {_renamed(path): _NAME.sub(lambda found: _js(found, names), text) for path, text in texts.items()}


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


def _js(found: re.Match[str], names: set[str]) -> str:
    return f"{found[1]}.js" if found[0] in names else found[0]
