"""The service worker and the list that it answers from: all files with their hashes, and what each page loads."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from posixpath import join, normpath
from urllib.parse import unquote, urlsplit

from .manifest import Entry
from .pages import SitePage, module_imports

WORKER = "sw.js"
OFFLINE_PAGE = "offline.html"
_NEVER_ASKED = (".map", ".gz", ".d.ts")
_SEARCH_WORDS = re.compile(r"/lunr/(?:tinyseg|wordcut|min/lunr\.(?P<language>[a-z]{2}))\b")
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=const|function|async function)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Site:
    """The files of a site by path, its pages, the languages of its course, and the path that it is published below."""

    files: Mapping[str, Entry]
    texts: Mapping[str, str]
    """What modules say, by path: those that pages load import others."""
    pages: Sequence[SitePage]
    languages: tuple[str, ...]
    base: str


def listing(site: Site, build: str) -> bytes:
    """The list as a file: see browser/listing.js, which reads it."""
    paths = [path for path in sorted(site.files) if _is_asked_for(path, site.languages)]
    places = {path: place for place, path in enumerate(paths)}
    imports = {
        path: [_resolved(path, name, site.base) for name in module_imports(site.texts[path])] for path in site.texts
    }
    pages = {
        page.path: sorted(places[path] for path in loaded(page, site, imports) if path in places) for page in site.pages
    }
    files = [[path, site.files[path].sha256, site.files[path].size] for path in paths]
    data = {"build": build, "languages": list(site.languages), "files": files, "pages": pages}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def loaded(page: SitePage, site: Site, imports: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """The paths of what a page loads, and of the modules that those import; what is no file of the site is left out.

    ``imports``: the paths of what each module asks for.
    """
    found: set[str] = set()
    todo = [_resolved(page.path, address, site.base) for address in page.loads]
    while todo:
        path = todo.pop()
        if path in site.files and path not in found and not path.endswith(".html"):
            found.add(path)
            todo += imports.get(path, ())
    return frozenset(found)


def _resolved(path: str, address: str, base: str) -> str:
    """The path that an address means on the page, or in the module, ``path``."""
    plain = unquote(urlsplit(address).path)
    if plain.startswith("/"):
        return plain.removeprefix(base)
    return normpath(join(path, "..", plain))


def _is_asked_for(path: str, languages: Sequence[str]) -> bool:
    """Whether a page can ask for a file: source maps and the search's words of other languages, for example, not."""
    words = _SEARCH_WORDS.search(path)
    return not path.endswith(_NEVER_ASKED) and not (words and words["language"] not in languages)


def worker_script(list_path: str, sha256: str) -> bytes:
    """The service worker of a version: our modules as one classic script, which every browser takes as a worker."""
    own = {"version": f"const LIST = {json.dumps({'path': list_path, 'sha256': sha256})};\n"}
    return ("{\n" + "\n".join(_joined("sw", own, set())) + "}\n").encode()


def retiring_script() -> bytes:
    """A service worker that removes what an earlier one kept, and itself: for `mkdocs serve`."""
    return _source("retire").encode()


def _joined(name: str, given: Mapping[str, str], seen: set[str]) -> Iterator[str]:
    """A module's text after those that it imports, each once; nothing is imported or exported any more."""
    seen.add(name)
    source = given.get(name) or _source(name)
    for imported in _IMPORT.findall(source):
        if imported not in seen:
            yield from _joined(imported, given, seen)
    yield _EXPORT.sub("", _IMPORT.sub("", source))


def _source(name: str) -> str:
    return resources.files("aferir").joinpath("browser", f"{name}.js").read_text(encoding="utf-8")
