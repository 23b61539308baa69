"""Draws the icons of installed courses from the mark: ``python -m aferir.site.drawing docs/assets/mark.svg``.

Needs resvg-py. The icons are committed, since they change as rarely as the mark does.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

FOLDER = Path(__file__).parent / "icons"
_SAFE = 0.72
"""What a mask is certain to leave is a circle of 80 % of the width; the corners of our square are cut away by it."""


def full_bleed(mark: str, scale: float) -> str:
    """The mark with its ground to the edges and what stands on it at a scale, for devices that cut their own shape."""
    ground = re.search(r'<rect [^>]*fill="(#[0-9a-f]{6})"/>', mark)
    assert ground, "the mark stands on a rectangle"
    colour, inner = ground[1], mark[ground.end() : mark.rindex("</svg>")]
    move = 32 * (1 - scale)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
        f'<rect width="64" height="64" fill="{colour}"/>'
        f'<g transform="translate({move:g} {move:g}) scale({scale:g})">{inner}</g></svg>'
    )


def drawings(mark: str) -> dict[str, tuple[str, int]]:
    """File name -> SVG, and the width in pixels."""
    return {
        "192.png": (mark, 192),
        "512.png": (mark, 512),
        "maskable.png": (full_bleed(mark, _SAFE), 512),
        "touch.png": (full_bleed(mark, 0.85), 180),
    }


def main(path: str) -> None:
    """Draw all icons of the mark in ``path``."""
    import resvg_py  # noqa: PLC0415 - only here, where the icons are drawn anew

    for name, (svg, width) in drawings(Path(path).read_text(encoding="utf-8")).items():
        data = resvg_py.svg_to_bytes(svg_string=svg, width=width, height=width)
        (FOLDER / name).write_bytes(bytes(data))


if __name__ == "__main__":
    main(sys.argv[1])
