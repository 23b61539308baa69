"""KaTeX's fonts in two slices each: what most lessons write, and the rest, which a page loads when it needs it."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from .ranges import unicode_ranges

COMMON = frozenset(
    map(
        ord,
        "".join(map(chr, range(0x20, 0x7F)))
        + "αβγδεζηθικλμνξοπρςστυφχψωϑϕϖϱϵΓΔΘΛΞΠΣΥΦΨΩ"
        + "\u00a0−±×÷·⋅∗∘∙√∞∂∇∑∏∫∈∉∋⊂⊆⊤⊥∣∥‖≈≠≤≥≡∼≪≫→←↔⇒⇔↦…⋯⋮⋱′ˆˇˉ˙˜¯⟨⟩⌊⌋⌈⌉ı⊙⊗⊕∧∨¬∀∃∪∩",
    )
)
LETTERS = frozenset(map(ord, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
_OF_SYMBOLS = "KaTeX_AMS"  # a font of rare signs, of which lessons write ℝ and its like
_FACE = re.compile(r"@font-face\{[^}]*url\(fonts/(?P<file>[\w-]+)\.woff2\)[^}]*\}")
_SMALLEST = 32  # characters: with fewer of them on one side, two files would be no gain


def sliced(sheet: str, fonts: Path) -> str:
    """The style sheet with two rules for each font that is worth it; the files in ``fonts`` are replaced by slices."""
    return _FACE.sub(lambda face: "".join(_rules(face, fonts)), sheet)


def _rules(face: re.Match[str], fonts: Path) -> Iterator[str]:
    file = face["file"]
    path = fonts / f"{file}.woff2"
    content = path.read_bytes()
    codes = frozenset(TTFont(io.BytesIO(content)).getBestCmap())
    common = codes & (LETTERS if file.startswith(_OF_SYMBOLS) else COMMON)
    rest = codes - common
    if len(rest) < _SMALLEST:
        _write_slice(content, codes, path)
        yield face[0]
        return
    for name, part in ((file, common), (f"{file}-rest", rest)):
        _write_slice(content, part, fonts / f"{name}.woff2")
        rule = face[0].replace(f"fonts/{file}.woff2", f"fonts/{name}.woff2")
        yield f"{rule[:-1]};unicode-range:{unicode_ranges(part)}}}"


def _write_slice(content: bytes, codes: frozenset[int], path: Path) -> None:
    font = TTFont(io.BytesIO(content), recalcTimestamp=False)
    options = subset.Options()
    options.layout_features = ["*"]
    options.hinting = False  # half of each file, for screens of fewer dots than today's
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(path)
