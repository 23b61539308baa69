"""The pages of notebooks: rendered by mkdocs-jupyter in one process, kept by what they were rendered from."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .cache import installed_version
from .errors import AferirError
from .notebooks.prose import TOKEN
from .stores import Store

_ALONE = re.compile(r"<p>\s*(\ue000\d+\ue001)\s*</p>")


@dataclass(frozen=True, slots=True)
class Rendered:
    """A notebook as HTML with the tokens of what the page shows in their place, and its headings."""

    html: str
    headings: tuple[tuple[int, str, str], ...]
    """Level, id, text."""

    def filled(self, shown: Mapping[str, str]) -> str:
        """The HTML with each token replaced by its own HTML; what fills a paragraph alone takes its place."""
        html = _ALONE.sub(lambda found: found[1] if _is_block(shown.get(found[1], "")) else found[0], self.html)
        return TOKEN.sub(lambda found: shown.get(found[0], ""), html)

    def contents(self, plain: Mapping[str, str]) -> tuple[tuple[int, str, str], ...]:
        """The headings with the text of each token."""
        return tuple(
            (level, name, TOKEN.sub(lambda found: plain.get(found[0], ""), text)) for level, name, text in self.headings
        )


def _is_block(html: str) -> bool:
    return html.lstrip().startswith(("<div", "<figure"))


def rendered(documents: Mapping[str, bytes], store: Store) -> dict[str, Rendered]:
    """Each notebook rendered, by its name; only those that the store does not hold are rendered now.

    Raises AferirError when mkdocs-jupyter cannot.
    """
    keys = {name: _key(document) for name, document in documents.items()}
    found = {name: _read(store.get(key)) for name, key in keys.items()}
    missing = [name for name, one in found.items() if one is None]
    fresh = _render({name: documents[name] for name in missing}) if missing else {}
    for name, data in fresh.items():
        store.put(keys[name], data)
    return {name: one or _read(fresh[name]) or Rendered("", ()) for name, one in found.items()}


def _key(document: bytes) -> str:
    names = ("mkdocs-jupyter", "nbconvert", "mistune", "pygments", "beautifulsoup4")
    versions = {name: installed_version(name) for name in names}
    renderer = Path(__file__).with_name("notebook_html.py").read_bytes()
    return hashlib.sha256(json.dumps(versions).encode() + renderer + document).hexdigest()


def _read(data: bytes | None) -> Rendered | None:
    if data is None:
        return None
    made = json.loads(data)
    return Rendered(made["html"], tuple((level, name, text) for level, name, text in made["headings"]))


def _render(documents: Mapping[str, bytes]) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        places = {name: Path(folder, f"{number}.ipynb") for number, name in enumerate(documents)}
        for name, place in places.items():
            place.write_bytes(documents[name])
        command = [sys.executable, "-m", "aferir.notebook_html", folder]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own module
        if done.returncode:
            said = done.stderr.strip().splitlines() or ["it said nothing"]
            raise AferirError(f"mkdocs-jupyter could not render the notebooks: {said[-1]}")
        return {name: place.with_suffix(".json").read_bytes() for name, place in places.items()}
