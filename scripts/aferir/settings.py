"""Settings: one dataclass, each field with its help. ``mkdocs.yml`` sets them under ``plugins: - aferir:``."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any

from .errors import AferirError, hint

PYODIDE_VERSION = "314.0.4"
NUMPY_VERSION = "2.4.3"
MATPLOTLIB_VERSION = "3.10.8"
_LARGEST = 1e9
"""No time in seconds and no size in MiB reaches it; what does is a slip, or infinity."""


def _help(text: str, example: str, *choices: str) -> dict[str, object]:
    return {"help": text, "example": example, "choices": choices}


@dataclass(frozen=True, slots=True)
class Settings:
    """Where a course lies and how far its code may go. Paths are relative to ``root``, the folder of ``mkdocs.yml``."""

    root: Path = Path()
    lessons: str = field(
        default="lessons", metadata=_help("Folder of course.yml and of one folder of lessons per language.", "chapters")
    )
    snippets: str = field(
        default="snippets",
        metadata=_help("Folder of reference/, lessons/ and challenges/: the course's Python.", "code"),
    )
    docs: str = field(
        default="docs",
        metadata=_help(
            "Folder of pages that are no lessons: one folder per language. MkDocs' own docs_dir, when that is set.",
            "pages",
        ),
    )
    languages: tuple[str, ...] = field(
        default=(),
        metadata=_help("Languages to build; none means all of the course. For a quick look while writing.", "[es]"),
    )
    cell_seconds: float = field(default=20.0, metadata=_help("Time limit of one cell, in seconds.", "60"))
    memory_megabytes: int = field(default=4096, metadata=_help("Memory limit of one lesson's process, in MiB.", "2048"))
    cache: str = field(
        default="",
        metadata=_help(
            "Folder of the cache, outside the course. Empty: the environment variable AFERIR_CACHE, else the user's "
            "own cache folder.",
            "/var/cache/aferir",
        ),
    )
    use_cache: bool = field(default=True, metadata=_help("Reuse outputs and values of earlier builds.", "false"))
    words_per_minute: int = field(default=140, metadata=_help("Reading speed behind the reading time.", "180"))
    browser_seconds: float = field(
        default=30.0, metadata=_help("Time limit of a reader's code in the browser, in seconds.", "10")
    )
    stale_translations: str = field(
        default="note",
        metadata=_help(
            "What a section is whose source has changed since it was translated: a note on its page and in the report "
            "(note), or a finding that stops the build (fail).",
            "fail",
            "note",
            "fail",
        ),
    )
    shared_cache: str = field(
        default="",
        metadata=_help(
            "A cache that machines share behind their own: a folder, or an address that fsspec knows. Empty: the "
            "environment variable AFERIR_SHARED_CACHE, else none.",
            "s3://bucket/aferir",
        ),
    )
    executor: str = field(
        default="threads",
        metadata=_help(
            "Where lessons run: on this machine (threads), or on a Dask cluster.", "dask", "threads", "dask"
        ),
    )
    scheduler: str = field(
        default="", metadata=_help("Address of the Dask scheduler, for the executor dask.", "tcp://10.0.0.5:8786")
    )
    notebooks: bool = field(
        default=True,
        metadata=_help("Make a Jupyter notebook of each lesson that has a snippet; `serve` makes none.", "false"),
    )
    figure_kilobytes: int = field(
        default=300, metadata=_help("Largest size of one drawing of a figure, in kB of SVG.", "500")
    )

    @property
    def lessons_folder(self) -> Path:
        """The folder of ``course.yml`` and of the lessons."""
        return self.root / self.lessons

    @property
    def ledger_file(self) -> Path:
        """The ledger of what the build writes."""
        return self.lessons_folder / "ledger.json"

    @property
    def translations_file(self) -> Path:
        """What each section was translated from."""
        return self.lessons_folder / "translations.txt"

    def texts_file(self, code: str) -> Path:
        """The course's own texts of the interface in one language; few courses have one."""
        return self.lessons_folder / f"interface.{code}.po"

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

    @property
    def shared_cache_place(self) -> str:
        """The cache that machines share: the setting, else ``AFERIR_SHARED_CACHE``; "" for none."""
        return self.shared_cache or os.environ.get("AFERIR_SHARED_CACHE", "")


def challenge_folders(folder: Path) -> list[Path]:
    """The folder of each challenge below ``folder``, sorted; its name is the challenge's id."""
    found = folder.iterdir() if folder.is_dir() else ()
    return sorted(path for path in found if path.is_dir() and not path.name.startswith(("_", ".")))


def setting_fields() -> tuple[Field[Any], ...]:
    """The fields that ``mkdocs.yml`` may set, in order."""
    return tuple(item for item in fields(Settings) if item.name != "root")


def settings_from(
    options: Mapping[str, object], root: Path, place: Callable[..., str] = lambda *_keys: "mkdocs.yml"
) -> Settings:
    """The settings that ``options`` (the mapping under ``aferir:``) asks for.

    ``place`` tells where a key (one name) or its value (a name and ``"value"``) stands. Raises AferirError for an
    unknown name or a value of the wrong type, with its place, its name, what was expected and an example.
    """
    known = {item.name: item for item in setting_fields()}
    for name in options:
        if name not in known:
            raise AferirError(
                f"{place(name)}: unknown setting aferir.{name}{hint(str(name), known)}; "
                f"known settings: {', '.join(known)}"
            )
    taken = {name: _taken(known[name], value, place(name, "value")) for name, value in options.items()}
    return Settings(root=root, **taken)  # type: ignore[arg-type]


def kind_of(item: Field[Any]) -> str:
    """What a setting takes, in words."""
    if choices := item.metadata["choices"]:
        return " or ".join(choices)
    return _KINDS[type(item.default)]


_KINDS: Mapping[type, str] = {
    bool: "true or false",
    int: "a whole number above 0",
    float: "a number above 0",
    str: "a text",
    tuple: "a list of texts",
}


def example_of(item: Field[Any]) -> str:
    """A line of ``mkdocs.yml`` that sets it."""
    return f"{item.name}: {item.metadata['example']}"


def _taken(item: Field[Any], value: object, place: str) -> object:
    """``value`` as the setting keeps it. Raises AferirError when it is none for it."""
    taken = tuple(value) if isinstance(value, list) else value
    if isinstance(item.default, float) and type(value) is int:
        taken = float(value)
    if type(taken) is not type(item.default) or not _is_allowed(item, taken):
        raise AferirError(
            f"{place}: aferir.{item.name} needs {kind_of(item)}, got {value!r}; example: {example_of(item)}"
        )
    return taken


def _is_allowed(item: Field[Any], value: object) -> bool:
    """Whether a value of the right type is one: all our numbers are times, sizes and speeds."""
    if isinstance(value, tuple):
        return all(isinstance(one, str) for one in value)
    if isinstance(value, str):
        return value in (item.metadata["choices"] or (value,))
    return isinstance(value, bool) or (isinstance(value, int | float) and 0 < value < _LARGEST)
