"""Pages and snippets that were read before, found again by their text: what checking another page needs of them.

Reading a translation or a snippet takes longer than looking its record up. A record is bound to the generator that
wrote it: to the size and time of each of its modules, so that none survives a change of the scanner.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path

from .course import Source
from .languages import language
from .model import Cell, Lesson, Position, Section, Snippet
from .records import Record, encoded, read_record
from .references import read_bibliography
from .scan import scan
from .snippets import imported_files, read_snippet
from .stores import Cache, Store


def readings(cache: Path) -> Cache:
    """Where readings are kept."""
    return Cache(cache / "readings")


def last_version(store: Store, program: str) -> str:
    """The KaTeX (or Graphviz) that this generator, with its list of third-party files, last used; empty for none."""
    return (store.get(_key(program)) or b"").decode()


def remember_version(store: Store, program: str, version: str) -> None:
    """Keep the version that ``last_version`` gives."""
    store.put(_key(program), version.encode())


def outline(source: Source, store: Store) -> Lesson:
    """The lesson of a page as far as parity asks: its sections and what stands in them, nothing else."""
    key = _key("outline", source.path, source.language, source.slug, source.text)
    kept = store.get(key)
    sections = read_record(kept, _sections_of) if kept else None
    if sections is None:
        lesson, _ = scan(source.text, source.path, language(source.language), source.slug)
        sections = lesson.sections
        store.put(key, encoded({"sections": [_section_record(item) for item in sections]}))
    return Lesson(source.path, source.slug, source.language, "", "", "", "", sections=sections)


def snippet_of(path: Path, shown: str, languages: Sequence[str], store: Store) -> Snippet | None:
    """The snippet in ``path``, named ``shown``, without what is wrong with it; None when it is not Python."""
    try:
        text = path.read_bytes()
    except OSError:
        return None
    key = _key("snippet", shown, *languages, hashlib.sha256(text).hexdigest())
    kept = store.get(key)
    snippet = read_record(kept, _snippet_of) if kept else None
    if snippet is None:
        snippet, _ = read_snippet(path, shown, languages)
        if snippet:
            store.put(key, encoded(_snippet_record(snippet)))
    return snippet


def imports_of(path: Path, folder: Path, store: Store) -> tuple[Path, ...]:
    """The files below ``folder`` that ``path`` imports, as ``imported_files`` finds them."""
    modules = sorted((item.as_posix(), *_stamp(item)) for item in (path, *folder.rglob("*.py")) if item.is_file())
    key = _key("imports", path.as_posix(), json.dumps(modules))
    kept = store.get(key)
    names = read_record(kept, lambda record: [str(name) for name in record["files"]]) if kept else None
    if names is None:
        names = [file.as_posix() for file in imported_files(path, folder)]
        store.put(key, encoded({"files": names}))
    return tuple(map(Path, names))


def source_keys(path: Path, store: Store) -> tuple[str, ...]:
    """The keys of the bibliography in ``path``, as ``read_bibliography`` finds them; none when there is no file."""
    try:
        data = path.read_bytes()
    except OSError:
        return ()
    key = _key("sources", hashlib.sha256(data).hexdigest())
    kept = store.get(key)
    names = read_record(kept, lambda record: [str(name) for name in record["keys"]]) if kept else None
    if names is None:
        names = list(read_bibliography(data, path.name)[0].entries)
        store.put(key, encoded({"keys": names}))
    return tuple(names)


def _key(*parts: str) -> str:
    return hashlib.sha256(json.dumps([_generator(), *parts]).encode()).hexdigest()


@functools.cache
def _generator() -> list[tuple[object, ...]]:
    written = (".py", ".toml", ".mjs")
    places = os.walk(Path(__file__).parent)  # a tenth of the time that rglob takes: an editor asks at each save
    return [
        (name, *_stamp(Path(place, name)))
        for place, _, names in sorted(places)
        for name in sorted(names)
        if name.endswith(written)
    ]


def _stamp(path: Path) -> tuple[int, int]:
    about = path.stat()
    return about.st_size, about.st_mtime_ns


# ── Records ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _section_record(section: Section) -> Record:
    contents = [[content, place.line, place.column] for content, place in section.contents]
    place = section.position
    return {"title": section.title, "level": section.level, "at": [place.line, place.column], "contents": contents}


def _sections_of(record: Record) -> tuple[Section, ...]:
    return tuple(
        Section(
            item["title"],
            item["level"],
            Position(*item["at"]),
            tuple((content, Position(line, column)) for content, line, column in item["contents"]),
        )
        for item in record["sections"]
    )


def _snippet_record(snippet: Snippet) -> Record:
    cells = [[cell.name, cell.source, cell.line] for cell in snippet.cells]
    functions = {"figures": snippet.figures, "tables": snippet.tables, "states": snippet.states}
    assigned = [[name, *cells] for name, cells in snippet.assigned.items()]  # a list: hints go by its order
    return {"name": snippet.name, "path": snippet.path, "cells": cells, "assigned": assigned, **functions}


def _snippet_of(record: Record) -> Snippet:
    return Snippet(
        record["name"],
        record["path"],
        tuple(Cell(*cell) for cell in record["cells"]),
        tuple(record["figures"]),
        tuple(record["tables"]),
        tuple(record["states"]),
        {name: tuple(cells) for name, *cells in record["assigned"]},
    )
