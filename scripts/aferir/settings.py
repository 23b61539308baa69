"""Settings: one dataclass, each field with its help. ``mkdocs.yml`` sets them under ``plugins: - aferir:``."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields
from pathlib import Path

from .errors import AferirError

PYODIDE_VERSION = "314.0.4"
NUMPY_VERSION = "2.4.3"
MATPLOTLIB_VERSION = "3.10.8"
_LARGEST = 1e9
"""No time in seconds and no size in MiB reaches it; what does is a slip, or infinity."""


def _help(text: str) -> dict[str, str]:
    return {"help": text}


@dataclass(frozen=True, slots=True)
class Settings:
    """Where a course lies and how far its code may go. Paths are relative to ``root``, the folder of ``mkdocs.yml``."""

    root: Path = field(default=Path(), metadata=_help("Folder that holds mkdocs.yml."))
    lessons: str = field(default="lessons", metadata=_help("Folder of course.yml and of one folder per language."))
    snippets: str = field(default="snippets", metadata=_help("Folder of reference/, lessons/ and challenges/."))
    docs: str = field(default="docs", metadata=_help("Folder of pages that are no lessons: one folder per language."))
    languages: tuple[str, ...] = field(
        default=(), metadata=_help("Languages to build, for example [es]; empty means all of the course.")
    )
    cell_seconds: float = field(default=20.0, metadata=_help("Time limit of one cell, in seconds."))
    memory_megabytes: int = field(default=4096, metadata=_help("Memory limit of one lesson's process, in MiB."))
    cache: str = field(default="", metadata=_help("Folder of the cache; empty means the user's cache folder."))
    use_cache: bool = field(default=True, metadata=_help("Reuse outputs and values of earlier builds."))
    words_per_minute: int = field(default=140, metadata=_help("Reading speed behind the reading time."))
    browser_seconds: float = field(default=30.0, metadata=_help("Time limit of reader's code in the browser."))

    @property
    def lessons_folder(self) -> Path:
        """The folder of ``course.yml`` and of the lessons."""
        return self.root / self.lessons

    @property
    def ledger_file(self) -> Path:
        """The ledger of what the build writes."""
        return self.lessons_folder / "ledger.json"

    @property
    def bibliography_file(self) -> Path:
        """The course's sources."""
        return self.lessons_folder / "references.bib"

    @property
    def glossary_file(self) -> Path:
        """The course's terms."""
        return self.lessons_folder / "glossary.yml"

    @property
    def snippets_folder(self) -> Path:
        """The folder of the course's Python."""
        return self.root / self.snippets

    @property
    def docs_folder(self) -> Path:
        """The folder of pages that are no lessons."""
        return self.root / self.docs

    @property
    def cache_folder(self) -> Path:
        """The cache: the setting, else ``AFERIR_CACHE``, else the user's own cache folder. Never inside the course."""
        chosen = self.cache or os.environ.get("AFERIR_CACHE", "")
        if chosen:
            return Path(chosen)
        import platformdirs  # noqa: PLC0415 - every call loads this module, few ask for the user's own folder

        return Path(platformdirs.user_cache_dir("aferir"))


def challenge_folders(folder: Path) -> list[Path]:
    """The folder of each challenge below ``folder``, sorted; its name is the challenge's id."""
    found = folder.iterdir() if folder.is_dir() else ()
    return sorted(path for path in found if path.is_dir() and not path.name.startswith(("_", ".")))


def settings_from(options: dict[str, object], root: Path) -> Settings:
    """The settings that ``options`` (the mapping under ``aferir:``) asks for.

    Raises AferirError for an unknown name or a value of the wrong type, naming it and what was expected.
    """
    known = {item.name: item for item in fields(Settings) if item.name != "root"}
    for name in options:
        if name not in known:
            raise AferirError(f"mkdocs.yml: unknown setting aferir.{name}; known settings: {', '.join(known)}")
    return Settings(root=root, **{name: _typed(name, value) for name, value in options.items()})  # type: ignore[arg-type]


def _typed(name: str, value: object) -> object:
    default = next(item.default for item in fields(Settings) if item.name == name)
    if isinstance(default, tuple) and isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
        _need_positive(name, value, default)
        return float(value)
    if type(value) is type(default):
        _need_positive(name, value, default)
        return value
    raise AferirError(
        f"mkdocs.yml: aferir.{name} needs a {type(default).__name__}, got {value!r}; example: {default!r}"
    )


def _need_positive(name: str, value: object, default: object) -> None:
    """Raise AferirError for a number that is not above 0: all our numbers are times, sizes and speeds."""
    if isinstance(value, int | float) and not isinstance(value, bool) and not 0 < value < _LARGEST:
        raise AferirError(
            f"mkdocs.yml: aferir.{name} needs a number above 0 and below 1e9, got {value!r}; example: {default!r}"
        )
