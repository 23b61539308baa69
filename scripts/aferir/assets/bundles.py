"""The folders ``editor`` and ``katex``, the program of our pages, and what runs at build time: KaTeX and Graphviz."""

from __future__ import annotations

import re
import shutil
import tempfile
from functools import partial
from pathlib import Path

from ..cache import installed_version
from .built import Recipe, key_of
from .licences import write_licences
from .nodejs import SCRIPTS, find_node, run
from .npm import member, unpack
from .thirdparty import ThirdParty, ThirdPartyFile, cached

_EDITOR_ENTRY = SCRIPTS / "editor-entry.mjs"
_EDITOR_SCOPES = ("@codemirror/", "@lezer/", "@marijn/")
_EDITOR_NAMES = ("crelt", "style-mod", "w3c-keyname")
_ESBUILD = ("--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8", "--legal-comments=none")
_PROGRAM = ("main.js", "chooser.js", "worker.js")  # what pages and the page's worker start with
_SHEETS = ("course", "parts", "quiz", "kept", "provenance", "path", "explorable")  # later ones take precedence
_DRAFT_SHEET = "findings.css"
_GENERATED = "--external:*/folders.js"  # written anew with each site
_SLICES = Path(__file__).with_name("slices.py")
# In KaTeX's style sheet each font has three sources; every browser that runs our modules reads the first.
_OLDER_FONTS = re.compile(r',url\([^)]*\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)')


def editor(cache: Path, listed: ThirdParty) -> Recipe:
    """One file, ``editor.js``: the parts of CodeMirror that ``editor-entry.mjs`` names, bundled and minified."""
    sources = (*_editor_files(listed), listed.named("esbuild-wasm"))
    return _recipe("editor", partial(_make_editor, cache, listed), *sources)


def program(cache: Path, listed: ThirdParty, modules: Path) -> Recipe:
    """Our own modules in ``modules`` as three files and our style sheets as ``page.css``, minified.

    Sixty small requests would cost a phone a second. What only drafts need stays ``findings.css``.
    """
    esbuild = listed.named("esbuild-wasm")
    paths = _sources(modules)
    names = (path.relative_to(modules).as_posix() for path in paths)
    key = key_of(esbuild.sha256, Path(__file__), *names, *paths)
    return Recipe("program", key, partial(_make_program, cache, esbuild, modules))


def katex(cache: Path, listed: ThirdParty) -> Recipe:
    """What a page needs to show formulas: the style sheet and its woff2 fonts."""
    tools = (f"{name} {installed_version(name)}" for name in ("fonttools", "brotli"))
    return _recipe("katex", partial(_make_katex, cache, listed), listed.named("katex"), *tools, _SLICES)


def katex_program(cache: Path, listed: ThirdParty) -> Recipe:
    """KaTeX's module, which renders formulas under Node; it is not published."""
    return _recipe("katex-program", partial(_make_katex_program, cache, listed), listed.named("katex"))


def graphviz_program(cache: Path, listed: ThirdParty) -> Recipe:
    """Graphviz as a module, which draws diagrams under Node; it is not published."""
    return _recipe("graphviz-program", partial(_make_graphviz_program, cache, listed), listed.named("@viz-js/viz"))


def _recipe(name: str, make: partial[None], *sources: ThirdPartyFile | str | Path) -> Recipe:
    parts = (item.sha256 if isinstance(item, ThirdPartyFile) else item for item in sources)
    return Recipe(name, key_of(*parts, Path(__file__), _EDITOR_ENTRY), make)


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
        _bundle(folder, "entry.mjs", "--outfile=editor.js")
        shutil.copyfile(folder / "editor.js", target / "editor.js")
    write_licences(cache, _editor_files(listed), target)


def _bundle(folder: Path, *entries: str) -> None:
    """Run esbuild, which lies in ``folder``, there. Raises AferirError with its complaint."""
    node = find_node()
    program = folder / "node_modules" / "esbuild-wasm" / "bin" / "esbuild"
    command = [str(node.program), str(program), *entries, *_ESBUILD, "--log-level=warning"]
    run(command, folder=folder, environment=node.environment)


def _make_program(cache: Path, esbuild: ThirdPartyFile, modules: Path, target: Path) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary).resolve()
        unpack(cached(cache, esbuild), folder / "node_modules" / esbuild.name)
        for path in _sources(modules):
            copied = folder / "modules" / path.relative_to(modules)
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copied)
        imports = "".join(f'@import "./{name}.css";\n' for name in _SHEETS)
        (folder / "modules" / "page.css").write_text(imports, encoding="utf-8")
        entries = (*_PROGRAM, "page.css", _DRAFT_SHEET)
        _bundle(folder, *(f"modules/{name}" for name in entries), _GENERATED, f"--outdir={target.resolve()}")


def _sources(modules: Path) -> list[Path]:
    return sorted(path for path in modules.rglob("*") if path.suffix in (".js", ".css"))


def _make_katex(cache: Path, listed: ThirdParty, target: Path) -> None:
    from . import slices  # noqa: PLC0415 - loads fontTools, and fonts are seldom made

    item = listed.named("katex")
    unpack(cached(cache, item), target / "all", lambda path: path.startswith("dist/fonts/") and path.endswith(".woff2"))
    (target / "all" / "dist" / "fonts").rename(target / "fonts")
    shutil.rmtree(target / "all")
    sheet = member(cached(cache, item), "dist/katex.min.css").decode("utf-8")
    sliced = slices.sliced(woff2_only(sheet), target / "fonts")
    (target / "katex.min.css").write_text(sliced, encoding="utf-8")
    write_licences(cache, [item], target)


def woff2_only(sheet: str) -> str:
    """KaTeX's style sheet without the sources for older browsers."""
    return _OLDER_FONTS.sub("", sheet)


def _make_katex_program(cache: Path, listed: ThirdParty, target: Path) -> None:
    (target / "katex.mjs").write_bytes(member(cached(cache, listed.named("katex")), "dist/katex.mjs"))


def _make_graphviz_program(cache: Path, listed: ThirdParty, target: Path) -> None:
    (target / "viz.js").write_bytes(member(cached(cache, listed.named("@viz-js/viz")), "dist/viz.js"))
