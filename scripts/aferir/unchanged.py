"""Whether a build would write again, byte for byte, the site that is there: told by hashes of all it reads and wrote.

Read are the course, the settings, this package, the versions of all others, and the state of the course's repository.
What MkDocs runs besides may read anything else: with a hook, or with a plugin, a theme or an extension that is not
known here to read nothing more, no build is passed over. Only a build without a warning is remembered.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from types import FunctionType

from .cache import installed_versions
from .digests import file_digest
from .history import repository_state
from .settings import Settings
from .stores import Cache, NoCache, Report, Store

_PLUGINS = frozenset(("aferir", "search", "material/search"))
_THEMES = frozenset(("material",))
_EXTENSIONS = frozenset(
    (
        *("abbr", "admonition", "attr_list", "codehilite", "def_list", "extra", "fenced_code", "footnotes"),
        *("legacy_attrs", "legacy_em", "md_in_html", "meta", "nl2br", "sane_lists", "smarty", "tables", "toc"),
        "wikilinks",
    )
)
_READING = frozenset(("pymdownx.b64", "pymdownx.snippets"))
"""Extensions of PyMdown that read files from anywhere."""
_READING_OPTION = "custom_icons"
"""The option of ``pymdownx.emoji`` that does."""
_NAMED_IN = ("aferir.", "material.", "pymdownx.", "markdown.")
"""Functions that ``mkdocs.yml`` may name: those of packages whose version says what they do."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What MkDocs, or the ``program`` in its place, was told: plugins, hooks, extensions, theme, configuration."""

    program: str
    plugins: Sequence[str]
    hooks: Sequence[str]
    extensions: Sequence[object]
    theme: str
    written: str
    """As written in ``mkdocs.yml`` and at the command line: see `written_text`."""
    folders: Sequence[Path]
    """With the pages that are no lessons, and the author's own templates."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A build: the hash of what it reads, and of the site that it wrote."""

    inputs: str
    site: str


def inputs_hash(settings: Settings, told: Surroundings) -> str:
    """The hash of all that a build reads; "" when it may read what nobody here knows of."""
    if not settings.use_cache or not _is_known(told):
        return ""
    folders = (settings.lessons_folder, settings.snippets_folder, *told.folders, Path(__file__).parent)
    try:
        files = {str(folder): folder_hash(folder) for folder in folders}
    except OSError:  # the build will say which, and why
        return ""
    machine = [sys.version, platform.machine(), dict(installed_versions())]
    facts = [told.program, told.written, repr(asdict(settings)), files, machine, repository_state(settings.root)]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def _is_known(told: Surroundings) -> bool:
    """Whether all that takes part is known to read nothing but its configuration and the folders of the course."""
    return bool(
        told.written
        and _READING_OPTION not in told.written
        and not told.hooks
        and told.theme in _THEMES
        and set(told.plugins) <= _PLUGINS
        and all(isinstance(name, str) and _is_known_extension(name) for name in told.extensions)
    )


def _is_known_extension(name: str) -> bool:
    plain = name.removeprefix("markdown.extensions.")
    return plain in _EXTENSIONS or (name.startswith("pymdownx.") and name not in _READING)


def written_text(configuration: object) -> str:
    """A configuration as text, the same for the same one; "" when it names what may do anything."""
    try:
        return json.dumps(configuration, sort_keys=True, default=_named)
    except (TypeError, ValueError):
        return ""


def _named(value: object) -> object:
    """A value that JSON does not know. Raises TypeError for one whose name does not say what it is."""
    if isinstance(value, partial):
        return [value.func, value.args, value.keywords]
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, FunctionType | type) and f"{value.__module__}.".startswith(_NAMED_IN):
        return f"{value.__module__}.{value.__qualname__}"
    raise TypeError(f"{value!r} may do anything")


def folder_hash(folder: Path) -> str:
    """The hash of every file below a folder, by its path from there; "" for no folder. Raises OSError."""
    if not folder.is_dir():
        return ""
    digest = hashlib.sha256()
    for path in sorted(_files(str(folder))):
        digest.update(os.fsencode(path[len(str(folder)) :]) + b"\0" + file_digest(path)[0])
    return digest.hexdigest()


def _files(folder: str) -> Iterator[str]:
    with os.scandir(folder) as found:
        for entry in found:
            if not entry.is_dir():
                yield entry.path
            elif entry.name != "__pycache__":
                yield from _files(entry.path)


# ── What is remembered ───────────────────────────────────────────────────────────────────────────────────────────────


def builds(settings: Settings, report: Report) -> Store:
    """Where builds are remembered: on this machine alone, since a site lies on one machine."""
    return Cache(settings.cache_folder / "builds", report) if settings.use_cache else NoCache()


def is_unchanged(store: Store, site: Path, inputs: str) -> bool:
    """Whether ``site`` is what a build of ``inputs`` wrote."""
    remembered = store.get(_key(site)) if inputs else None
    seen = _read(remembered) if remembered else None
    try:
        return seen is not None and seen.inputs == inputs and seen.site == folder_hash(site) != ""
    except OSError:
        return False


def remember(store: Store, site: Path, inputs: str) -> None:
    """Keep that ``site`` is what a build of ``inputs`` wrote; nothing when it is not known what it read."""
    if inputs:
        with contextlib.suppress(OSError):
            store.put(_key(site), json.dumps(asdict(Seen(inputs, folder_hash(site)))).encode())


def _key(site: Path) -> str:
    return hashlib.sha256(os.fsencode(site.resolve())).hexdigest()


def _read(remembered: bytes) -> Seen | None:
    """None for what an older version kept."""
    try:
        data: Mapping[str, object] = json.loads(remembered)
        return Seen(str(data["inputs"]), str(data["site"]))
    except (ValueError, KeyError, TypeError):
        return None
