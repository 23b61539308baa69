"""How the fonts of `fonts` are cut, merged and written, by fontTools."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Template

from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from .fonts import FACES, FITTINGS, SCRIPTS, Face, Fitting, Widths
from .licences import write_licences
from .npm import members
from .ranges import unicode_ranges
from .thirdparty import ThirdParty, cached

_UNUSED_TABLES = ("VVAR", "vhea", "vmtx")  # for vertical writing
_FIGURE_FAMILY = "Inter"
_FIGURE_STYLES = {400: "Regular", 600: "SemiBold"}
_FIGURE_TABLES = (
    "GDEF",
    "GPOS",
    "GSUB",
    "STAT",
)  # Matplotlib reads none of them, and merging fonts would trip over them
_FACE_CSS = Template("""@font-face {
  font-family: "$family";
  font-style: $style;
  font-weight: $weights;
  font-display: swap;
  src: url("$file") format("woff2");
  unicode-range: $ranges;
}
""")
_STAND_IN_CSS = Template("""@font-face {
  font-family: "$family";
  font-style: $style;
  src: $sources;
  size-adjust: $size;
  ascent-override: $ascent;
  descent-override: $descent;
  line-gap-override: 0%;
  unicode-range: $letters;
}
""")
_STACK_CSS = Template(""":root {
  --$variable: $families;
}
""")


def make_web_fonts(cache: Path, listed: ThirdParty, wanted: frozenset[int], target: Path) -> None:
    """Write the files of `fonts.web_fonts` into ``target``."""
    rules = [rule for face in FACES for rule in _face_files(cache, listed, face, wanted, target)]
    rules += [rule for family, fitting in FITTINGS.items() for rule in _stack(family, fitting)]
    (target / "fonts.css").write_text("".join(rules), encoding="utf-8")
    write_licences(cache, [listed.named(name) for name in dict.fromkeys(face.package for face in FACES)], target)


def _face_files(cache: Path, listed: ThirdParty, face: Face, wanted: frozenset[int], target: Path) -> Iterator[str]:
    """Write the files of one face and yield their rules. A script of which nothing is wanted has no file."""
    files = _font_files(cached(cache, listed.named(face.package)), {face.file(script): script for script in SCRIPTS})
    for script in SCRIPTS:
        font = _opened(files[script])
        codes = wanted & frozenset(font.getBestCmap())
        wanted -= codes
        if codes:
            _cut(font, codes, _options(face.without, _UNUSED_TABLES))
            _saved_for_the_web(font, face, target / face.file(script))
            yield _rule(face, script, codes)


def _saved_for_the_web(font: TTFont, face: Face, path: Path) -> None:
    lightest, heaviest = face.weights
    wanted = lightest if lightest == heaviest else (lightest, lightest, heaviest)
    limited = instantiateVariableFont(font, {"wght": wanted})
    limited.flavor = "woff2"
    limited.save(path)


def _rule(face: Face, script: str, codes: frozenset[int]) -> str:
    return _FACE_CSS.substitute(
        family=face.family,
        style=face.style,
        weights=" ".join(map(str, dict.fromkeys(face.weights))),
        file=face.file(script),
        ranges=unicode_ranges(codes),
    )


def _stack(family: str, fitting: Fitting) -> Iterator[str]:
    """The rules of what stands in for a family, and the custom property that names it and them in order."""
    families = {f"{family} as {names[0]}": (names, widths) for names, widths in fitting.stand_ins.items()}
    for name, (names, widths) in families.items():
        yield from _stand_in(name, names, widths, fitting)
    variable = f"type-{family.lower().replace('_', '-')}"
    yield _STACK_CSS.substitute(variable=variable, families=", ".join(f'"{name}"' for name in (family, *families)))


def _stand_in(name: str, local: Iterable[str], widths: Widths, fitting: Fitting) -> Iterator[str]:
    """Ascent and descent count in the adjusted size: divided by it, they are the family's own."""
    for style, width in fitting.widths.items():
        size, ending = width / widths[style], " Italic" if style == "italic" else ""
        yield _STAND_IN_CSS.substitute(
            family=name,
            style=style,
            sources=", ".join(f'local("{font}{ending}")' for font in local),
            size=f"{size:.2%}",
            ascent=f"{fitting.ascent / size:.2%}",
            descent=f"{fitting.descent / size:.2%}",
            letters=fitting.letters,
        )


def make_figure_fonts(cache: Path, listed: ThirdParty, target: Path) -> None:
    """Write the files of `fonts.figure_fonts` into ``target``."""
    tarball = cached(cache, listed.named("@fontsource/inter"))
    for weight, style in _FIGURE_STYLES.items():
        files = _font_files(tarball, {f"inter-{script}-{weight}-normal.woff2": script for script in SCRIPTS})
        font = _merged([files[script] for script in SCRIPTS])
        _rename(font, style)
        font.save(target / f"{_FIGURE_FAMILY}-{weight}.ttf")


def _merged(files: Iterable[bytes]) -> TTFont:
    """One TrueType font of several that share their metrics, with the dates of the first."""
    with tempfile.TemporaryDirectory() as temporary:
        paths = []
        for number, content in enumerate(files):
            font = _opened(content)
            _cut(font, frozenset(font.getBestCmap()), _options(frozenset("*"), _FIGURE_TABLES))
            paths.append(str(Path(temporary, f"{number}.ttf")))
            font.save(paths[-1])
        first = TTFont(paths[0], recalcTimestamp=False)["head"]
        merged = Merger().merge(paths)
        merged.recalcTimestamp = False
        merged["head"].created, merged["head"].modified = first.created, first.modified
        return merged


def _rename(font: TTFont, style: str) -> None:
    """Name the font for Matplotlib, which goes by family and style. The weight lies in the table OS/2."""
    names = font["name"]
    names.names = []
    for identity, text in ((1, _FIGURE_FAMILY), (2, style), (4, f"{_FIGURE_FAMILY} {style}"), (6, f"Inter-{style}")):
        names.setName(text, identity, 3, 1, 0x409)


def _font_files(tarball: Path, wanted: dict[str, str]) -> dict[str, bytes]:
    """The contents of the wanted files of a Fontsource package, under the names that ``wanted`` gives them."""
    found = {path.removeprefix("files/"): content for path, content in members(tarball) if path.startswith("files/")}
    return {name: found[file] for file, name in wanted.items()}


def _opened(content: bytes) -> TTFont:
    return TTFont(io.BytesIO(content), recalcTimestamp=False)


def _cut(font: TTFont, codes: frozenset[int], options: subset.Options) -> None:
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    font.flavor = None


def _options(without: frozenset[str], unused_tables: Iterable[str]) -> subset.Options:
    """Options of fontTools' subsetter: its usual features and figure styles, less those in ``without`` (``*``: all)."""
    options = subset.Options()
    features = {*options.layout_features, "tnum", "pnum", "lnum", "onum", "case"}
    options.layout_features = [] if "*" in without else sorted(features - without)
    options.drop_tables = [*options.drop_tables, *unused_tables]
    return options
