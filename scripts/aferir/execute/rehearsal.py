"""A figure that nobody sees, with something of what figures have, drawn in the warm process for its children's sake.

Fonts are read and found, the grammar of formulas is built, and what Matplotlib works out when it is first asked is
worked out: a third of what the first drawing of a process takes. No child's drawing depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.figure import Figure
from PIL import Image

from .asking import Code
from .figures import drawing
from .text import Text
from .writing import Writing

_LETTERS = "Aabcdefghijklmnopqrstuvwxyz0123456789"


def load() -> None:
    """Load what a drawing would load, so that every child finds the same modules, whether it comes after it or not."""
    import encodings.utf_16_be  # noqa: PLC0415, F401 - names in fonts

    import matplotlib.backends.backend_agg  # noqa: PLC0415, F401 - scales of colours
    import numpy.random  # noqa: PLC0415, F401 - every lesson seeds it

    Image.preinit()


def rehearse(fonts: Sequence[str]) -> None:
    """Draw it in these fonts, as the figures of lessons are drawn. Raises what a drawing raises."""
    drawing("rehearsal", _rehearsal, Writing("en", "."), fonts, Code(""))


def _rehearsal(figure: Figure, text: Text) -> None:
    axes: Any = figure.subplots(1, 3)
    axes[0].plot([0.0, 0.5, 1.0], [-1.0, 0.0, 1.0], marker="o", label=_LETTERS)
    axes[0].legend()
    axes[0].set_title("a map", weight="bold")
    axes[0].set_xlabel("$x_1^2$")
    axes[1].bar(range(3), range(1, 4), hatch="//", edgecolor=text.paper)
    axes[1].grid()
    axes[2].imshow([[0.0, 0.5], [0.7, 1.0]], cmap=text.shares, vmin=0, vmax=1)
    axes[2].text(0, 0, "0", color=text.on(0.5))
