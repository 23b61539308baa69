"""What several passes need: where things lie, and what is kept of them between builds."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from ..model import Answer, Binding, Block, Fence, Number, Task
from ..readings import last_version, readings, remember_version
from ..settings import Settings
from ..stores import Store, store_of

Say = Callable[[str], None]
Meanwhile = Callable[[], object]
"""Done where a build would wait for other processes. Nothing that it writes depends on it."""
Answers = TypeVar("Answers")

Item = Binding | Fence | Block | Answer | Task
"""What an author writes that becomes a token."""


def nothing() -> None:
    """What is done meanwhile where nobody says."""


def kept(settings: Settings, name: str, say: Say = lambda _note: None) -> Store:
    """The store called ``name`` in the cache of the course, and in the one that machines share, if there is one."""
    return store_of(settings, name, say)


def answered(
    settings: Settings,
    program: str,
    kept: Callable[[str], Answers | None],
    ask: Callable[[Callable[[str], None]], Answers],
) -> Answers:
    """The answers that are ``kept`` of the version of ``program`` that answered last, all of them; else its own.

    ``ask`` is given what remembers the version that it asks.

    Finding out which version is installed, file by file, takes longer than reading what it said.
    """
    store = readings(settings.cache_folder)
    version = last_version(store, program)
    found = kept(version) if version and settings.use_cache else None
    return ask(partial(remember_version, store, program)) if found is None else found


def snippet_path(settings: Settings, name: str) -> Path:
    """The file of a lesson's snippet, there or not."""
    return settings.snippets_folder / "lessons" / f"{name}.py"


def reference_files(settings: Settings) -> dict[str, str]:
    """The course's reference functions: path below ``snippets/`` -> source."""
    folder = settings.snippets_folder
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((folder / "reference").rglob("*.py"))
    }


def python_files(settings: Settings) -> dict[str, bytes]:
    """All that challenges are made of, the reference functions included: path below ``snippets/`` -> content."""
    folder = settings.snippets_folder
    paths = [path for name in ("reference", "challenges") for path in sorted((folder / name).rglob("*"))]
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in paths
        if path.suffix in (".py", ".toml") and path.is_file()
    }


def json_bytes(data: object) -> bytes:
    """Canonical JSON, in UTF-8."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def shown_as_written(item: Item) -> str:
    """What a finding calls it."""
    if isinstance(item, Fence):
        return f"the fence “{item.kind} {item.name}”"
    if isinstance(item, Block):
        return f"the block “{item.kind}”"
    if isinstance(item, Answer):
        return f"[{'x' if item.is_right else ' '}]" + (f"{{!{item.expression}}}" if item.expression else "")
    if isinstance(item, Task):
        return "the task"
    return f"{item.written}{{={item.expression}}}" if isinstance(item, Number) else item.written
