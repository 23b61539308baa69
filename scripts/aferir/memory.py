"""What pure functions gave for the arguments they were last called with: ``serve`` computes only what an edit changes.

A memory belongs to whoever made it and is handed on; a build that is given none starts with an empty one. Nothing stale
can come from it, since a result is only given again for equal arguments, all of which the function is called with.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from .shelf import Shelf

P = ParamSpec("P")
T = TypeVar("T")


class Memory:
    """One result per slot: a name, and what tells its uses apart (the path of a lesson).

    What is large in a result lies on the ``shelf``.
    """

    def __init__(self) -> None:
        self.shelf = Shelf()
        self._kept: dict[tuple[object, ...], tuple[tuple[Any, ...], Any]] = {}

    def of(self, slot: tuple[object, ...], function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """``function(*arguments, **named)``: the last result of this slot when they equal those of last time."""
        asked = (*arguments, *named.values())
        before = self._kept.get(slot)
        if before is not None and before[0] == asked:
            return before[1]  # type: ignore[no-any-return]
        result = function(*arguments, **named)
        self._kept[slot] = (asked, result)
        return result

    def forget(self, slot: tuple[object, ...]) -> None:
        """Have the slot computed next time, whatever the arguments."""
        self._kept.pop(slot, None)
