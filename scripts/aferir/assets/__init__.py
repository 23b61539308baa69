"""Third-party files, from their registries to the folders of a site. Everything is verified; nothing is committed.

`fetch_all` fills the cache with the files that ``thirdparty.toml`` lists; `asset_folders` makes of them the folders
that a site publishes, each named by the hash of its contents. Both do only what is not done yet.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import AferirError
from .built import Recipe, built, contents_hash, files_of, intact_hash, place_of
from .thirdparty import ThirdParty, ThirdPartyFile, admit_all, cache_folder, missing_files, third_party

# What makes and fetches (requests, fontTools, the index's client) takes half a second to load, and most calls find all
# that they need in the cache: so it is imported where it is used.
if TYPE_CHECKING:
    from .fetch import Source

__all__ = [
    "AssetFolder",
    "asset_folders",
    "fetch_all",
    "figure_fonts",
    "katex_package",
    "page_program",
    "pyodide_program",
]

Say = Callable[[str], None]
_PACKAGE = Path(__file__).parent.parent


@dataclass(frozen=True, slots=True)
class AssetFolder:
    """A folder for the site: published as ``<name>-<hash>``, so its files may be cached for ever."""

    name: str
    hash: str
    path: Path

    @property
    def folder_name(self) -> str:
        """The name under which the site publishes it."""
        return f"{self.name}-{self.hash}"


def silent(_: str) -> None:
    """Say nothing."""


def asset_folders(
    cache: Path, characters: str, modules: Path | None = None, say: Say = silent
) -> Mapping[str, AssetFolder]:
    """The folders ``drawing``, ``pyodide``, ``editor``, ``katex`` and ``fonts``, by name.

    ``characters``: all that the course shows; the fonts are cut down to them. ``modules``: the folder with the sources
    of the browser's grader, by default this package. What is missing is fetched and built. Raises AferirError.
    """
    from . import bundles, fonts, pyodide_dist  # noqa: PLC0415 - see above

    listed = third_party()
    recipes = (
        pyodide_dist.drawing(cache, listed),
        pyodide_dist.runtime(cache, listed, modules or _PACKAGE),
        bundles.editor(cache, listed),
        bundles.katex(cache, listed),
        fonts.web_fonts(cache, listed, characters),
    )
    return {recipe.name: _folder(cache, recipe, say) for recipe in recipes}


def fetch_all(
    cache: Path,
    from_folder: Path | None = None,
    say: Say = silent,
    *,
    sources: Mapping[str, tuple[Source, ...]] | None = None,
) -> None:
    """Bring every listed file into the cache, from ``from_folder`` by its name, else from where it is published.

    Raises AferirError when a file's sha256 is wrong, or once for all files that could not be had.
    """
    listed = third_party()
    missing = missing_files(cache, listed.files)
    if not missing:
        return
    reasons: tuple[str, ...] = ()
    if from_folder:
        _need_folder(from_folder)
        admit_all(cache, missing, from_folder)
    else:
        say(f"fetching {len(missing)} third-party files, once")
        reasons = _fetch(cache, listed, missing, sources)
    absent = missing_files(cache, missing)
    if absent:
        raise AferirError(_missing_message(absent, from_folder, reasons))


def figure_fonts(cache: Path, say: Say = silent) -> tuple[Path, ...]:
    """The TrueType files of the typeface of figures, weights 400 and 600, for Matplotlib's font manager."""
    from . import fonts  # noqa: PLC0415 - see above

    return files_of(_made(cache, fonts.figure_fonts(cache, third_party()), say))


def katex_package(cache: Path, say: Say = silent) -> Path:
    """The folder of KaTeX's own module, with which `aferir.tex` renders formulas at build time."""
    from . import bundles  # noqa: PLC0415 - see above

    return _made(cache, bundles.katex_program(cache, third_party()), say)


def graphviz_package(cache: Path, say: Say = silent) -> Path:
    """The folder of Graphviz's module, with which `aferir.diagrams` draws at build time."""
    from . import bundles  # noqa: PLC0415 - see above

    return _made(cache, bundles.graphviz_program(cache, third_party()), say)


def pyodide_program(cache: Path, modules: Path | None = None, say: Say = silent) -> Path:
    """The folder of Pyodide with NumPy and our wheel, of which `asset_folders` publishes what starts Python."""
    from . import pyodide_dist  # noqa: PLC0415 - see above

    return _made(cache, pyodide_dist.program(cache, third_party(), modules or _PACKAGE), say)


def page_program(cache: Path, modules: Path | None = None, say: Say = silent) -> Mapping[str, bytes]:
    """The files that our pages run, by name, made of our modules (``modules``: a folder of others)."""
    from . import bundles  # noqa: PLC0415 - see above

    recipe = bundles.program(cache, third_party(), modules or _PACKAGE / "browser")
    return {path.name: path.read_bytes() for path in files_of(_made(cache, recipe, say))}


def _folder(cache: Path, recipe: Recipe, say: Say) -> AssetFolder:
    path = _made(cache, recipe, say)
    return AssetFolder(recipe.name, intact_hash(cache, recipe) or contents_hash(path), path)


def _made(cache: Path, recipe: Recipe, say: Say) -> Path:
    """The result of a recipe: the one in the cache if it is whole; else the files are seen to and it is made."""
    if intact_hash(cache, recipe):
        return place_of(cache, recipe)
    fetch_all(cache, say=say)
    say(f"building {recipe.name}, once")
    return built(cache, recipe)


def _fetch(
    cache: Path,
    listed: ThirdParty,
    missing: Sequence[ThirdPartyFile],
    sources: Mapping[str, tuple[Source, ...]] | None,
) -> tuple[str, ...]:
    from .fetch import SOURCES, fetch_into  # noqa: PLC0415 - see above

    with tempfile.TemporaryDirectory(prefix=".fetch-", dir=cache_folder(cache, cache)) as temporary:
        reasons = fetch_into(Path(temporary), listed, missing, SOURCES if sources is None else sources)
        admit_all(cache, missing, Path(temporary))
    return reasons


def _need_folder(folder: Path) -> None:
    if not folder.is_dir():
        raise AferirError(f"{folder} is no folder; example: aferir assets --from downloads")


def _missing_message(absent: Sequence[ThirdPartyFile], folder: Path | None, reasons: Sequence[str]) -> str:
    where = f"are not in {folder}" if folder else "could not be fetched"
    files = "".join(f"\n  {item}" for item in absent)
    why = "".join(f"\n  {line}" for reason in reasons for line in reason.splitlines()[-1:])
    return (
        f"{len(absent)} third-party files {where}:{files}"
        + (f"\nWhat was tried:{why}" if why else "")
        + "\nPut them into one folder under these names and run: aferir assets --from DIR"
    )
