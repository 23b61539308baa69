"""What the warm process does before it forks, for its children's sake: no child's drawing depends on it."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path
from PIL import Image

from .figures import font_families


def load() -> None:
    """Load what a drawing would load, so that every child finds the same modules, whether it comes after it or not."""
    import encodings.utf_16_be  # noqa: PLC0415, F401 - names in fonts

    import matplotlib.backends.backend_agg  # noqa: PLC0415, F401 - scales of colours
    import numpy.random  # noqa: PLC0415, F401 - every lesson seeds it

    Image.preinit()


def rehearse(fonts: Sequence[str]) -> None:
    """Write a formula that nobody sees in these fonts: they are read, and the grammar of formulas is built.

    Raises what Matplotlib raises.
    """
    for weight in ("normal", "bold"):
        text_to_path.get_text_path(FontProperties(font_families(fonts), weight=weight), "$x_1^2$", ismath=True)
