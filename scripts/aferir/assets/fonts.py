"""The folder ``fonts`` (woff2 files cut down to what a course writes, and their style sheet) and the fonts of figures.

Fontsource splits each typeface by script. The split stays: a page that needs no Czech letter loads none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import printable

from ..cache import installed_version
from .built import Recipe, key_of
from .thirdparty import ThirdParty

# In this order: a character that two of them hold is taken from the first.
SCRIPTS = ("latin", "latin-ext", "greek")
# Kept whatever a course writes: readers type ASCII, and typography must not fall back to another face.
TYPOGRAPHIC = "\u00a0\u00ad\u2009\u200b\u202f\u2060«»‹›“”‘’„‚–—…−×÷·•°±§¶†‡′″ªº¹²³½¼¾€£¥©®™¿¡←↑→↓≈≠≤≥∞√∑∏∂∆"
ALWAYS = frozenset(printable.strip() + " " + TYPOGRAPHIC)
_CODE = (Path(__file__), Path(__file__).with_name("typefaces.py"))


@dataclass(frozen=True, slots=True)
class Face:
    """A variable font of Fontsource: its family in style sheets, its package, its files' stem and its style.

    ``without`` names font features left out: ligatures would show code other than it is typed. ``weights`` are the
    lightest and the heaviest; the lighter and heavier masters would be a third of each file, and of italics a page sets
    one weight.
    """

    family: str
    package: str
    stem: str
    style: str
    without: frozenset[str] = frozenset()
    weights: tuple[int, int] = (400, 700)

    def file(self, script: str) -> str:
        """The name of the file for one script, such as ``literata-latin-wght-normal.woff2``."""
        return f"{self.stem}-{script}-wght-{self.style}.woff2"


FACES = (
    Face("Literata", "@fontsource-variable/literata", "literata", "normal"),
    Face("Literata", "@fontsource-variable/literata", "literata", "italic", weights=(400, 400)),
    Face("Inter", "@fontsource-variable/inter", "inter", "normal"),
    Face("JetBrains Mono", "@fontsource-variable/jetbrains-mono", "jetbrains-mono", "normal", frozenset({"calt"})),
)


Widths = Mapping[str, float]
"""Style -> the mean advance of what is usually set in a font, in em."""


@dataclass(frozen=True, slots=True)
class Fitting:
    """What stands in for a family until it has arrived, as wide and as high: lines break at the same words.

    ``ascent`` and ``descent`` are those of the family's table hhea, in em. ``stand_ins``: names of fonts that readers'
    systems have, those with the same widths together -> their widths. ``letters``: the range of characters that they
    stand in for; what the family has not, an arrow say, is taken from the fonts after them, in its own size.
    """

    widths: Widths
    ascent: float
    descent: float
    stand_ins: Mapping[tuple[str, ...], Widths]
    letters: str = "U+0-36F, U+2000-206F"


_EVERYTHING = "U+0-10FFFF"

# Means over the letters, spaces and stops of a lesson in Portuguese and in Spanish; in formulas over letters and
# digits. Georgia, Segoe UI and Helvetica Neue in proportion to what Capsize publishes of them.
FITTINGS = {
    "Literata": Fitting(
        {"normal": 0.4737, "italic": 0.4501},
        *(1.177, 0.308),
        {
            ("Georgia", "Gelasio"): {"normal": 0.4427, "italic": 0.4514},
            ("Noto Serif",): {"normal": 0.479, "italic": 0.4677},
            ("Times New Roman", "Liberation Serif", "Tinos"): {"normal": 0.4034, "italic": 0.4086},
            ("DejaVu Serif",): {"normal": 0.5165, "italic": 0.5165},
        },
    ),
    "Inter": Fitting(
        {"normal": 0.4817},
        *(0.9688, 0.2412),
        {
            ("Segoe UI",): {"normal": 0.4513},
            ("Roboto",): {"normal": 0.4497},
            ("Helvetica Neue",): {"normal": 0.458},
            ("Arial", "Liberation Sans", "Arimo"): {"normal": 0.4538},
            ("DejaVu Sans",): {"normal": 0.5138},
        },
    ),
    "KaTeX_Main": Fitting(
        {"normal": 0.5413},
        *(0.903, 0.272),
        {
            ("Georgia", "Gelasio"): {"normal": 0.5556},
            ("Noto Serif",): {"normal": 0.5704},
            ("Times New Roman", "Liberation Serif", "Tinos"): {"normal": 0.5063},
            ("DejaVu Serif",): {"normal": 0.6194},
        },
        letters=_EVERYTHING,
    ),
    "KaTeX_Math": Fitting(
        {"italic": 0.5535},
        *(0.717, 0.218),
        {
            ("Georgia", "Gelasio"): {"italic": 0.545},
            ("Noto Serif",): {"italic": 0.5706},
            ("Times New Roman", "Liberation Serif", "Tinos"): {"italic": 0.4932},
            ("DejaVu Serif",): {"italic": 0.6156},
        },
        letters=_EVERYTHING,
    ),
}


def web_fonts(cache: Path, listed: ThirdParty, characters: Iterable[str]) -> Recipe:
    """``fonts.css`` and woff2 files by face and script, with ``characters`` and `ALWAYS` where a face has them."""
    wanted = frozenset(map(ord, ALWAYS | frozenset(characters)))
    packages = dict.fromkeys(face.package for face in FACES)
    inputs = (*(listed.named(name).sha256 for name in packages), repr(sorted(wanted)), *_tools())

    def make(target: Path) -> None:
        from .typefaces import make_web_fonts  # noqa: PLC0415 - loads fontTools, and fonts are seldom made

        make_web_fonts(cache, listed, wanted, target)

    return Recipe("fonts", key_of(*inputs, *_CODE), make)


def figure_fonts(cache: Path, listed: ThirdParty) -> Recipe:
    """``Inter-400.ttf`` and ``Inter-600.ttf``, each with all three scripts."""

    def make(target: Path) -> None:
        from .typefaces import make_figure_fonts  # noqa: PLC0415 - see above

        make_figure_fonts(cache, listed, target)

    return Recipe("figure-fonts", key_of(listed.named("@fontsource/inter").sha256, *_tools(), *_CODE), make)


def _tools() -> tuple[str, ...]:
    """The versions of what writes fonts: another one may write other bytes."""
    return tuple(f"{name} {installed_version(name)}" for name in ("fonttools", "brotli"))
