"""What the text of an author's code tells of how his figures use colours, where the drawing itself cannot tell.

A figure is drawn once for both themes (``standins``) unless its code may look at a colour's numbers or at the theme,
for then what it draws may depend on them. The text is that of all of the course's code that could run, and a word that
could be such a look is taken for one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from matplotlib.colors import is_color_like, to_hex

from ..model import Work

_LOOKS = re.compile(
    r"""rgb|hsv|hls|to_hex|hex2|fromhex|lumin|LightSource|same_color|is_color_like|[cC]olorConverter
    |get_\w*col|get_\w*cmap|get_\w*[fem]cs?\b|get_c\b|get_(?:bad|under|over|cycle)\b
    |["'.](?:cmap|theme|properties|findobj|getp)\b|(?<!matplotlib)["'.]colors\b
    |["'._]_\w*(?:col|lut)|["'_.]_[em]?[fe]c\b
    |canvas|savefig|buffer|print_(?:svg|png|figure|jpg)|tostring|asdict|astuple
    |\binspect\b|\baferir\b|import_module|__import__""",
    re.VERBOSE,
)
_IMPORTS = re.compile(r"^[ \t]*(?:from|import)[ \t]+([\w.]+(?:[ \t]*,[ \t]*[\w.]+)*)", re.MULTILINE)
_SAFE = {"", "numpy", "scipy", "matplotlib", "mpl_toolkits", *sys.stdlib_module_names}
"""Packages in which nothing depends on a colour; "" is before the dot of a relative import."""
_QUOTED = re.compile(r"""(["'])([^"'\n]{1,30})\1""")


@dataclass(frozen=True, slots=True)
class Code:
    """The text of all code that a figure can reach, and the packages that this text is of."""

    text: str
    packages: frozenset[str] = frozenset()

    def may_look(self) -> bool:
        """Whether it may learn what a colour is, or the theme."""
        return bool(_LOOKS.search(self.text)) or bool(set(_imported(self.text)) - _SAFE - self.packages)

    def colours(self) -> set[str]:
        """The colours that it names, ``#rrggbb``."""
        words = {found[2] for found in _QUOTED.finditer(self.text)}
        return {to_hex(word) for word in words if is_color_like(word)}


def code_of(work: Work) -> Code:
    """The cells of a work, and the course's modules that they have loaded. Runs in the process that ran them."""
    folder = work.import_folder
    own = (getattr(module, "__file__", None) or "" for module in list(sys.modules.values()))
    loaded = [Path(place) for place in own if folder and place.startswith(folder.rstrip("/") + "/")]
    texts = [*(cell.source for cell in work.cells), *(path.read_text(encoding="utf-8") for path in loaded)]
    return Code("\n".join(texts), frozenset(path.relative_to(folder).parts[0].removesuffix(".py") for path in loaded))


def _imported(text: str) -> Iterator[str]:
    for found in _IMPORTS.finditer(text):
        for name in found[1].split(","):
            yield name.strip().partition(".")[0]
