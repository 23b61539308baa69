"""The folders ``editor``, ``katex`` and ``mermaid``, and the KaTeX that runs at build time."""

from __future__ import annotations

import re
import shutil
import tempfile
from functools import partial
from pathlib import Path

from .built import Recipe, key_of
from .licences import write_licences
from .nodejs import SCRIPTS, find_node, run
from .npm import member, unpack
from .thirdparty import ThirdParty, ThirdPartyFile, cached

_EDITOR_ENTRY = SCRIPTS / "editor-entry.mjs"
_EDITOR_SCOPES = ("@codemirror/", "@lezer/", "@marijn/")
_EDITOR_NAMES = ("crelt", "style-mod", "w3c-keyname")
_ESBUILD = ("--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8", "--legal-comments=none")
_MERMAID_ENTRY = "mermaid.esm.min.mjs"
_MERMAID_CHUNKS = "chunks/mermaid.esm.min/"
# In KaTeX's style sheet each font has three sources; every browser that runs our modules reads the first.
_OLDER_FONTS = re.compile(r',url\([^)]*\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)')


def editor(cache: Path, listed: ThirdParty) -> Recipe:
    """One file, ``editor.js``: the parts of CodeMirror that ``editor-entry.mjs`` names, bundled and minified."""
    sources = (*_editor_files(listed), listed.named("esbuild-wasm"))
    return _recipe("editor", partial(_make_editor, cache, listed), *sources)


def katex(cache: Path, listed: ThirdParty) -> Recipe:
    """What a page needs to show formulas: the style sheet and its woff2 fonts."""
    return _recipe("katex", partial(_make_katex, cache, listed), listed.named("katex"))


def katex_program(cache: Path, listed: ThirdParty) -> Recipe:
    """KaTeX's module, which renders formulas under Node; it is not published."""
    return _recipe("katex-program", partial(_make_katex_program, cache, listed), listed.named("katex"))


def mermaid(cache: Path, listed: ThirdParty) -> Recipe:
    """Mermaid's minified modules: an entry and the chunks it imports, no source maps."""
    return _recipe("mermaid", partial(_make_mermaid, cache, listed), listed.named("mermaid"))


def _recipe(name: str, make: partial[None], *sources: ThirdPartyFile) -> Recipe:
    return Recipe(name, key_of(*(item.sha256 for item in sources), Path(__file__), _EDITOR_ENTRY), make)


def _editor_files(listed: ThirdParty) -> tuple[ThirdPartyFile, ...]:
    return tuple(
        item for item in listed.of("npm") if item.name in _EDITOR_NAMES or item.name.startswith(_EDITOR_SCOPES)
    )


def _make_editor(cache: Path, listed: ThirdParty, target: Path) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary).resolve()
        for item in (*_editor_files(listed), listed.named("esbuild-wasm")):
            unpack(cached(cache, item), folder / "node_modules" / item.name)
        shutil.copyfile(_EDITOR_ENTRY, folder / "entry.mjs")
        _bundle(folder)
        shutil.copyfile(folder / "editor.js", target / "editor.js")
    write_licences(cache, _editor_files(listed), target)


def _bundle(folder: Path) -> None:
    node = find_node()
    program = folder / "node_modules" / "esbuild-wasm" / "bin" / "esbuild"
    command = [str(node.program), str(program), "entry.mjs", *_ESBUILD, "--outfile=editor.js", "--log-level=warning"]
    run(command, folder=folder, environment=node.environment)


def _make_katex(cache: Path, listed: ThirdParty, target: Path) -> None:
    item = listed.named("katex")
    unpack(cached(cache, item), target / "all", lambda path: path.startswith("dist/fonts/") and path.endswith(".woff2"))
    (target / "all" / "dist" / "fonts").rename(target / "fonts")
    shutil.rmtree(target / "all")
    sheet = member(cached(cache, item), "dist/katex.min.css").decode("utf-8")
    (target / "katex.min.css").write_text(woff2_only(sheet), encoding="utf-8")
    write_licences(cache, [item], target)


def woff2_only(sheet: str) -> str:
    """KaTeX's style sheet without the sources for older browsers."""
    return _OLDER_FONTS.sub("", sheet)


def _make_katex_program(cache: Path, listed: ThirdParty, target: Path) -> None:
    (target / "katex.mjs").write_bytes(member(cached(cache, listed.named("katex")), "dist/katex.mjs"))


def _make_mermaid(cache: Path, listed: ThirdParty, target: Path) -> None:
    item = listed.named("mermaid")
    with tempfile.TemporaryDirectory(dir=target) as temporary:
        unpack(cached(cache, item), Path(temporary), _is_mermaid_module)
        for path in Path(temporary, "dist").iterdir():
            path.rename(target / path.name)
    write_licences(cache, [item], target)


def _is_mermaid_module(path: str) -> bool:
    path = path.removeprefix("dist/")
    return path == _MERMAID_ENTRY or (path.startswith(_MERMAID_CHUNKS) and path.endswith(".mjs"))
