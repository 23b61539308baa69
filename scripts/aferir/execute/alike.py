"""Ticks, which Matplotlib makes one by one though all of an axis are alike: made once and copied.

Each is five artists, and making them is a fifth of a drawing. The functions here stand in the place of methods of
Matplotlib's for the time of one drawing, see ``steady``.
"""

from __future__ import annotations

from typing import Any

from matplotlib.axis import XTick, YTick

_PARTS = ("tick1line", "tick2line", "gridline", "label1", "label2")


class Ticks:
    """New ticks of axes: the first that is like another is made as Matplotlib does, the rest are copies of it."""

    def __init__(self) -> None:
        self._patterns: dict[object, Any] = {}
        self._copies: dict[int, Any] = {}

    def new(self, make: Any) -> Any:
        """In the place of ``Axis._get_tick``."""

        def made(axis: Any, major: bool) -> Any:
            pattern = self._patterns.get((axis, major))
            if pattern is None:
                return make(axis, major)
            tick = _copied(pattern)
            self._copies[id(tick)] = tick  # kept, so that no other tick is given its id
            return tick

        return made

    def alike(self, copy_properties: Any) -> Any:
        """In the place of ``Axis._copy_tick_props``, which Matplotlib calls for each new tick with the first one."""

        def alike(axis: Any, first: Any, tick: Any) -> None:
            if id(tick) in self._copies:
                return
            copy_properties(axis, first, tick)
            if type(tick) in (XTick, YTick):
                self._patterns[axis, any(tick is other for other in axis.majorTicks)] = _copied(tick)

        return alike


def _copied(tick: Any) -> Any:
    """A tick with parts of its own. What these hold is replaced, never changed, when the tick is given its place."""
    new = _shallow(tick)
    for name in _PARTS:
        setattr(new, name, _shallow(getattr(tick, name)))
    return new


def _shallow(item: Any) -> Any:
    new = item.__class__.__new__(item.__class__)
    vars(new).update(vars(item))
    return new
