"""The layout of a figure taken over from the same figure in other colours: to work it out takes half of a drawing.

Matplotlib's constrained layout depends on what it is asked for, on where axes stand before, and on how large what they
show is. So it is taken over where what is asked is the same, and stands where the drawing then is the same but for its
colours; ``shape_of`` tells. Whoever draws makes the layout anew otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.transforms import Bbox

_COLOURS = re.compile(rb"#[0-9a-f]{6}|[0-9a-f]{10,}|base64,[^\"]*")
"""What differs between two drawings of one shape: colours, names made of digests, pictures in colours."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What was asked for, the places of the axes that came of it, and the shape of the drawing."""

    asked: object
    places: Sequence[Bbox]
    shape: bytes

    def taken_over(self, figure: Figure) -> Figure | None:
        """The figure with its axes in these places; None when it asks for something else."""
        if asked_of(figure) != self.asked:
            return None
        for axes, place in zip(figure.axes, self.places, strict=True):
            axes.set_position(place)
        return figure


def asked_of(figure: Figure) -> object:
    """What decides a layout besides the size of what is shown; None for one that moves more than axes."""
    engine = figure.get_layout_engine()
    moved = (figure._suptitle, figure._supxlabel, figure._supylabel)  # type: ignore[attr-defined]  # noqa: SLF001 - no other way
    if type(engine) is not ConstrainedLayoutEngine or any(moved) or figure.subfigs or not figure.axes:
        return None
    if any(hasattr(axes, "_colorbar_info") for axes in figure.axes):
        return None
    sizes = (tuple(figure.get_size_inches()), figure.dpi, engine.get(), getattr(engine, "_compress", False))
    before = [(axes.name, _points(axes.get_position(original=True)), axes.get_aspect()) for axes in figure.axes]
    return sizes, before, [artist.get_in_layout() for artist in figure.findobj()]


def places_of(figure: Figure) -> list[Bbox]:
    """Where the axes stand."""
    return [Bbox(axes.get_position(original=True).get_points().copy()) for axes in figure.axes]


def shape_of(raw: bytes) -> bytes:
    """An SVG of Matplotlib's without its colours."""
    return _COLOURS.sub(b"", raw)


def _points(box: Bbox) -> tuple[float, ...]:
    return tuple(map(float, box.get_points().ravel()))
