"""A text that a site is made of, wherever it lies until somebody asks for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class Content(Protocol):
    """A drawing, or a file beside a page: a build has hundreds of them, and needs each for a moment."""

    @property
    def text(self) -> str:
        """The whole of it."""

    @property
    def size(self) -> int:
        """Bytes, in UTF-8."""


@dataclass(frozen=True, slots=True)
class Held:
    """One that is in memory."""

    text: str

    @property
    def size(self) -> int:
        """See :class:`Content`."""
        return len(self.text.encode())
