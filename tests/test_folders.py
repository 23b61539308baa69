"""The folders that a site publishes, built for real: they hold what they promise, and nothing asks another host."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import zipfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import matplotlib as mpl
import pytest
from fontTools.ttLib import TTFont
from matplotlib import font_manager

import aferir
from aferir.assets import (
    AssetFolder,
    asset_folders,
    bundles,
    fetch_all,
    figure_fonts,
    fonts,
    pyodide_dist,
    pyodide_program,
    ranges,
    slices,
)
from aferir.assets.built import Recipe, built, contents_hash, files_of
from aferir.assets.nodejs import SCRIPTS, run_node
from aferir.assets.npm import member
from aferir.assets.pyodide_dist import runtime_bytes, transfer_bytes
from aferir.assets.thirdparty import ThirdParty, cached, third_party
from aferir.runtime import DRAWING, MODULES

pytestmark = pytest.mark.node
CZECH = "příliš žluťoučký kůň úpěl ďábelské ódy"
LISTED = third_party()
RECIPES: Mapping[str, Callable[[Path, ThirdParty], Recipe]] = {
    "core": pyodide_dist.core,
    "runtime": partial(pyodide_dist.runtime, modules=Path(aferir.__file__).parent),
    "editor": bundles.editor,
    "katex": bundles.katex,
    "katex_program": bundles.katex_program,
    "graphviz_program": bundles.graphviz_program,
    "web_fonts": partial(fonts.web_fonts, characters=CZECH),
    "figure_fonts": fonts.figure_fonts,
}
"""What folders are made by, the compiled archives first."""


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Stand-ins for the modules of the browser, always the same, so that the folder is built once per machine."""
    folder = tmp_path_factory.mktemp("modules")
    for name in MODULES:
        (folder / f"{name}.py").write_text(f'"""Stand-in for {name}."""\n\nNAME = "{name}"\n', encoding="utf-8")
    (folder / DRAWING).parent.mkdir()
    (folder / f"{DRAWING}.py").write_text('NAME = "redrawn"\n', encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def folders(shared_cache: Path, modules: Path) -> Mapping[str, AssetFolder]:
    return asset_folders(shared_cache, CZECH, modules)


@pytest.fixture(scope="module")
def program(shared_cache: Path, modules: Path) -> Path:
    """Pyodide with its wheels."""
    return pyodide_program(shared_cache, modules)


def in_node(tmp_path: Path, code: str) -> str:
    script = tmp_path / "script.mjs"
    helper = json.dumps((SCRIPTS / "pyodide.mjs").as_uri())
    script.write_text(f"import {{ startPyodide }} from {helper};\n{code}", encoding="utf-8")
    return run_node(script).strip()


def in_pyodide(tmp_path: Path, folder: Path, python: str, packages: tuple[str, ...] = ("aferir",)) -> str:
    """What a Python expression gives inside the Pyodide of that folder, as JSON text."""
    return in_node(
        tmp_path,
        f"""
        const python = await startPyodide({json.dumps(str(folder))}, {{ env: {{ MPLBACKEND: "agg" }} }});
        await python.loadPackage({json.dumps(packages)}, {{ messageCallback() {{}} }});
        console.log(python.runPython({json.dumps(python)}));
        """,
    )


# All folders


def test_there_are_five_folders_each_named_by_its_contents(folders: Mapping[str, AssetFolder]) -> None:
    assert set(folders) == {"pyodide", "drawing", "editor", "katex", "fonts"}
    for name, folder in folders.items():
        assert folder.folder_name == f"{name}-{contents_hash(folder.path)}"
        assert (folder.path / "LICENCES.txt").read_text(encoding="utf-8")


def test_another_grader_is_another_pyodide_folder_made_of_the_same_compiled_archives(
    shared_cache: Path, modules: Path, tmp_path: Path
) -> None:
    shutil.copytree(modules, tmp_path, dirs_exist_ok=True)
    assert (
        pyodide_dist.runtime(shared_cache, LISTED, tmp_path).key
        == pyodide_dist.runtime(shared_cache, LISTED, modules).key
    )
    core = pyodide_dist.core(shared_cache, LISTED).key
    (tmp_path / "grader.py").write_text("NAME = 2\n", encoding="utf-8")
    assert (
        pyodide_dist.runtime(shared_cache, LISTED, tmp_path).key
        != pyodide_dist.runtime(shared_cache, LISTED, modules).key
    )
    assert pyodide_dist.core(shared_cache, LISTED).key == core


def test_only_new_characters_make_other_fonts(shared_cache: Path) -> None:
    assert fonts.web_fonts(shared_cache, LISTED, "a").key == fonts.web_fonts(shared_cache, LISTED, "").key
    assert fonts.web_fonts(shared_cache, LISTED, "ř").key != fonts.web_fonts(shared_cache, LISTED, "").key


# Pyodide


def test_the_folder_holds_the_program_byte_for_byte_as_its_makers_published_it(
    folders: Mapping[str, AssetFolder], shared_cache: Path
) -> None:
    tarball = cached(shared_cache, LISTED.named("pyodide"))
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        assert (folders["pyodide"].path / name).read_bytes() == member(tarball, name)


def test_the_official_lock_vouches_for_every_wheel_of_the_list(shared_cache: Path) -> None:
    fetch_all(shared_cache)
    lock = json.loads(member(cached(shared_cache, LISTED.named("pyodide")), "pyodide-lock.json"))
    official = {package["file_name"]: package["sha256"] for package in lock["packages"].values()}
    for entry in LISTED.of("pyodide"):
        assert official[entry.file] == entry.sha256


def test_the_lock_names_numpy_matplotlib_their_needs_and_our_wheel_with_the_hashes_of_the_folder(
    folders: Mapping[str, AssetFolder], program: Path
) -> None:
    packages = json.loads((program / "pyodide-lock.json").read_text(encoding="utf-8"))["packages"]
    assert set(packages) == {entry.name for entry in LISTED.of("pyodide")} | {"aferir"}
    assert packages["aferir"]["depends"] == ["numpy"]
    assert packages["aferir"]["imports"] == ["aferir"]
    beside = folders["drawing"]
    for name, package in packages.items():
        address = package["file_name"]
        own = name in ("numpy", "aferir")
        assert address.startswith(f"../{beside.folder_name}/") != own
        wheel = (program if own else beside.path) / Path(address).name
        assert hashlib.sha256(wheel.read_bytes()).hexdigest() == package["sha256"], wheel.name
    assert len([*program.glob("*.whl"), *beside.path.glob("*.whl")]) == len(packages)
    assert {path.name for path in beside.path.glob("*.ttf")} == {"Inter-400.ttf", "Inter-600.ttf"}


def test_what_a_first_run_loads_is_compiled_with_unchecked_hashes(program: Path) -> None:
    (numpy,) = program.glob("numpy-*.whl")
    for archive, names in ((program / "python_stdlib.zip", ["os", "typing", "inspect"]), (numpy, ["numpy/__init__"])):
        with zipfile.ZipFile(archive) as opened:
            for name in names:
                assert opened.read(f"{name}.pyc")[4:8] == b"\x01\x00\x00\x00"
                assert f"{name}.py" not in opened.namelist()


def test_pyodide_runs_numpy_and_our_wheel_from_the_folder(program: Path, tmp_path: Path) -> None:
    python = """
import numpy, aferir.grader
f"{numpy.__version__} {aferir.grader.NAME} {(numpy.eye(2) @ [1, 2]).sum()}"
"""
    assert in_pyodide(tmp_path, program, python) == "2.4.3 grader 3.0"


def test_our_wheel_brings_its_bytecode_and_keeps_its_source(program: Path, tmp_path: Path) -> None:
    python = """
import importlib._bootstrap_external, inspect
compiled, loader = [], importlib._bootstrap_external.SourceLoader
compile_source = loader.source_to_code
loader.source_to_code = lambda *given: compiled.append(given) or compile_source(*given)
import aferir.grader
f"{len(compiled)} {inspect.getsource(aferir.grader).splitlines()[0]}"
"""
    assert in_pyodide(tmp_path, program, python) == '0 """Stand-in for grader."""'
    (wheel,) = program.glob("aferir-*.whl")
    with zipfile.ZipFile(wheel) as opened:
        assert opened.read("aferir/__pycache__/grader.cpython-314.pyc")[4:8] == b"\x01\x00\x00\x00"


def test_everyday_modules_and_help_work_in_the_trimmed_library(program: Path, tmp_path: Path) -> None:
    python = """
import contextlib, io, importlib, json
names = ("argparse asyncio collections csv dataclasses datetime decimal doctest enum fractions functools itertools "
         "json logging math pathlib pickle pprint pydoc random re statistics string textwrap time timeit tracemalloc "
         "types typing unittest uuid zipfile numpy.fft numpy.ma numpy.polynomial numpy.testing numpy.typing").split()
for name in names:
    importlib.import_module(name)
from numpy import *
with contextlib.redirect_stdout(io.StringIO()) as said:
    help(json.dumps)
    help("numpy.einsum")
text = said.getvalue()
str("Serialize" in text and "Einstein" in text) + " " + "žluť".encode("cp1250").decode("cp1250")
"""
    assert in_pyodide(tmp_path, program, python) == "True žluť"


def test_matplotlib_draws_from_the_folder(folders: Mapping[str, AssetFolder], program: Path, tmp_path: Path) -> None:
    python = """
import io
from matplotlib import pyplot
figure, axes = pyplot.subplots()
figure.colorbar(axes.imshow([[0.0, 1.0], [1.0, 0.0]]))
axes.set_title("$d_k = 64$")
stream = io.StringIO()
figure.savefig(stream, format="svg")
stream.getvalue().rstrip()[-6:]
"""
    (tmp_path / "pyodide").symlink_to(program)  # beside each other, as a site publishes them
    (tmp_path / folders["drawing"].folder_name).symlink_to(folders["drawing"].path)
    assert in_pyodide(tmp_path, tmp_path / "pyodide", python, ("matplotlib",)) == "</svg>"


def test_a_wheel_that_is_not_there_is_asked_from_no_other_host(program: Path, tmp_path: Path) -> None:
    for path in files_of(program):
        (tmp_path / path.name).symlink_to(path)
    said = in_node(
        tmp_path,
        f"""
        globalThis.fetch = (address) => {{ throw new Error("asked " + address); }};
        const python = await startPyodide({json.dumps(str(tmp_path))});
        await python.loadPackage("six", {{ messageCallback() {{}}, errorCallback: (line) => console.log(line) }});
        console.log(Object.keys(python.loadedPackages).length);
        """,
    )
    assert "ENOENT" in said
    assert "asked" not in said
    assert said.endswith("0")


def test_the_sizes_of_a_first_run_are_those_of_the_five_files_it_loads(folders: Mapping[str, AssetFolder]) -> None:
    folder = folders["pyodide"].path
    sizes = runtime_bytes(folder)
    names = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "started.bin"]
    assert list(sizes) == names
    assert all((folder / name).stat().st_size == size for name, size in sizes.items())
    assert {path.name for path in folder.iterdir()} == {*names, "later.bin", "LICENCES.txt"}


def test_a_first_run_stays_below_nine_and_a_half_megabytes_on_the_wire(folders: Mapping[str, AssetFolder]) -> None:
    assert transfer_bytes(folders["pyodide"].path) < 9_500_000


FRAMES = """
import compression.zstd
def frame(name):
    with open("/in/" + name, "rb") as file:
        data = file.read()
    return compression.zstd.decompress(data[data.index(b"\\x28\\xb5\\x2f\\xfd"):])
"""


def test_what_python_starts_from_tells_nothing_of_the_machine_that_made_it(
    folders: Mapping[str, AssetFolder], program: Path, shared_cache: Path, tmp_path: Path
) -> None:
    """Neither a folder nor a name of it; nor what memory held once, such as the libraries that were loaded from it."""
    paths = {str(path) for path in (shared_cache, program, SCRIPTS, Path.cwd(), tmp_path) if len(path.parts) > 1}
    python = f"""{FRAMES}
import json, struct
names = {sorted(paths)!r}
whole, rest = frame("started.bin"), frame("later.bin")
_, *parts = struct.unpack("<5I", open("/in/started.bin", "rb").read(20))
begin = sum(parts[:2])
memory = whole[begin : begin + parts[2]]
found = [name for name in names if name.encode() in whole or name.encode() in rest]
json.dumps([found, memory.count(b"\\0asm\\1\\0\\0\\0"), len(whole) - sum(parts), len(memory) > 1_000_000])
"""
    said = in_node(
        tmp_path,
        f"""
        const python = await startPyodide({json.dumps(str(program))});
        python.FS.mkdirTree("/in");
        python.FS.mount(python.FS.filesystems.NODEFS, {{ root: {json.dumps(str(folders["pyodide"].path))} }}, "/in");
        console.log(python.runPython({json.dumps(python)}));
        """,
    )
    assert json.loads(said) == [[], 0, 0, True]


# Editor, KaTeX


def test_the_editor_is_one_module_that_exports_what_the_page_uses(
    folders: Mapping[str, AssetFolder], tmp_path: Path
) -> None:
    path = folders["editor"].path / "editor.js"
    said = in_node(tmp_path, f"console.log(Object.keys(await import({json.dumps(path.as_uri())})).join(' '))")
    assert {"EditorState", "EditorView", "Compartment", "keymap", "python", "indentWithTab", "tags", "search"} <= {
        *said.split()
    }
    assert {path.name for path in folders["editor"].path.iterdir()} == {"editor.js", "LICENCES.txt"}


def test_katex_has_every_font_its_style_sheet_names_and_only_woff2(folders: Mapping[str, AssetFolder]) -> None:
    folder = folders["katex"].path
    sheet = (folder / "katex.min.css").read_text(encoding="utf-8")
    named = set(re.findall(r"url\(([^)]*)\)", sheet))
    assert named == {f"fonts/{path.name}" for path in (folder / "fonts").iterdir()}
    assert all(name.endswith(".woff2") for name in named)
    assert len(named) == 20 + sum("-rest" in name for name in named)


def _slice(folder: Path, sheet: str, name: str) -> tuple[set[int], set[int]]:
    """The characters for which the style sheet names a font file, and those that it has."""
    (written,) = re.findall(rf"fonts/{name}\.woff2\)[^}}]*unicode-range:([^}}]*)}}", sheet)
    runs = [[int(code, 16) for code in run.removeprefix("U+").split("-")] for run in written.split(", ")]
    named = {code for run in runs for code in range(run[0], run[-1] + 1)}
    return named, set(TTFont(folder / f"fonts/{name}.woff2").getBestCmap())


def test_what_most_formulas_write_is_a_slice_of_its_own(folders: Mapping[str, AssetFolder]) -> None:
    folder = folders["katex"].path
    sheet = (folder / "katex.min.css").read_text(encoding="utf-8")
    for file, part in (("Main-Regular", "0x=−"), ("AMS-Regular", "RN")):
        (first, has), (rest, has_rest) = (_slice(folder, sheet, f"KaTeX_{file}{end}") for end in ("", "-rest"))
        assert set(map(ord, part)) <= first
        assert len(rest) >= 32
        assert not first & rest
        assert first <= has
        assert rest <= has_rest
        assert first | rest == has | has_rest
    whole = TTFont(folder / "fonts/KaTeX_Math-Italic.woff2").getBestCmap()
    assert set(map(ord, "Wxαω")) <= whole.keys()
    assert TTFont(folder / "fonts/KaTeX_AMS-Regular.woff2").getBestCmap().keys() >= slices.LETTERS


def test_woff2_only_keeps_the_first_source() -> None:
    sheet = 'src:url(f/A.woff2) format("woff2"),url(f/A.woff) format("woff"),url(f/A.ttf) format("truetype")}'
    assert bundles.woff2_only(sheet) == 'src:url(f/A.woff2) format("woff2")}'


# Fonts


def test_the_fonts_have_the_letters_of_the_course_and_typography(folders: Mapping[str, AssetFolder]) -> None:
    folder = folders["fonts"].path
    for face in fonts.FACES:
        codes: set[int] = set()
        for path in folder.glob(face.file("*")):
            codes |= set(TTFont(path).getBestCmap())
        assert {ord(letter) for letter in CZECH + "azAZ09–—“”…−×"} <= codes, face
        assert "ŵ" not in map(chr, codes)


def test_the_style_sheet_names_every_font_file_once_with_the_characters_it_has(
    folders: Mapping[str, AssetFolder],
) -> None:
    folder = folders["fonts"].path
    sheet = (folder / "fonts.css").read_text(encoding="utf-8")
    named = re.findall(r'src: url\("([^"]+)"\)', sheet)
    assert sorted(named) == sorted(path.name for path in folder.glob("*.woff2"))
    families = {name for name in re.findall(r'font-family: "([^"]+)"', sheet) if " as " not in name}
    assert families == {"Literata", "Inter", "JetBrains Mono"}
    covered = re.findall(r'src: url\("[^}]*unicode-range: ([^;]+);', sheet)
    for name, written in zip(named, covered, strict=True):
        assert written == ranges.unicode_ranges(TTFont(folder / name).getBestCmap())


def mean_advance(font: TTFont, text: str) -> float:
    advances, glyphs = font["hmtx"], font.getBestCmap()
    return sum(advances[glyphs[ord(letter)]][0] for letter in text) / len(text) / font["head"].unitsPerEm


PROSE = (
    "Cada cabeça mistura os valores com pesos próprios, e a soma das misturas é o que a camada devolve. "
    "La otra cabeza mira hacia delante y encuentra lo que buscaba, aunque la frase sea larga. "
)


@pytest.mark.parametrize(
    ("family", "own", "stand_in", "file"),
    [
        ("Literata", "literata-latin-wght-normal.woff2", "Literata as DejaVu Serif", "DejaVuSerif.ttf"),
        ("Inter", "inter-latin-wght-normal.woff2", "Inter as DejaVu Sans", "DejaVuSans.ttf"),
    ],
)
def test_what_stands_in_for_a_typeface_sets_a_text_as_wide_and_lines_as_high(
    folders: Mapping[str, AssetFolder], family: str, own: str, stand_in: str, file: str
) -> None:
    """Two fonts that Matplotlib brings, so that they are the same on every machine."""
    folder = folders["fonts"].path
    sheet = (folder / "fonts.css").read_text(encoding="utf-8")
    assert re.search(rf'--type-{family.lower()}: "{family}", .*"{stand_in}"', sheet)
    (rule,) = re.findall(rf'\{{\s*font-family: "{stand_in}";\s*font-style: normal;([^}}]*)\}}', sheet)
    assert "unicode-range: U+0-36F, U+2000-206F;" in rule, "an arrow, which ours lacks, is shown as if nothing stood in"
    told = {name: float(value) / 100 for name, value in re.findall(r"([a-z-]+): ([\d.]+)%", rule)}
    ours, other = TTFont(folder / own), TTFont(Path(mpl.get_data_path(), "fonts", "ttf", file))
    text = "".join(letter for letter in PROSE if ord(letter) in ours.getBestCmap())  # these fonts are cut for Czech
    assert len(text) > 0.9 * len(PROSE)
    assert mean_advance(other, text) * told["size-adjust"] == pytest.approx(mean_advance(ours, text), rel=0.02)
    for name, height in (("ascent", ours["hhea"].ascent), ("descent", -ours["hhea"].descent)):
        shown = told[f"{name}-override"] * told["size-adjust"]
        assert shown == pytest.approx(height / ours["head"].unitsPerEm, abs=0.001)


def test_upright_fonts_run_from_regular_to_bold_and_italics_are_regular(folders: Mapping[str, AssetFolder]) -> None:
    for path in folders["fonts"].path.glob("*.woff2"):
        font = TTFont(path)
        axes = {axis.axisTag: (axis.minValue, axis.maxValue) for axis in font["fvar"].axes} if "fvar" in font else {}
        assert axes == ({} if "italic" in path.name else {"wght": (400, 700)}), path.name
        assert font["OS/2"].usWeightClass == 400


def test_unicode_ranges_join_neighbours() -> None:
    assert ranges.unicode_ranges([0x41, 0x43, 0x42, 0xE9]) == "U+0041-0043, U+00E9"


def test_the_figure_fonts_are_two_weights_of_one_family_for_matplotlib(shared_cache: Path) -> None:
    paths = figure_fonts(shared_cache)
    assert [path.name for path in paths] == ["Inter-400.ttf", "Inter-600.ttf"]
    for path, weight in zip(paths, (400, 600), strict=True):
        entry = font_manager.ttfFontProperty(font_manager.get_font(str(path)))
        assert (entry.name, entry.weight, entry.style) == ("Inter", weight, "normal")
        assert {ord(letter) for letter in CZECH + "ãçñ−Δα"} <= set(TTFont(path).getBestCmap())


@pytest.mark.slow
@pytest.mark.parametrize("name", RECIPES)
def test_a_folder_built_again_is_byte_identical_to_the_one_in_use(
    shared_cache: Path, tmp_path: Path, name: str
) -> None:
    """The one in use was built by another process, as a rule on another day."""
    recipe = RECIPES[name](shared_cache, LISTED)
    recipe.make(tmp_path)
    assert contents_hash(tmp_path) == contents_hash(built(shared_cache, recipe))
