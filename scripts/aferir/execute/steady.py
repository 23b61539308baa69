"""What Matplotlib works out again and again while it draws a figure, worked out once: ticks, fonts, extents of texts.

To lay out and draw a figure, each axis is asked some twenty times for its ticks and every label for its size, though
nothing changes between but the place of the axes. The answers are remembered by all that they depend on, for the time
of one drawing. Where one axis tells another (shared axes, colour bars, other projections) nothing is remembered.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np
from matplotlib.axis import Axis
from matplotlib.font_manager import FontManager
from matplotlib.text import Text
from matplotlib.transforms import Bbox, BboxBase

from .alike import Ticks
from .replaced import replaced

# Matplotlib offers no other way in. Its version is fixed, and a test draws with and without.
_TICKS, _NEW, _COPY, _EXTENTS = "_update_ticks", "_get_tick", "_copy_tick_props", "_get_ticklabel_bboxes"
_LAYOUT, _FONTS = "_get_layout", "_find_fonts_by_props"


@contextlib.contextmanager
def steady() -> Iterator[None]:
    """While a finished figure is laid out and drawn: nobody changes it meanwhile."""
    new = Ticks()
    with (
        replaced(Axis, _TICKS, _ticks_remembered),
        replaced(Axis, _EXTENTS, _extents_remembered),
        replaced(Text, _LAYOUT, _layouts_remembered),
        replaced(FontManager, _FONTS, _fonts_remembered),
        replaced(BboxBase, "union", lambda _: staticmethod(_union)),
        replaced(Axis, _NEW, new.new),
        replaced(Axis, _COPY, new.alike),
    ):
        yield


def _ticks_remembered(update_ticks: Any) -> Any:
    ticks: dict[Axis, tuple[object, Any]] = {}

    def remembered(self: Any) -> Any:
        if not _stands_alone(self):
            return update_ticks(self)
        asked = _place_of(self)
        known, drawn = ticks.get(self, (None, None))
        if known != asked:
            drawn = update_ticks(self)
            ticks[self] = (asked, drawn)
        return drawn

    return remembered


def _extents_remembered(extents_of: Any) -> Any:
    known: dict[Axis, tuple[object, Any, Any]] = {}

    def remembered(self: Any, ticks: Any, renderer: Any = None) -> Any:
        if renderer is None or not _stands_alone(self):
            return extents_of(self, ticks, renderer)
        asked = (*_place_of(self), type(renderer))
        place, of_ticks, found = known.get(self, (None, None, None))
        if place != asked or of_ticks is not ticks:
            found = extents_of(self, ticks, renderer)
            known[self] = (asked, ticks, found)
        return tuple(map(list, found))

    return remembered


def _layouts_remembered(lay_out: Any) -> Any:
    layouts: dict[object, Any] = {}

    def remembered(self: Text, renderer: Any) -> Any:
        asked = _asked_of(self, renderer)
        if asked is None:
            return lay_out(self, renderer)
        if asked not in layouts:
            layouts[asked] = lay_out(self, renderer)
        return layouts[asked]

    return remembered


def _fonts_remembered(find: Any) -> Any:
    found: dict[object, Any] = {}

    def remembered(self: Any, properties: Any) -> Any:
        asked = (*_font(properties), properties._file)  # noqa: SLF001 - see above
        if asked not in found:
            found[asked] = find(self, properties)
        return found[asked]

    return remembered


def _union(boxes: Any) -> Bbox:
    """The box around all; Matplotlib asks each for its four sides, and NumPy for each side."""
    if not len(boxes):
        raise ValueError("'bboxes' cannot be empty")
    corners = np.array([box.get_points() for box in boxes])
    return Bbox([corners.min(axis=(0, 1)), corners.max(axis=(0, 1))])


def _place_of(axis: Any) -> tuple[object, ...]:
    axes = axis.axes
    return axes.bbox.bounds, axes.viewLim.bounds, axis.get_figure(root=True).dpi


def _stands_alone(axis: Any) -> bool:
    """Whether no other axis has a part in its ticks."""
    axes = axis.axes
    groups = (axes.get_shared_x_axes(), axes.get_shared_y_axes())
    return (
        axes.name == "rectilinear"
        and not hasattr(axes, "_colorbar")
        and all(len(group.get_siblings(axes)) == 1 for group in groups)
    )


def _asked_of(text: Any, renderer: object) -> object:
    """All that decides the layout of a text; None for one that its place decides as well."""
    if text._wrap or text._transform_rotates_text:  # noqa: SLF001 - see above
        return None
    font = text._fontproperties  # noqa: SLF001
    return (
        type(renderer),
        text.get_figure(root=True).dpi,
        text._text,  # noqa: SLF001
        _font(font),
        (font._file, font._math_fontfamily),  # noqa: SLF001
        (text._rotation, text._rotation_mode, text._linespacing),  # noqa: SLF001
        (text._horizontalalignment, text._verticalalignment, text._multialignment),  # noqa: SLF001
        (text._usetex, text._parse_math),  # noqa: SLF001
    )


def _font(font: Any) -> tuple[object, ...]:
    return tuple(font._family), font._slant, font._variant, font._weight, font._stretch, font._size  # noqa: SLF001
