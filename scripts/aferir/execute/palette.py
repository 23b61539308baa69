"""The colours of Aferir as plain data, and what must hold of them: figures, explorables and style sheets share these.

Heads start from the colour-blind-safe set of Okabe and Ito (2008, https://jfly.uni-koeln.de/color/), moved until they
keep a contrast of 3 with their paper and stay apart from one another for the three kinds of dichromats. Shares run
from the paper to a deep colour in equal steps of OKLab lightness (Ottosson 2020). Contrast is that of WCAG 2.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

LEGIBLE = 4.5
"""The least contrast of text with what it stands on."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one theme, each ``#rrggbb``.

    ``accent`` marks what can be acted on; ``heads`` are eight colours for eight heads, in order; ``shares`` are the
    colours of 0, 0.1 … 1 on the one sequential scale.
    """

    name: str
    paper: str
    ink: str
    muted: str
    grid: str
    accent: str
    heads: tuple[str, ...]
    shares: tuple[str, ...]


LIGHT = Theme(
    "light",
    paper="#fbf8f1",
    ink="#1f1d1a",
    muted="#6a645a",
    grid="#ddd6c8",
    accent="#9a5b00",
    heads=("#3743ad", "#b8401c", "#177f78", "#82206c", "#4d3c05", "#0a8fd6", "#a5832a", "#2e272f"),
    shares=(
        "#fbf8f1",
        "#dde5e2",
        "#c0d3d2",
        "#a3c0c4",
        "#88adb8",
        "#6c9aac",
        "#5087a0",
        "#3f738f",
        "#30607f",
        "#214d6e",
        "#123a5e",
    ),
)

DARK = Theme(
    "dark",
    paper="#16171a",
    ink="#e9e4d8",
    muted="#a8a296",
    grid="#34363b",
    accent="#f0b44c",
    heads=("#5c9cff", "#ec5f2c", "#35d99c", "#bd7aa6", "#caa24e", "#a8c6f5", "#f6f77c", "#bee7de"),
    shares=(
        "#16171a",
        "#1d2a36",
        "#223e54",
        "#265372",
        "#376987",
        "#48809c",
        "#5a98b2",
        "#7aaec2",
        "#9cc4d1",
        "#bddadf",
        "#dff0ee",
    ),
)

PALETTE: Mapping[str, Theme] = MappingProxyType({"light": LIGHT, "dark": DARK})


def share_colour(theme: Theme, share: float) -> str:
    """The colour of a share; below 0 that of 0, above 1 that of 1."""
    place = min(max(float(share), 0.0), 1.0) * (len(theme.shares) - 1)
    low = min(int(place), len(theme.shares) - 2)
    return mixed(theme.shares[low], theme.shares[low + 1], place - low)


def mixed(one: str, other: str, share: float) -> str:
    """The colour on the way from ``one`` to ``other``, at ``share`` of the way."""
    channels = (round(a + (b - a) * share) for a, b in zip(_channels(one), _channels(other), strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in channels)


def legible_on(theme: Theme, colour: str) -> str:
    """The ink or paper of the theme, whichever is read better on ``colour``; black or white where neither will do.

    One of black and white always has a contrast of at least 4.58, the root of 21.
    """
    for pair in ((theme.ink, theme.paper), ("#000000", "#ffffff")):
        best = max(pair, key=lambda text: contrast(text, colour))
        if contrast(best, colour) >= LEGIBLE:
            return best
    return best


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2.2)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    """The relative luminance of ``#rrggbb``, 0 to 1 (WCAG 2.2)."""
    red, green, blue = (_linear(channel / 255) for channel in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
