"""Matplotlib's classes with the same descriptions as ever, worked out faster.

For each class of artists that is made, Matplotlib reads the documentation of all its methods anew to write that of
``set``: a quarter of the time that loading it takes. What it reads is remembered while it loads.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Iterator
from typing import Any

from matplotlib.artist import Artist, ArtistInspector

from .replaced import replaced

# Its version is fixed, and a test compares the descriptions with those of a Matplotlib that was left alone.
_DESCRIBE, _VALID = "_update_set_signature_and_docstring", "get_valid_values"


@contextlib.contextmanager
def described_once() -> Iterator[None]:
    """While Matplotlib's modules are loaded."""
    with (
        replaced(inspect, "cleandoc", functools.cache),
        replaced(ArtistInspector, _VALID, _by_text),
        replaced(Artist, _DESCRIBE, _asking_once),
    ):
        yield


def _by_text(valid_values: Any) -> Any:
    """What may be set depends on the method and its text, and most classes inherit both."""
    known: dict[object, Any] = {}

    def remembered(self: Any, attribute: str) -> Any:
        method = getattr(self.o, f"set_{attribute}", None)
        if method is None or method.__doc__ is None:  # its text is that of the class above, once Python finds that
            return valid_values(self, attribute)
        asked = (method, method.__doc__, getattr(method, "_kwarg_doc", None))
        if asked not in known:
            known[asked] = valid_values(self, attribute)
        return known[asked]

    return remembered


def _asking_once(describe: Any) -> Any:
    """The class stays as it is while it is described."""

    def described(cls: type[Artist]) -> None:
        with replaced(ArtistInspector, "get_aliases", _once), replaced(ArtistInspector, "get_setters", _once):
            describe.__func__(cls)

    return classmethod(described)


def _once(method: Any) -> Any:
    found: list[Any] = []

    def remembered(self: Any) -> Any:
        if not found:
            found.append(method(self))
        return found[0]

    return remembered
