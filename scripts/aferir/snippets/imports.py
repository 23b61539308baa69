"""What a snippet imports from its own course, found without running it: what its outputs depend on."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

Names = tuple[str, ...]
"""A dotted name."""


def named_modules(path: Path, folder: Path) -> tuple[Names, ...]:
    """What may be modules among the names that a file imports, each once: for ``from a import b`` ``a`` and ``a.b``."""
    return tuple(dict.fromkeys(_module_names(path, folder)))


def imported_files(
    path: Path, snippets_folder: Path, named: Callable[[Path, Path], Iterable[Names]] = named_modules
) -> tuple[Path, ...]:
    """The files below ``snippets_folder`` that ``path`` imports, directly or not, sorted; ``path`` is not among them.

    Imports inside functions count, as do ``__init__.py`` of the packages on the way and, in
    ``import_module("reference.softmax")``, a name that stands there as text; other dynamic imports are not seen.
    A file that is missing or is not Python imports nothing. ``named`` does what `named_modules` does, which may be
    remembered for files that several snippets import.
    """
    found: set[Path] = set()
    pending = [path]
    while pending:
        for name in named(pending.pop(), snippets_folder):
            for file in _files_of(name, snippets_folder):
                if file not in found and file != path:
                    found.add(file)
                    pending.append(file)
    return tuple(sorted(found))


def _module_names(path: Path, folder: Path) -> Iterator[Names]:
    try:
        tree = ast.parse(path.read_bytes(), path)
    except (OSError, SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (tuple(alias.name.split(".")) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = (*_package(path, folder, node.level), *(node.module.split(".") if node.module else ()))
            yield base
            yield from ((*base, alias.name) for alias in node.names)
        elif isinstance(node, ast.Call):
            yield from _called(node)


def _package(path: Path, folder: Path, level: int) -> Names:
    """The package that the dots of a relative import name, seen from ``path``."""
    if not level or not path.is_relative_to(folder):
        return ()
    parents = path.relative_to(folder).parts[:-1]
    return parents[: len(parents) - level + 1]


def _called(node: ast.Call) -> Iterator[Names]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in ("import_module", "__import__") and node.args and isinstance(node.args[0], ast.Constant):
        yield tuple(str(node.args[0].value).split("."))


def _files_of(name: Names, folder: Path) -> Iterator[Path]:
    """The module, and the packages it lies in, as far as they are files of the course."""
    for length in range(1, len(name) + 1):
        place = folder.joinpath(*name[:length])
        candidates = (place / "__init__.py", place.with_name(place.name + ".py"))
        yield from (file for file in candidates if file.is_file())
