"""The manifest of a published site, ``aferir.json``, and a folder compared with it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from ..digests import file_digest
from ..errors import AferirError

MANIFEST = "aferir.json"
_SHA256 = re.compile(r"[0-9a-f]{64}")
_HOSTS_OWN = (".git", ".nojekyll", "CNAME", "_headers", "_redirects")
"""What a host reads and does not serve."""
_PACKED = (".gz", ".br")


@dataclass(frozen=True, slots=True)
class Entry:
    """A file as the manifest has it: hash of its bytes in hexadecimal digits, size in bytes."""

    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """What was built: by which version, which course, and every file but the manifest itself."""

    generator: str
    course: str
    files: Mapping[str, Entry]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A folder against its manifest: paths, sorted."""

    missing: tuple[str, ...]
    changed: tuple[str, ...]
    extra: tuple[str, ...]
    intact: int

    @property
    def is_whole(self) -> bool:
        """Whether every file is there, unchanged, and none besides."""
        return not (self.missing or self.changed or self.extra)


def entry_of(data: bytes) -> Entry:
    """The entry of a file that holds ``data``."""
    return Entry(hashlib.sha256(data).hexdigest(), len(data))


def entries(folder: Path) -> dict[str, Entry]:
    """Every file below a folder, by its path from there; the manifest, and what is only its host's, do not count."""
    return {path: _entry_of_file(folder / path) for path in _paths(folder)}


def _entry_of_file(path: Path) -> Entry:
    digest, size = file_digest(str(path))
    return Entry(digest.hex(), size)


def written(manifest: Manifest) -> bytes:
    """The manifest as the file ``aferir.json``: one line per file, sorted."""
    files = [
        f"{json.dumps(path, ensure_ascii=False)}: {json.dumps({'sha256': one.sha256, 'size': one.size})}"
        for path, one in sorted(manifest.files.items())
    ]
    head = f'"generator": {json.dumps(manifest.generator)},\n"course": {json.dumps(manifest.course)},\n"files": '
    return ("{\n" + head + "{\n" + ",\n".join(files) + "\n}\n}\n").encode()


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a published folder. Raises AferirError when there is none, or when it is not one of ours."""
    path = folder / MANIFEST
    if not path.is_file():
        raise AferirError(f"{path}: there is no such file; give the folder that `mkdocs build` wrote, for example site")
    try:
        data = json.loads(path.read_bytes())
        files = {str(name): Entry(str(one["sha256"]), int(one["size"])) for name, one in data["files"].items()}
        made = Manifest(str(data["generator"]), str(data["course"]), files)
    except OSError as error:
        raise AferirError(f"{path}: cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise AferirError(f"{path}: is no manifest of a site; build the site anew") from None
    _need_sense(path, made)
    return made


def compare(folder: Path, manifest: Manifest) -> Comparison:
    """What differs between a folder and the manifest. Raises AferirError when a file cannot be read."""
    expected = set(manifest.files)
    present = {path for path in _paths(folder) if path in expected or not _is_packed(path, expected)}
    same = {path for path in present & expected if _entry(folder / path) == manifest.files[path]}
    return Comparison(
        missing=tuple(sorted(expected - present)),
        changed=tuple(sorted(present & expected - same)),
        extra=tuple(sorted(present - expected)),
        intact=len(same),
    )


def comparison_text(found: Comparison) -> str:
    """One line per difference, and one that counts."""
    kinds = {"missing": found.missing, "changed": found.changed, "extra": found.extra}
    lines = [f"{kind}: {path}" for kind, paths in kinds.items() for path in paths]
    count = f"{found.intact} file{'s are' if found.intact != 1 else ' is'} as built"
    return "\n".join([*lines, count if found.is_whole else f"{count}; {len(lines)} not"])


def comparison_json(found: Comparison) -> str:
    """An object with missing, changed, extra, intact."""
    return json.dumps(asdict(found), ensure_ascii=False, indent=2)


COMPARISON_FORMATS: Mapping[str, Callable[[Comparison], str]] = {"text": comparison_text, "json": comparison_json}


def _entry(path: Path) -> Entry:
    try:
        return _entry_of_file(path)
    except OSError as error:
        raise AferirError(f"{path}: cannot be read: {error.strerror}") from None


def _paths(folder: Path) -> Iterable[str]:
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if not path.is_dir() and parts != (MANIFEST,) and parts[0] not in _HOSTS_OWN:
            yield "/".join(parts)


def _is_packed(path: str, expected: set[str]) -> bool:
    """Whether a file is the compressed form that some hosts want beside a file of the site."""
    return any(path.endswith(ending) and path.removesuffix(ending) in expected for ending in _PACKED)


def _need_sense(path: Path, manifest: Manifest) -> None:
    """Raise AferirError for entries that no build of ours writes."""
    for name, one in manifest.files.items():
        if name.startswith("/") or ".." in name.split("/") or not _SHA256.fullmatch(one.sha256):
            raise AferirError(f"{path}: the entry {name!r} is not one that a build writes; build the site anew")
