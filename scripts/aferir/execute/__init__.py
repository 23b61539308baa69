"""Works to results: snippets run, each in a limited process of its own.

``Engine.run`` is the unit of work, a pure function of the work; ``crew`` hands it to threads, or to another machine.
The processes that run snippets load this package as well, and nothing of the engine that talks to them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .engine import Engine

__all__ = ["Engine"]


def __getattr__(name: str) -> object:
    if name in __all__:
        return getattr(import_module(f"{__name__}.engine"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
