"""Something of a foreign library's with ours in its place, for a time: where that library offers no other way in."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any


@contextlib.contextmanager
def replaced(owner: object, name: str, by: Callable[[Any], Any]) -> Iterator[None]:
    """While the block runs, ``name`` of a class or module is what ``by`` makes of it."""
    own = vars(owner)[name]
    setattr(owner, name, by(own))
    try:
        yield
    finally:
        setattr(owner, name, own)
