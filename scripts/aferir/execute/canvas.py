"""Matplotlib's backend in a lesson: ``pyplot`` draws in Aferir's style, and ``plt.show()`` shows on the page.

Matplotlib finds this module by its name. It loads nothing until a cell draws, and lives in the child only, so what it
holds (who shows) ends with the lesson.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..model import Work

_showing: list[Callable[[], None]] = []
_works: list[Work] = []


def show_by(show_all: Callable[[], None], work: Work) -> None:
    """From now on ``plt.show()`` calls ``show_all``; figures are drawn for ``work``."""
    _showing[:], _works[:] = [show_all], [work]


def show(*_arguments: Any, **_named: Any) -> None:
    """``plt.show()``."""
    for show_all in _showing:
        show_all()


def __getattr__(name: str) -> Any:
    """``FigureCanvas``, which Matplotlib asks for before the first figure is made: the moment to set our style."""
    if name != "FigureCanvas":
        raise AttributeError(name)
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415 - only a cell that draws needs it

    from .figures import begin_style  # noqa: PLC0415 - the same
    from .writing import writing_of  # noqa: PLC0415 - the same

    for work in _works:
        begin_style(writing_of(work), work.fonts)
    globals()[name] = FigureCanvasAgg  # Matplotlib reads the names of this module next
    return FigureCanvasAgg
