"""What a figure function is given besides its figure: how the language writes numbers, and the colours of a theme."""

from __future__ import annotations

from dataclasses import dataclass

from matplotlib.colors import Colormap, LinearSegmentedColormap

from .palette import LIGHT, Theme, legible_on, share_colour
from .writing import Writing

STEPS = 1001
"""Colours of the scale of shares."""


@dataclass(frozen=True, slots=True)
class Text(Writing):
    """How a figure's language writes numbers, and its theme's colours."""

    theme: Theme = LIGHT

    @property
    def ink(self) -> str:
        """The colour of text and lines."""
        return self.theme.ink

    @property
    def muted(self) -> str:
        """The colour of what stands back: ticks, secondary labels."""
        return self.theme.muted

    @property
    def paper(self) -> str:
        """The colour the figure stands on (the figure itself is transparent)."""
        return self.theme.paper

    @property
    def accent(self) -> str:
        """The colour of what is pointed out."""
        return self.theme.accent

    @property
    def heads(self) -> tuple[str, ...]:
        """One colour per head, in order, the same in every lesson; give each a second sign as well (label, dash)."""
        return self.theme.heads

    @property
    def shares(self) -> Colormap:
        """The one sequential scale, for shares from 0 to 1: give it ``vmin=0, vmax=1``."""
        return shares_of(self.theme)

    def on(self, share: float) -> str:
        """The colour of text that stands on the colour of ``share``; its contrast is at least 4.5."""
        return legible_on(self.theme, share_colour(self.theme, share))


def shares_of(theme: Theme) -> Colormap:
    """The scale of shares in the colours of a theme."""
    return LinearSegmentedColormap.from_list("shares", theme.shares, N=STEPS)


def text_of(writing: Writing, theme: Theme) -> Text:
    """How a language writes, in the colours of a theme."""
    return Text(writing.language, writing.decimal_mark, writing.thousands_mark, writing.grouped_from, theme=theme)
